"""`ClusterPool`: runs calls on the workers of a Dask cluster.

Calls are sent in chunks (see `pace`). Only a few chunks per thread are in flight, enough to keep
every thread busy, so a long batch fills neither the scheduler nor the client. If a worker dies,
Dask retries its chunk on another worker, as often as its scheduler allows. After that the calls of
the chunk are *suspects*: each is retried alone, and one that kills its worker again has died.
"""

from __future__ import annotations

import asyncio
import pickle
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass
from math import ceil
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from distributed import KilledWorker

from rearview.errors import ClusterError, RearviewError
from rearview.output.counting import counted
from rearview.parallel.cluster.census import Census
from rearview.parallel.cluster.pace import Pace
from rearview.parallel.cluster.work import Chunk, Made, make_task, own_versions, pack
from rearview.parallel.pool import Died, News, Pool

if TYPE_CHECKING:
    from distributed import Client, Future

    from rearview.search import Search

_CHUNKS_PER_THREAD: Final = 3
"""One that is running, one queued at the worker, and one in transit."""
_LEAST_PER_THREAD: Final = 2
_SECONDS_ALONE: Final = 5.0
"""After this time, the next suspect is sent even if this one is still running."""
_SECONDS_BETWEEN_LOOKS: Final = 0.1


@dataclass(frozen=True, slots=True)
class _Given:
    key: Hashable
    call: Callable[[], object]


@dataclass(frozen=True, slots=True)
class _Sent:
    """A chunk in flight."""

    calls: Sequence[_Given]
    is_suspect: bool


