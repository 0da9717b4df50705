"""Parallel: batches on pools, racing seeds on one level, and signal handling."""
