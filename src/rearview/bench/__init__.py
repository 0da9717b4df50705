"""Bench: many levels, every result kept the moment it is known, whatever happens.

A *run* is one configuration; a *record* is what became of one level in one run. The store holds
both (`schema.py` draws it), the runner fills it, and the statistics read it.
"""
