"""Cluster: the same batch on the workers of a Dask cluster, which people start where they like.

    connection  reaches a scheduler or starts a cluster here, and refuses unlike versions
    pool        gives out calls and takes answers: what a batch sees
    pace        how many calls travel together
    census      which workers there are, and how many were lost
    work        the worker's side: what a task does there

Only these import Dask, and nothing imports them before a cluster is asked for.
"""
