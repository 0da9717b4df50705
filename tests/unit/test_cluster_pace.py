"""`Pace`: short calls travel together, long ones alone."""

from __future__ import annotations

from rearview.parallel.cluster.pace import Pace


def pace_after(*seconds: float) -> Pace:
    """When chunks of one call each have taken so long."""
    pace = Pace()
    for one in seconds:
        pace.note([one])
    return pace


def test_the_first_calls_travel_alone_and_more_are_added_step_by_step() -> None:
    sizes = [pace_after(*[0.001] * chunks).calls_per_chunk(2) for chunks in range(9)]
    assert sizes == [1, 2, 4, 8, 16, 32, 64, 100, 100]


def test_long_calls_travel_alone() -> None:
    assert pace_after(*[0.2] * 9).calls_per_chunk(2) == 1
    assert pace_after(*[0.001] * 9, 5.0).calls_per_chunk(2) == 1


def test_calls_that_take_nothing_are_bounded_too() -> None:
    assert pace_after(*[0.0] * 20).calls_per_chunk(2) == 256


def test_many_threads_get_more_work_at_once_so_that_the_scheduler_can_follow() -> None:
    pace = pace_after(*[0.1] * 20)
    assert [pace.calls_per_chunk(threads) for threads in (2, 100, 1_000)] == [1, 5, 50]
