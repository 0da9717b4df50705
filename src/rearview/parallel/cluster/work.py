"""The worker's side: what one task of a batch does on a worker of the cluster.

A task contains a chunk of calls. Their common part, the search with its model, is the result of a
separate task, which Dask copies to each worker once, and recomputes if the workers that had it are
gone.
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
"""The part of a worker's memory limit for the searches of all its threads. Dask pauses a worker at
0.8 of the limit, and kills it at 0.95. A search on a paused worker is restarted elsewhere."""
_USED_PART: Final = 0.75
"""The part for searches and the process itself, which matters if the limit is small."""
_PROCESS_BYTES: Final = 100 * _MEBIBYTE
"""An idle worker uses 65 to 75 MB."""

Call = Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Versions:
    """Versions that client and workers must share, so that results are the same."""

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
    """The versions of this process."""
    from importlib.metadata import version

    python = ".".join(platform.python_version_tuple()[:2])
    return Versions(__version__, engine_hash(), python, version("distributed"))


@dataclass(frozen=True, slots=True)
class Chunk:
    """The input of a task."""

    versions: Versions
    """The client's versions."""
    calls: bytes
    """Compressed: scheduler and client keep the last thousand messages of every connection."""
    seconds: float
    """After this time no further call is started."""
    topic: str
    """The topic of Dask events for news of these calls."""
    keys: Sequence[Hashable]
    """The keys of the calls, to identify their news."""


@dataclass(frozen=True, slots=True)
class Made:
    """A finished call: its exception or answer, and its processor time."""

    raised: Exception | None
    answer: Any
    seconds: float
    """Processor time, which does not depend on the load of the machine."""


def make_task() -> Callable[[bytes, Sequence[bytes]], list[Made]]:
    """`run_chunk` as a function that a worker without rearview can unpickle, to report the error.

    A module's function is pickled by name. A nested function is pickled by value.
    """

    def run_chunk(chunk: bytes, shared: Sequence[bytes]) -> list[Made]:
        from rearview.parallel.cluster import work

        return work.run_chunk(chunk, shared)

    return run_chunk


def run_chunk(packed: bytes, shared: Sequence[bytes]) -> list[Made]:
    """The finished calls, in order; calls missing at the end were not started.

    If its answer is no longer wanted it ends early. Dask reschedules it if it still needs an
    answer.
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
    """Raises ClusterError if this worker has other versions than the client."""
    if own_versions() != wanted:
        raise ClusterError(f"the worker {address} has {own_versions()}; here it is {wanted}")


def pack(calls: Sequence[Call]) -> tuple[bytes, list[Search]]:
    """The calls as bytes with references in place of their searches, and these searches.

    Raises ArgumentError if a call cannot be pickled.
    """
    file = io.BytesIO()
    pickler = _Pickler(file, pickle.HIGHEST_PROTOCOL)
    try:
        pickler.dump(list(calls))
    except Exception as error:  # `pickle` may raise any exception.
        raise ArgumentError(f"cannot send a level to another process: {error}") from None
    return zlib.compress(file.getvalue(), level=1), pickler.searches


class _Pickler(pickle.Pickler):
    """Replaces searches by references."""

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
    """Replaces the references by searches."""

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
    """The search with its memory limit; by default an equal share among the worker's threads.

    Raises ClusterError if the given limit is more than this worker has.
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
    """The memory for all searches of a worker with this memory limit."""
    most = min(allowed * _MEMORY_PART, allowed * _USED_PART - _PROCESS_BYTES)
    return max(_MEBIBYTE, int(most))
