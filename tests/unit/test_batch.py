"""A batch is a stream of what happens to its tasks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import partial
from typing import Any

import pytest

from rearview.parallel.batch import (
    Asked,
    Begun,
    Ended,
    Event,
    Events,
    Skipped,
    Step,
    in_order,
    run_batch,
)
from rearview.parallel.pool import News, Pool, SameProcess


class LastFirst(Pool):
    """A pool of two that makes the call first that was given last, to have them out of order."""

    def __init__(self) -> None:
        self.calls: list[tuple[Hashable, Callable[[], object]]] = []
        self.closed = 0

    @property
    def has_room(self) -> bool:
        return len(self.calls) < 2

    def give(self, key: Hashable, call: Callable[[], object]) -> None:
        self.calls.append((key, call))

    def wait(self) -> list[tuple[Any, Any]]:
        key, call = self.calls.pop()
        return [(key, call())]

    def close(self) -> None:
        self.closed += 1
        self.calls = []


def asked(*tasks: str) -> Iterator[Step[str, str, str]]:
    return (Asked(task, partial(str.upper, task)) for task in tasks)


def told(event: Event[str, Any]) -> str:
    """`begun a`, `ended a A`."""
    words = [type(event).__name__.lower(), event.task]
    return " ".join(words if isinstance(event, Begun) else [*words, event.record])


class Talkative(SameProcess):
    """A pool whose calls have news before they answer, and once more when it is too late."""

    def __init__(self) -> None:
        super().__init__()
        self._late: list[tuple[Any, Any]] = []

    def wait(self) -> list[tuple[Any, Any]]:
        answers = super().wait()
        news = [(key, News(f"{answer} soon")) for key, answer in answers]
        late, self._late = self._late, [(key, News("too late")) for key, _ in answers]
        return [*late, *news, *answers]


def test_news_go_to_who_asks_for_them_with_their_task() -> None:
    heard: list[tuple[str, str]] = []
    events = run_batch(asked("a", "b"), Talkative(), lambda *news: heard.append(news))
    assert [told(event) for event in events] == ["begun a", "ended a A", "begun b", "ended b B"]
    assert heard == [("a", "A soon"), ("b", "B soon")]
    assert len(list(run_batch(asked("a", "b"), Talkative()))) == 4


def test_a_task_begins_when_there_is_room_and_ends_with_its_answer() -> None:
    events = run_batch(asked("a", "b"), SameProcess())
    assert [told(event) for event in events] == ["begun a", "ended a A", "begun b", "ended b B"]


def test_what_is_known_is_skipped_when_its_turn_comes() -> None:
    steps: list[Step[str, str, str]] = [*asked("a"), Skipped("b", "known"), *asked("c")]
    assert [told(event) for event in run_batch(steps, SameProcess())] == [
        "begun a",
        "ended a A",
        "skipped b known",
        "begun c",
        "ended c C",
    ]


def test_steps_are_drawn_as_there_is_room() -> None:
    drawn: list[str] = []

    def draw() -> Iterator[Step[str, str, str]]:
        for step in asked("a", "b", "c", "d"):
            drawn.append(step.task)
            yield step

    events = run_batch(draw(), LastFirst())
    assert [told(next(events)) for _ in range(2)] == ["begun a", "begun b"]
    assert drawn == ["a", "b"]
    assert told(next(events)) == "ended b B"
    # Before anybody has looked at the answer, the place that it has left is taken.
    assert drawn == ["a", "b", "c"]
    events.close()


def test_one_at_a_time_the_next_step_is_drawn_after_the_answer_is_read() -> None:
    known: list[str] = []

    def draw() -> Iterator[Step[str, str, str]]:
        yield from asked("a")
        yield from asked(known[0])

    for event in run_batch(draw(), SameProcess()):
        if isinstance(event, Ended):
            known.append(f"{event.record}!")
    assert known == ["A!", "A!!"]


def test_a_pool_that_has_no_room_yet_is_waited_for() -> None:
    class Late(LastFirst):
        """As a cluster whose workers are still on their way."""

        waits_left = 3

        @property
        def has_room(self) -> bool:
            return not self.waits_left and super().has_room

        def wait(self) -> list[tuple[Any, Any]]:
            if self.waits_left:
                self.waits_left -= 1
                return []
            return super().wait()

    events = run_batch(asked("a"), Late())
    assert [told(event) for event in events] == ["begun a", "ended a A"]


def test_nothing_to_do_is_an_empty_stream() -> None:
    assert list(run_batch(asked(), SameProcess())) == []


def test_a_pool_is_left_open_for_the_next_batch_and_closed_for_who_leaves_early() -> None:
    pool = LastFirst()
    assert len(list(run_batch(asked("a", "b", "c"), pool))) == 6
    assert pool.closed == 0
    events = run_batch(asked("a", "b", "c"), pool)
    next(events)
    events.close()
    assert (pool.closed, pool.calls) == (1, [])


def test_what_a_call_raises_is_raised_and_closes_the_pool() -> None:
    def fail() -> str:
        raise ZeroDivisionError

    pool = LastFirst()
    steps: Iterable[Step[str, str, str]] = [*asked("a"), Asked("b", fail)]
    with pytest.raises(ZeroDivisionError):
        list(run_batch(steps, pool))
    assert pool.closed == 1


def test_in_order_is_the_order_in_which_tasks_began() -> None:
    def events() -> Events[str, str]:
        yield from map(Begun, "ab")
        yield Ended("b", "B")
        yield Begun("c")
        yield Ended("a", "A")
        yield Ended("c", "C")

    assert [told(event) for event in in_order(events())] == [
        "begun a",
        "begun b",
        "begun c",
        "ended a A",
        "ended b B",
        "ended c C",
    ]
