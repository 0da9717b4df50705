"""`run_tasks`: search levels, and store each result before its event is passed on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial

from rearview.bench.program import Program
from rearview.bench.program_run import run_program
from rearview.bench.record import LevelKey, Record
from rearview.bench.store import Store
from rearview.levels import Collection, Level
from rearview.parallel.batch import Asked, Ended, Events, Skipped, Step, run_batch
from rearview.parallel.host import Host, this_host
from rearview.parallel.many_levels import result_of
from rearview.parallel.pool import Died, Pool
from rearview.result import Outcome, Result
from rearview.search import Search
from rearview.solution import verify
from rearview.solving import result_without_search, search_level


@dataclass(frozen=True, slots=True)
class Task:
    """One level to be searched for one run."""

    run: int
    key: LevelKey
    level: Level
    search: Search
    extended: tuple[int, ...] = ()
    """Runs with lower limits: levels that they decided need not be searched."""
    attempt: int = 1
    """Which search of the level for this run it is: 2 if the process of the first died."""
    program: Program | None = None
    """Another solver to run instead, with the time limit of the search."""


def make_tasks(
    run: int,
    search: Search,
    collections: Iterable[Collection],
    extended: Iterable[int] = (),
    program: Program | None = None,
) -> Iterator[Task]:
    """Every level of some collections, each once even if it is named several times."""
    extended = tuple(extended)
    # One byte per level: there may be millions.
    seen: defaultdict[str, bytearray] = defaultdict(bytearray)
    for collection in collections:
        flags = seen[collection.name]
        for level in collection:
            flags.extend(bytes(max(0, level.index + 1 - len(flags))))
            if not flags[level.index]:
                flags[level.index] = True
                key = LevelKey.of(collection.name, level)
                yield Task(run, key, level, search, extended, program=program)


def run_tasks(
    store: Store, tasks: Iterable[Task], pool: Pool, retry_unsolved: bool = False
) -> Events[Task, Record]:
    """Search all levels without a settled record in the store, and yield the events.

    A result is stored before its event is yielded. Levels that have a result, perhaps in a run with
    lower limits, are skipped. With `retry_unsolved`, unsolved levels are searched once more,
    whatever ended their search. Tasks are taken one by one as the pool has room, and are not kept.

    When a process dies, its level is recorded as crashed, and searched once more after all others.
    Leaving the stream early closes the pool.
    """
    crashed: list[Task] = []
    for some in (tasks, crashed):
        with closing(run_batch(_look_up(store, some, retry_unsolved), pool)) as events:
            for event in events:
                if not isinstance(event, Ended):
                    yield event
                    continue
                record = _keep(store, event.task, event.record)
                if not record.is_settled:
                    crashed.append(event.task)
                yield Ended(event.task, record)


def _look_up(
    store: Store, tasks: Iterable[Task], retry_unsolved: bool
) -> Iterator[Step[Task, _Searched, Record]]:
    """The work for each task: none if the store has a settled record."""
    for task in tasks:
        record = _find(store, task) or _take(store, task)
        is_again = retry_unsolved and record is not None and record.is_unsolved
        if record is not None and record.is_settled and not is_again:
            yield Skipped(task, record)
        else:
            attempt = 1 if record is None else record.attempts + 1
            yield Asked(replace(task, attempt=attempt), _call_for(task))


def _call_for(task: Task) -> Callable[[], _Searched]:
    if task.program is None:
        return partial(_search, partial(search_level, task.level, task.search))
    seconds = task.search.limit.seconds
    return partial(_search, partial(run_program, task.level, task.program, seconds))


def _find(store: Store, task: Task) -> Record | None:
    record = store.find(task.run, task.key)
    if record is None or _is_still_true(record, task):
        return record
    store.forget(task.run, task.key)
    return None


def _take(store: Store, task: Task) -> Record | None:
    """Copy a decided result of a run with lower limits into this run."""
    for run in task.extended:
        record = store.find(run, task.key)
        if record and not record.is_unsolved and _is_still_true(record, task):
            return store.take(task.run, record, run)
    return None


def _keep(store: Store, task: Task, answer: _Searched | Died) -> Record:
    searched = _Searched(result_of(answer)) if isinstance(answer, Died) else answer
    length = searched.trajectory_length
    return store.record(task.run, task.key, searched.result, task.attempt, length, searched.host)


def _is_still_true(record: Record, task: Task) -> bool:
    """Whether a record is valid for the level as it is drawn now.

    Its key is the same for reflections, other player positions and decoration. A solution is not,
    and neither are the problems of a level; an unsuccessful search is valid for all of them.
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
    host: Host | None = None


def _search(search: Callable[[], Result]) -> _Searched:
    """A search in which any error affects only its own result."""
    try:
        result = search()
    except Exception as error:
        result = result_of(Died(f"failed: {type(error).__name__}: {error}"))
    return _Searched(replace(result, trajectory=()), len(result.trajectory), this_host())
