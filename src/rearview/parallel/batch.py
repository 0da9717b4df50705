"""`run_batch`: a batch of calls on a pool, as a stream of what happens.

Who shows, stores or collects reads that stream. Only news of calls that are not done yet go past
it, to who asks for them.
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
    """What a batch is made of: a task, and the call that does it, which can be pickled."""

    task: Task
    call: Callable[[], Answer]


@dataclass(frozen=True, slots=True)
class Begun(Generic[Task]):
    """A task is under way."""

    task: Task


@dataclass(frozen=True, slots=True)
class Ended(Generic[Task, Record]):
    """A task is done, and this came out."""

    task: Task
    record: Record


@dataclass(frozen=True, slots=True)
class Skipped(Generic[Task, Record]):
    """A task need not be done: this is known already."""

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
    """Do what is asked, as many tasks at once as the pool has room for; pass on what is skipped.

    Steps are drawn one by one as there is room, and nothing is kept of them. Tasks begin in their
    order and end in any. What a call says before its end (see `news`) goes to `on_news`, with its
    task. What a call raises is raised here. Leaving the stream early, or an error,
    closes the pool; at the end of the batch it stays open for the next.
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
                # Where several run at once, none is idle while somebody looks at the answer. Where
                # one runs alone, its answer comes first: the next step may depend on it.
                drawn = batch.draw() if batch.under_way and pool.has_room else None
                yield ended
                if drawn is not None:
                    yield drawn
    except BaseException:
        pool.close()
        raise


class _Batch(Generic[Task, Answer, Record]):
    """What is to be done, and what is under way."""

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
        """What becomes of the next step, or None if there is none; a task begins here."""
        step = next(self._steps, None)
        if not isinstance(step, Asked):
            self._is_drawn = step is None
            return step
        key = next(self._keys)
        self.under_way[key] = step.task
        self._pool.give(key, step.call)
        return Begun(step.task)


def in_order(events: Events[Task, Record]) -> Events[Task, Record]:
    """The same stream, but a task that has ended waits for those that began before it.

    Tasks have to differ from each other.
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
