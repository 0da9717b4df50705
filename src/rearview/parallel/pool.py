"""`Pool`: runs calls and returns their answers as they finish. Every batch uses one.

The caller gives calls while there is room, waits for answers, and gives more:

    with open_pool(jobs=4) as pool:
        while pool.has_room and there_is_more():
            pool.give("the third", partial(search_level, level, search))
        for key, answer in pool.wait():
            ...

`run_batch` (in `batch.py`) is that loop.
"""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Protocol

from rearview.arguments import check_count
from rearview.search import Search

MAX_JOBS = 1_024


@dataclass(frozen=True, slots=True)
class Died:
    """Returned instead of an answer: the process died before the call returned."""

    how: str
    """The end of a sentence: `was killed by signal 9`."""


@dataclass(frozen=True, slots=True)
class News:
    """Returned among the answers: a message from a call that is still running. See `news`."""

    said: Any


class Pool(Protocol):
    """Runs calls in this process, in others or on a cluster. A context manager that closes it."""

    @property
    @abstractmethod
    def has_room(self) -> bool:
        """Whether another call can be given now, and would begin at once."""

    @abstractmethod
    def give(self, key: Hashable, call: Callable[[], object]) -> None:
        """Run a call. The key identifies its answer.

        A call is a function without arguments that can be pickled; ArgumentError if it cannot.
        """

    @abstractmethod
    def wait(self) -> list[tuple[Any, Any | Died | News]]:
        """Block until an answer is known, and return all available ones, with their keys.

        News of a call come before its answer. May return nothing; then call it again. Without
        running calls it returns nothing as soon as there is room. An exception in a call is raised
        here. If a process dies, only its own call is lost, and its answer is `Died`. Raises
        WorkerError if no process can be started.
        """

    @abstractmethod
    def close(self) -> None:
        """End everything at once, including running calls. A second call does nothing."""

    def share(self, search: Search) -> Search:
        """The search adapted to this pool, such as its share of memory when the pool is full."""
        return search

    @property
    def has_workers(self) -> bool:
        """Whether there are workers; otherwise calls wait for them."""
        return True

    def describe(self) -> str:
        """A description of the workers for a live display, apart from their calls."""
        return ""

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class SameProcess(Pool):
    """A pool of this process alone: `wait` makes the call."""

    def __init__(self) -> None:
        self._given: tuple[Hashable, Callable[[], object]] | None = None

    @property
    def has_room(self) -> bool:
        return self._given is None

    def give(self, key: Hashable, call: Callable[[], object]) -> None:
        self._given = (key, call)

    def wait(self) -> list[tuple[Any, Any | Died | News]]:
        if self._given is None:
            return []
        (key, call), self._given = self._given, None
        return [(key, call())]

    def close(self) -> None:
        self._given = None


def open_pool(jobs: int, isolated: bool = False, cluster: str | None = None) -> Pool:
    """The pool for a batch with this many parallel calls.

    With one job the calls are made in this process, unless they are isolated: then a crash costs
    only their own answer. With the address of a Dask cluster they are made there, as many in
    parallel as it has threads; `local` starts one on this machine, with a worker for each job.
    Raises ClusterError if it cannot be used.
    """
    jobs = check_jobs(jobs)
    if cluster is not None:
        from rearview.parallel.cluster.connection import open_cluster

        return open_cluster(cluster, jobs)
    if jobs == 1 and not isolated:
        return SameProcess()
    from rearview.parallel.processes import Processes

    return Processes(jobs)


def check_jobs(jobs: int) -> int:
    """The number as a plain int. Raises OptionError unless it is a valid number of processes."""
    return check_count("jobs", jobs, MAX_JOBS)


def count_cores() -> int:
    """The cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # Not available on every system.
        return os.cpu_count() or 1
