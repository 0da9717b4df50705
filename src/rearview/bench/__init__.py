"""Bench: solve many levels and store every result at once.

A *run* has one configuration; a *record* is the result of one level in one run. The store has both
(`schema.py` describes it), the runner fills it, and the statistics read it.
"""