class ClusterPool(Pool):
    """Uses a connected client. Closing the pool leaves the client open, unless `close_client` is
    given."""

    def __init__(self, client: Client, close_client: Callable[[], None] = lambda: None) -> None:
        self._client = client
        self._close_client = close_client
        self._is_open = True
        self._census = Census(client)
        self._pace = Pace()
        self._waiting: deque[_Given] = deque()
        self._suspects: deque[_Given] = deque()
        self._sent: dict[Future[Any], _Sent] = {}
        self._sent_calls = 0
        self._done: SimpleQueue[tuple[Future[Any], Any]] = SimpleQueue()
        assert client.loop is not None
        self._loop = client.loop
        # By id. Each entry holds the search of that id, so that the id is not reused.
        self._shared: dict[int, tuple[Search, Search]] = {}
        self._searches: dict[int, tuple[Search, Future[Any]]] = {}
        self._next_suspect_at = 0.0
        self._task = make_task()
        self._topic = f"rearview-{uuid4().hex}"
        self._news: deque[tuple[Any, News]] = deque()
        client.subscribe_topic(self._topic, self._hear)

    @property
    def _under_way(self) -> int:
        """The number of calls without an answer."""
        return self._sent_calls + len(self._waiting) + len(self._suspects)

    @property
    def has_room(self) -> bool:
        return self._under_way < _CHUNKS_PER_THREAD * self._threads * self._chunk_size

    def give(self, key: Hashable, call: Callable[[], object]) -> None:
        self._waiting.append(_Given(key, call))
        if len(self._waiting) >= self._chunk_size:
            self._send_waiting(self._chunk_size)

    def wait(self) -> list[tuple[Any, Any | Died | News]]:
        """At least one answer or news; empty only if no call is pending."""
        answers: list[tuple[Any, Any | Died | News]] = []
        while not answers and self._under_way:
            if self._census.is_out_of_patience:
                raise ClusterError("the cluster's scheduler does not answer any more")
            self._send_rest()
            self._send_suspects()
            for future, result in self._next_done():
                sent = self._sent.pop(future)
                self._sent_calls -= len(sent.calls)
                answers += self._take(future, sent, result)
            answers = [*(self._news.popleft() for _ in range(len(self._news))), *answers]
        return answers

    def share(self, search: Search) -> Search:
        """Leaves memory to each worker, as only the worker knows how much it has."""
        if id(search) not in self._shared:
            self._shared[id(search)] = (search, search.without_history())
        return self._shared[id(search)][1]

    @property
    def has_workers(self) -> bool:
        return self._census.workers > 0

    def describe(self) -> str:
        census = self._census
        lost = f", {census.lost:,} lost" if census.lost else ""
        silence = census.seconds_of_silence
        silent = f", no answer for {silence:,} s" if silence else ""
        flying = f", {counted(self._under_way, 'level')} in flight"
        return f"{counted(census.workers, 'worker')}{lost}{flying}{silent}"

    def close(self) -> None:
        """Cancel pending calls: running searches stop, and no new ones start."""
        if not self._is_open:
            return
        self._is_open = False
        try:
            self._cancel()
        finally:
            self._close_client()

    def _cancel(self) -> None:
        self._census.close()
        self._news.clear()
        futures = [*self._sent, *(future for _, future in self._searches.values())]
        self._waiting.clear()
        self._suspects.clear()
        self._sent.clear()
        self._searches.clear()
        if self._client.status == "running":
            self._client.unsubscribe_topic(self._topic)
            self._client.cancel(futures, force=True)

    @property
    def _threads(self) -> int:
        """At least 1: without workers, some are expected to join."""
        return max(1, self._census.threads)

    @property
    def _chunk_size(self) -> int:
        return self._pace.calls_per_chunk(self._threads)

    def _send_rest(self) -> None:
        """Send an incomplete chunk if workers would be idle otherwise, at the end of a batch.

        Its calls are spread over all threads.
        """
        size = min(self._chunk_size, ceil(len(self._waiting) / self._threads))
        while self._waiting and len(self._sent) < _LEAST_PER_THREAD * self._threads:
            self._send_waiting(size)

    def _send_waiting(self, size: int) -> None:
        self._send([self._waiting.popleft() for _ in range(min(size, len(self._waiting)))])

    def _send_suspects(self) -> None:
        is_quiet = not any(one.is_suspect for one in self._sent.values())
        if self._suspects and (is_quiet or monotonic() > self._next_suspect_at):
            self._next_suspect_at = monotonic() + _SECONDS_ALONE
            self._send([self._suspects.popleft()], is_suspect=True)

    def _send(self, calls: Sequence[_Given], is_suspect: bool = False) -> None:
        packed, searches = pack([one.call for one in calls])
        keys = [one.key for one in calls]
        chunk = Chunk(own_versions(), packed, Pace.patience(self._threads), self._topic, keys)
        shared = [self._share(search) for search in searches]
        future = self._submit(self._task, pickle.dumps(chunk), shared)
        self._sent[future] = _Sent(calls, is_suspect)
        self._sent_calls += len(calls)
        self._loop.add_callback(self._follow, future)

    def _share(self, search: Search) -> Future[Any]:
        """The search as a Dask task: sent once, Dask copies it to the workers that need it."""
        if id(search) not in self._searches:
            future = self._submit(bytes, pickle.dumps(search))
            self._searches[id(search)] = (search, future)
        return self._searches[id(search)][1]

    def _submit(self, function: Callable[..., Any], *arguments: object) -> Future[Any]:
        try:
            return self._client.submit(function, *arguments, pure=False)
        except Exception as error:  # For example a closed client.
            raise self._explain(error) from None

    def _forget_search(self, key: object) -> None:
        """The shared search was lost with its workers. Its calls did not cause that: they are sent
        again with a new copy."""
        self._searches = {
            name: known for name, known in self._searches.items() if known[1].key != key
        }

    async def _follow(self, future: Future[Any]) -> None:
        """Queue the result of a task as soon as it is known. Runs in the thread of Dask's client.

        If the connection is lost while a result is fetched, retry: if the scheduler is lost, Dask
        cancels the future. (Dask's own `as_completed` never reports such a task.)
        """
        while True:
            try:
                self._done.put((future, await future))
            except OSError as error:
                if future.status != "error":
                    await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
                    continue
                self._done.put((future, error))
            except Exception as error:
                self._done.put((future, error))
            return

    def _next_done(self) -> list[tuple[Future[Any], Any]]:
        """The finished tasks; waits a moment if there are none."""
        done = []
        try:
            done.append(self._done.get(timeout=_SECONDS_BETWEEN_LOOKS))
            while True:
                done.append(self._done.get_nowait())
        except Empty:
            return done

    def _hear(self, event: tuple[float, bytes]) -> None:
        """Receives news. Runs in the thread of Dask's client."""
        key, said = pickle.loads(event[1])
        self._news.append((key, News(said)))

    def _take(self, future: Future[Any], sent: _Sent, result: Any) -> list[tuple[Any, Any | Died]]:
        """Decides by the result, not by the future's status, which may have changed since."""
        if isinstance(result, list):
            return self._take_made(sent, result)
        if not isinstance(result, KilledWorker):
            raise self._explain(result)
        if result.task != future.key:
            self._forget_search(result.task)
            (self._suspects if sent.is_suspect else self._waiting).extendleft(reversed(sent.calls))
        elif sent.is_suspect:
            return [(sent.calls[0].key, Died(f"died with its worker {result.last_worker.address}"))]
        else:
            self._suspects += sent.calls
        return []

    def _take_made(self, sent: _Sent, made: Sequence[Made]) -> list[tuple[Any, Any | Died]]:
        self._pace.note([one.seconds for one in made])
        # Calls that were not started go to the front of the queue.
        self._waiting.extendleft(reversed(sent.calls[len(made) :]))
        for one in made:
            if one.raised is not None:
                raise one.raised
        return [(given.key, one.answer) for given, one in zip(sent.calls, made, strict=False)]

    def _explain(self, error: object) -> RearviewError:
        if isinstance(error, RearviewError):
            return error
        if isinstance(error, CancelledError) or self._client.status != "running":
            lost = "the connection to the cluster's scheduler is lost"
            return ClusterError(f"{lost}, and with it what was under way")
        if isinstance(error, ImportError):
            return ClusterError(f"a worker of the cluster has no rearview of this version: {error}")
        return ClusterError(f"a worker of the cluster failed: {type(error).__name__}: {error}")
