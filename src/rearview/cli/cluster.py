"""Where a batch runs, from `--cluster`, `--jobs` and the environment."""

from __future__ import annotations

import os
from typing import Annotated, Final

import typer

from rearview.cli.terminal import print_error
from rearview.errors import ClusterError, OptionError
from rearview.parallel.pool import Pool, open_pool

_VARIABLE: Final = "DASK_SCHEDULER_ADDRESS"
"""Where Dask's own programs look for a scheduler."""
_LOCAL: Final = "local"

Cluster = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Use a Dask cluster: the address of its scheduler, or local to start one here with "
        f"--jobs workers.  [default: ${_VARIABLE}, unless --jobs is given]",
    ),
]


def open_pool_at(cluster: str | None, jobs: int, isolated: bool = False) -> Pool:
    """The pool of a batch. Tells the user if the cluster has no workers yet."""
    try:
        pool = open_pool(jobs, isolated, cluster)
    except ClusterError as error:
        if cluster != os.environ.get(_VARIABLE):
            raise
        raise ClusterError(
            f"{error} (the address is from ${_VARIABLE}; --jobs 1 uses this machine)"
        ) from None
    if not pool.has_workers:
        print_error(f"cluster {cluster} has no workers yet: waiting for them")
    return pool


def choose_cluster(cluster: str | None, has_jobs: bool) -> str | None:
    """The cluster to use, None for this machine. Raises OptionError for a contradiction.

    Options override the environment.
    """
    if cluster is None:
        return None if has_jobs else os.environ.get(_VARIABLE) or None
    if has_jobs and cluster != _LOCAL:
        raise OptionError(
            f"--jobs cannot be used with cluster {cluster}, which has its own workers"
        )
    return cluster
