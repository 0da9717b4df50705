"""Parallel: many levels over processes, one level by several seeds, and signals that end both."""
