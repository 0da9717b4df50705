"""The paper's experiments and ours: one module per table or figure, each run by a `Lab`.

A `Lab` trains the models and runs the searches of an experiment on all cores, and stores them in a
folder. Experiments with the same folder reuse them: nothing is computed twice.
"""
