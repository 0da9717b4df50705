"""Cluster: runs a batch on the workers of a Dask cluster.

    connection  connects to a scheduler or starts a local cluster, and checks versions
    pool        sends calls and receives answers: the interface for a batch
    pace        how many calls are sent in one chunk
    census      which workers are connected, and how many were lost
    work        the worker's side: runs a chunk

Only these modules import Dask, and they are imported only when a cluster is used.
"""
