"""`run_batch`: run a batch of calls on a pool, and yield events.

Consumers show, store or collect the events. Only news from running calls go to a callback.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from typing import Any, Generic, TypeVar

from rearview.parallel.pool import Died, News, Pool

Task = TypeVar("Task")
Answer = TypeVar("Answer")
Record = TypeVar("Record")


@dataclass(frozen=True, slots=True)
class Asked(Generic[Task, Answer]):
    """One step of a batch: a task, and the call that does it, which can be pickled."""

    task: Task
    call: Callable[[], Answer]


@dataclass(frozen=True, slots=True)
class Begun(Generic[Task]):
    """A task has started."""

    task: Task


@dataclass(frozen=True, slots=True)
class Ended(Generic[Task, Record]):
    """A task has ended, with this record."""

    task: Task
    record: Record


@dataclass(frozen=True, slots=True)
class Skipped(Generic[Task, Record]):
    """A task was skipped, because its record is known already."""

    task: Task
    record: Record


Step = Asked[Task, Answer] | Skipped[Task, Record]
Event = Begun[Task] | Ended[Task, Record] | Skipped[Task, Record]
Events = Generator[Event[Task, Record], None, None]


def run_batch(
    steps: Iterable[Step[Task, Answer, Record]],
    pool: Pool,
    on_news: Callable[[Task, Any], None] | None = None,
) -> Generator[Begun[Task] | Ended[Task, Answer | Died] | Skipped[Task, Record], None, None]:
    """Run the steps, as many in parallel as the pool has room for; pass skipped ones on.

    Steps are taken one by one as there is room, and are not kept. Tasks begin in order and end in
    any order. What a call reports before its end (see `news`) goes to `on_news`, with its task. An
    exception in a call is raised here. Leaving the stream early, or an error, closes the pool; at
    the end of the batch it stays open for the next.
    """
    batch = _Batch(steps, pool)
    try:
        while True:
            while pool.has_room and (event := batch.draw()) is not None:
                yield event
            if batch.is_done:
                return
            for key, answer in pool.wait():
                if isinstance(answer, News):
                    # News that come after the answer say nothing new.
                    if on_news is not None and key in batch.under_way:
                        on_news(batch.under_way[key], answer.said)
                    continue
                ended = Ended(batch.under_way.pop(key), answer)
                # With several workers, keep all of them busy while the consumer handles an answer.
                # With a single one, its answer comes first: the next step may depend on it.
                drawn = batch.draw() if batch.under_way and pool.has_room else None
                yield ended
                if drawn is not None:
                    yield drawn
    except BaseException:
        pool.close()
        raise


class _Batch(Generic[Task, Answer, Record]):
    """The steps to do, and the tasks that are running."""

    def __init__(self, steps: Iterable[Step[Task, Answer, Record]], pool: Pool) -> None:
        self._steps = iter(steps)
        self._pool = pool
        self._keys = count()
        self._is_drawn = False
        self.under_way: dict[int, Task] = {}

    @property
    def is_done(self) -> bool:
        return self._is_drawn and not self.under_way

    def draw(self) -> Begun[Task] | Skipped[Task, Record] | None:
        """The event of the next step, or None if there is none; starts its task."""
        step = next(self._steps, None)
        if not isinstance(step, Asked):
            self._is_drawn = step is None
            return step
        key = next(self._keys)
        self.under_way[key] = step.task
        self._pool.give(key, step.call)
        return Begun(step.task)


def in_order(events: Events[Task, Record]) -> Events[Task, Record]:
    """The same events, but an ended task waits for those that began before it.

    Tasks must be distinct.
    """
    begun: deque[Task] = deque()
    early: dict[Task, Ended[Task, Record]] = {}
    with closing(events):
        for event in events:
            if not isinstance(event, Ended):
                if isinstance(event, Begun):
                    begun.append(event.task)
                yield event
                continue
            early[event.task] = event
            while begun and begun[0] in early:
                yield early.pop(begun.popleft())
