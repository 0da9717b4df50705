"""Parallel: batches on pools, one level by several seeds, and signals that end both."""
