"""The runner: levels over processes, each result in the store before anybody hears of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Protocol

from rearview.bench.record import LevelKey, Record
from rearview.bench.store import Store
from rearview.levels import Collection, Level
from rearview.parallel.batch import Search, SolveCall, result_of
from rearview.parallel.processes import Died, check_jobs, run_calls
from rearview.result import Outcome, Result
from rearview.solution import verify
from rearview.solving import result_without_search


@dataclass(frozen=True, slots=True)
class Task:
    """One level to be searched for one run."""

    run: int
    key: LevelKey
    level: Level
    search: Search
    behind: tuple[int, ...] = ()
    """Runs with smaller limits: what they have decided need not be searched."""


def make_tasks(
    run: int, search: Search, collections: Iterable[Collection], behind: Iterable[int] = ()
) -> Iterator[Task]:
    """Every level of some collections, each once however often it is named."""
    behind = tuple(behind)
    seen: set[tuple[str, int]] = set()
    for collection in collections:
        for level in collection:
            if (collection.name, level.index) not in seen:
                seen.add((collection.name, level.index))
                yield Task(run, LevelKey.of(collection.name, level), level, search, behind)


class Observer(Protocol):
    """Told what the runner does, when it does it."""

    def skip(self, task: Task, record: Record) -> None:
        """The store has it already, perhaps in a run with smaller limits."""

    def begin(self, task: Task) -> None:
        """A worker has it now."""

    def end(self, task: Task, record: Record) -> None:
        """It is in the store now, perhaps to be tried once more."""


def run_tasks(
    store: Store,
    tasks: Iterable[Task],
    jobs: int,
    observer: Observer,
    retry_unsolved: bool = False,
) -> None:
    """Search all levels that the store has no settled record of, `jobs` at a time.

    To retry what is unsolved is to search it once more, whatever ended the search before.

    Tasks are drawn one by one as workers become free, and nothing is kept of them. Even a single
    job has another process for it: when that dies, the level is recorded as crashed, and searched
    once more after all others.
    """
    check_jobs(jobs)
    queue = _Queue(store, iter(tasks), observer, retry_unsolved)
    with closing(run_calls(queue.next_call, jobs)) as answers:
        for (task, attempts), answer in answers:
            searched = _Searched(result_of(answer)) if isinstance(answer, Died) else answer
            record = store.record(
                task.run, task.key, searched.result, attempts, searched.trajectory_length
            )
            observer.end(task, record)
            if not record.is_settled:
                queue.add(task)


class _Queue:
    """What is still to be searched."""

    def __init__(
        self, store: Store, tasks: Iterator[Task], observer: Observer, retry_unsolved: bool
    ) -> None:
        self._store = store
        self._tasks = tasks
        self._again: deque[Task] = deque()
        self._observer = observer
        self._retry_unsolved = retry_unsolved

    def add(self, task: Task) -> None:
        self._again.append(task)

    def next_call(self) -> tuple[tuple[Task, int], Callable[[], _Searched | Died]] | None:
        """The next level without a settled record, and which attempt this is."""
        while task := self._next_task():
            record = self._find(task) or self._take(task)
            if record is not None and self._is_enough(record):
                self._observer.skip(task, record)
                continue
            self._observer.begin(task)
            attempts = 1 if record is None else record.attempts + 1
            return (task, attempts), _Call(SolveCall(task.level, task.search))
        return None

    def _find(self, task: Task) -> Record | None:
        record = self._store.find(task.run, task.key)
        if record is None or _is_still_true(record, task):
            return record
        self._store.forget(task.run, task.key)
        return None

    def _take(self, task: Task) -> Record | None:
        """What a run with smaller limits has decided, from now on in this run, too."""
        for run in task.behind:
            record = self._store.find(run, task.key)
            if record and not record.is_unsolved and _is_still_true(record, task):
                return self._store.take(task.run, record, run)
        return None

    def _is_enough(self, record: Record) -> bool:
        return record.is_settled and not (self._retry_unsolved and record.is_unsolved)

    def _next_task(self) -> Task | None:
        task = next(self._tasks, None)
        return self._again.popleft() if task is None and self._again else task


def _is_still_true(record: Record, task: Task) -> bool:
    """Whether a record is of the level as it is drawn now.

    Its key does not tell drawings from their mirror images, nor where the player starts, nor what
    lies outside. A solution does, and so does what is wrong with a level; a search that found
    nothing is as good for one as for the other.
    """
    if record.key != task.key:
        return False
    result, at_sight = record.result, result_without_search(task.level)
    if at_sight is not None:
        return (result.outcome, result.error) == (at_sight.outcome, at_sight.error)
    if result:
        return bool(verify(task.level, result.lurd))
    return result.outcome is Outcome.UNSOLVED or not result.error


@dataclass(frozen=True, slots=True)
class _Searched:
    """A result without its trajectory, which may be too large to be sent for nothing."""

    result: Result
    trajectory_length: int = 0


@dataclass(frozen=True, slots=True)
class _Call:
    """A search that costs no more than its own result, whatever goes wrong in it."""

    solve: SolveCall

    def __call__(self) -> _Searched | Died:
        try:
            result = self.solve()
        except Exception as error:
            return Died(f"failed: {type(error).__name__}: {error}")
        return _Searched(replace(result, trajectory=()), len(result.trajectory))
