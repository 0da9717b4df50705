"""The worker's side: what one task of a batch does on a worker of the cluster.

A task carries a chunk of calls. What they all have in common, the search with its model, is not in
it: it is the result of a task of its own, which Dask brings to each worker once, and makes again if
the workers that had it are gone.
"""

from __future__ import annotations

import io
import pickle
import platform
import zlib
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from time import monotonic, thread_time
from typing import TYPE_CHECKING, Any, Final

from rearview.errors import ArgumentError, ClusterError
from rearview.parallel.news import telling
from rearview.parallel.wanted import asking
from rearview.search import Search
from rearview.version import __version__, engine_hash

if TYPE_CHECKING:
    from distributed import Worker

_MEBIBYTE: Final = 2**20
_MEMORY_PART: Final = 0.6
"""Of what Dask allows a worker, for the searches of all its threads. Dask pauses a worker at 0.8 of
it, and kills it at 0.95. A search on a paused worker is given up and begins anew elsewhere."""
_USED_PART: Final = 0.75
"""Of the same, for searches and for the process itself, which counts where the limit is small."""
_PROCESS_BYTES: Final = 100 * _MEBIBYTE
"""A worker that does not search has 65 to 75 MB."""

Call = Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Versions:
    """What client and workers must have in common: else results would not be the same."""

    rearview: str
    engine: str
    """A hash of the native module."""
    python: str
    """Major and minor."""
    dask: str

    def __str__(self) -> str:
        return (
            f"rearview {self.rearview}, engine {self.engine[:8]}, Python {self.python}, "
            f"Dask {self.dask}"
        )


@cache
def own_versions() -> Versions:
    """Those of this process."""
    from importlib.metadata import version

    python = ".".join(platform.python_version_tuple()[:2])
    return Versions(__version__, engine_hash(), python, version("distributed"))


@dataclass(frozen=True, slots=True)
class Chunk:
    """What a task is given."""

    versions: Versions
    """Of the client."""
    calls: bytes
    """Compressed: scheduler and client remember the last thousand messages of every connection."""
    seconds: float
    """After so many no other call is begun."""
    topic: str
    """Of Dask's events, for news of these calls."""
    keys: Sequence[Hashable]
    """Of the calls, for their news."""


@dataclass(frozen=True, slots=True)
class Made:
    """A call that was made: what it raised or returned, and how much work it was."""

    raised: Exception | None
    answer: Any
    seconds: float
    """Of the processor: a busy machine does not make a call larger."""


def make_task() -> Callable[[bytes, Sequence[bytes]], list[Made]]:
    """`run_chunk` in a form that a worker without rearview can read, and say what it lacks.

    A function of a module is sent by its name. This one has none, and is sent whole.
    """

    def run_chunk(chunk: bytes, shared: Sequence[bytes]) -> list[Made]:
        from rearview.parallel.cluster import work

        return work.run_chunk(chunk, shared)

    return run_chunk


def run_chunk(packed: bytes, shared: Sequence[bytes]) -> list[Made]:
    """What the calls returned, in their order; those that are missing at the end were not begun.

    If nobody waits for it any more it ends early, and Dask, if it should still want an answer,
    begins it anew.
    """
    from distributed import Reschedule, get_worker

    worker = get_worker()
    chunk: Chunk = pickle.loads(packed)
    check_versions(chunk.versions, worker.address)
    task_key = worker.get_current_task()
    began = monotonic()

    def is_wanted() -> bool:
        task = worker.state.tasks.get(task_key)
        return task is not None and task.state == "executing" and worker.status.name == "running"

    searches = [_with_memory(pickle.loads(search), worker) for search in shared]
    made: list[Made] = []
    with asking(is_wanted):
        for key, call in zip(chunk.keys, _unpack(chunk.calls, searches), strict=True):
            if made and monotonic() - began > chunk.seconds:
                break
            with telling(partial(_tell, worker, chunk.topic, key)):
                made.append(_make(call))
            if not is_wanted():
                raise Reschedule
    return made


def _tell(worker: Worker, topic: str, key: Hashable, said: object) -> None:
    worker.log_event(topic, pickle.dumps((key, said)))


def check_versions(wanted: Versions, address: str) -> None:
    """Raises ClusterError when this worker would not do what the client does."""
    if own_versions() != wanted:
        raise ClusterError(f"the worker {address} has {own_versions()}; here it is {wanted}")


def pack(calls: Sequence[Call]) -> tuple[bytes, list[Search]]:
    """Calls as bytes without the searches in them, and these, which have their places there.

    Raises ArgumentError for what cannot be sent.
    """
    file = io.BytesIO()
    pickler = _Pickler(file, pickle.HIGHEST_PROTOCOL)
    try:
        pickler.dump(list(calls))
    except Exception as error:  # What `pickle` raises is of any kind.
        raise ArgumentError(f"cannot send a level to another process: {error}") from None
    return zlib.compress(file.getvalue(), level=1), pickler.searches


class _Pickler(pickle.Pickler):
    """Leaves out searches."""

    def __init__(self, file: io.BytesIO, protocol: int) -> None:
        super().__init__(file, protocol)
        self.searches: list[Search] = []

    def persistent_id(self, thing: object) -> int | None:
        if not isinstance(thing, Search):
            return None
        for number, known in enumerate(self.searches):
            if known is thing:
                return number
        self.searches.append(thing)
        return len(self.searches) - 1


def _unpack(calls: bytes, searches: Sequence[Search]) -> list[Call]:
    unpickler = _Unpickler(io.BytesIO(zlib.decompress(calls)))
    unpickler.searches = searches
    unpacked: list[Call] = unpickler.load()
    return unpacked


class _Unpickler(pickle.Unpickler):
    """Puts searches into their places."""

    searches: Sequence[Search] = ()

    def persistent_load(self, number: int) -> Search:
        return self.searches[number]


def _make(call: Call) -> Made:
    began = thread_time()
    try:
        return Made(None, call(), thread_time() - began)
    except Exception as error:
        return Made(error, None, thread_time() - began)


def _with_memory(search: Search, worker: Worker) -> Search:
    """Memory that nobody has set is shared out where the search is made, among the threads there.

    Raises ClusterError when more was asked for than this worker has.
    """
    threads = worker.state.nthreads
    allowed = worker.memory_manager.memory_limit
    share = _bytes_of_searches(allowed) // threads if allowed else None
    asked = search.limit.memory_mb
    if asked is None:
        free = search.limit.memory_bytes(threads)
        most = max(1, min(free, share or free) // _MEBIBYTE)
        return replace(search, limit=replace(search.limit, memory_mb=most))
    if share is not None and asked * _MEBIBYTE > share:
        raise ClusterError(
            f"{asked:,} MB per level is too much for worker {worker.address}: "
            f"it allows {share // _MEBIBYTE:,} MB per search"
        )
    return search


def _bytes_of_searches(allowed: int) -> int:
    """For all searches of a worker that Dask allows so much memory."""
    most = min(allowed * _MEMORY_PART, allowed * _USED_PART - _PROCESS_BYTES)
    return max(_MEBIBYTE, int(most))
