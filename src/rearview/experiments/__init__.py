"""The paper's experiments: one module per table or figure, each a function of a laboratory.

A laboratory trains the models and runs the searches that an experiment asks for, over all cores,
and keeps them in a folder: what was done once is not done again, by whichever experiment.
"""
