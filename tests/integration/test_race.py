"""Searches of one level side by side."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Sequence
from functools import partial
from threading import Event, Thread
from typing import cast

import pytest

from conftest import Ran
from rearview import Limit, load_levels, solve, solving
from rearview._core import Progress
from rearview.parallel.race import Runner, race
from rearview.progress import OnProgress
from rearview.result import Outcome, Result, StopReason
from rearview.search import Share, shares

SOLVED = Result(Outcome.SOLVED, lurd="R", moves=1, pushes=1)
UNSOLVABLE = Result(Outcome.UNSOLVABLE)
OUT_OF_TIME = Result(Outcome.UNSOLVED, StopReason.TIME)
PROGRESS = cast(Progress, None)  # Only the engine makes one, and nobody looks at it here.
STOPPED = Result(Outcome.UNSOLVED, StopReason.CANCELLED)


def search_until_stopped(on_progress: OnProgress[Progress] | None) -> Result:
    assert on_progress is not None
    while on_progress(PROGRESS) is not False:
        pass
    return STOPPED


def report_and(result: Result) -> Runner:
    """A search that reports once, and its rivals begin."""

    def search(on_progress: OnProgress[Progress] | None) -> Result:
        assert on_progress is not None
        on_progress(PROGRESS)
        return result

    return search


def test_a_rival_that_solves_ends_the_others() -> None:
    runners = [search_until_stopped, search_until_stopped, lambda _: SOLVED]
    assert race(runners) is SOLVED


def test_the_first_search_ends_its_rivals() -> None:
    assert race([report_and(UNSOLVABLE), search_until_stopped]) is UNSOLVABLE


def test_what_is_solved_before_the_first_report_has_no_rivals() -> None:
    def fail(_: OnProgress[Progress] | None) -> Result:
        raise RuntimeError("it was started")

    assert race([lambda _: SOLVED, fail]) is SOLVED


def test_a_rival_goes_on_when_the_first_search_has_given_up() -> None:
    has_given_up = Event()

    def give_up(_: OnProgress[Progress] | None) -> Result:
        has_given_up.set()
        return OUT_OF_TIME

    def solve_after(_: OnProgress[Progress] | None) -> Result:
        assert has_given_up.wait(300)
        return SOLVED

    assert race([give_up, solve_after]) is SOLVED


def test_nobody_decides() -> None:
    memory = Result(Outcome.UNSOLVED, StopReason.MEMORY)
    assert race([lambda _: OUT_OF_TIME, lambda _: memory]) is OUT_OF_TIME


def test_progress_that_says_stop_stops_all() -> None:
    assert race([search_until_stopped, search_until_stopped], lambda _: False) is STOPPED


def test_only_the_first_search_reports() -> None:
    heard: list[Progress] = []
    race([report_and(OUT_OF_TIME)] * 3, heard.append)
    assert len(heard) == 1


def test_what_a_rival_raises_is_raised_unless_the_level_is_decided() -> None:
    def fail(_: OnProgress[Progress] | None) -> Result:
        raise RuntimeError("a bug")

    with pytest.raises(RuntimeError, match="a bug"):
        race([lambda _: OUT_OF_TIME, fail])
    assert race([report_and(SOLVED), fail]) is SOLVED


def test_an_interrupt_leaves_no_rival_behind() -> None:
    ended = Event()

    def search(on_progress: OnProgress[Progress] | None) -> Result:
        result = search_until_stopped(on_progress)
        ended.set()
        return result

    def interrupt(on_progress: OnProgress[Progress] | None) -> Result:
        report_and(SOLVED)(on_progress)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        race([interrupt, search])
    assert ended.is_set()


def test_an_interrupt_at_the_very_end_waits_for_rivals_too() -> None:
    ended = Event()

    def interrupt_when_stopped(on_progress: OnProgress[Progress] | None) -> Result:
        result = search_until_stopped(on_progress)
        os.kill(os.getpid(), signal.SIGINT)
        assert not ended.wait(0.1)  # Time for the main thread to hear it.
        ended.set()
        return result

    with pytest.raises(KeyboardInterrupt):
        race([report_and(SOLVED), interrupt_when_stopped])
    assert ended.is_set()


def test_a_rival_reports_when_the_first_search_has_given_up() -> None:
    heard: list[object] = []

    def stop_at_the_third(progress: Progress) -> bool:
        heard.append(progress)
        return len(heard) < 3

    def search(on_progress: OnProgress[Progress] | None) -> Result:
        assert on_progress is not None
        while on_progress(cast(Progress, "of the rival")) is not False:
            pass
        return STOPPED

    assert race([lambda _: OUT_OF_TIME, search], stop_at_the_third) is OUT_OF_TIME
    assert heard == ["of the rival"] * 3


def test_rivals_that_the_system_cannot_start_are_done_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(_: Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Thread, "start", refuse)
    assert race([report_and(SOLVED), search_until_stopped]) is SOLVED


def test_there_are_no_more_rivals_than_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    raced: list[int] = []
    shares_of: dict[int, list[Share]] = {}

    def count(runners: Sequence[Runner], _: OnProgress[Progress] | None) -> Result:
        raced.append(len(runners))
        given = (argument for one in runners for argument in cast(partial[Result], one).args)
        shares_of[len(runners)] = [one for one in given if isinstance(one, Share)]
        return SOLVED

    monkeypatch.setattr(solving, "count_cores", lambda: 3)
    monkeypatch.setattr(solving, "race", count)
    (level,) = load_levels("microban:1")
    for wanted in (1, 2, 3, 1000):
        solve(level, seeds_at_once=wanted)
    assert raced == [1, 2, 3, 3]
    assert shares_of == {searches: list(shares(searches)) for searches in (1, 2, 3)}


def test_a_level_is_solved_by_two_seeds_at_once() -> None:
    (level,) = load_levels("microban:3")
    assert solve(level, limit=Limit(600), seeds_at_once=2)


def test_where_nodes_limit_the_search_there_is_one_seed() -> None:
    (level,) = load_levels("microban:12")
    limit = Limit(600, 2_000, 5_000)
    one, several = (solve(level, limit=limit, seed=7, seeds_at_once=count) for count in (1, 4))
    assert one.lurd == several.lurd


def test_the_largest_seed_has_followers() -> None:
    (level,) = load_levels("microban:1")
    assert solve(level, limit=Limit(600), seed=2**64 - 1, seeds_at_once=2)


def test_the_command_line_races_on_a_single_level(cli: Callable[..., Ran]) -> None:
    ran = cli("solve", "microban:4", "--jobs", "2", "--json")
    assert ran.code == 0
    assert json.loads(ran.out)["result"] == "solved"
