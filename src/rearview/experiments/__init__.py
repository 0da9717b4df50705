"""The paper's experiments and ours: one module per table or figure, a function of a laboratory.

A laboratory trains the models and runs the searches that an experiment asks for, over all cores,
and keeps them in a folder: what was done once is not done again, by whichever experiment.
"""
