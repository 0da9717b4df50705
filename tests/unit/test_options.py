"""Limits, strategies and schedules that make no sense are refused at once, with a reason."""

from __future__ import annotations

import resource
import subprocess
import sys
from typing import Any

import pytest

from rearview import (
    Level,
    Limit,
    OptionError,
    Schedule,
    Strategy,
    Ties,
    solve,
    solve_many,
    train,
)
from rearview.limit import free_bytes

# Python does not even write them out.
BEYOND_ALL = pytest.param(10**5_000, id="beyond-all")
BELOW_ALL = pytest.param(-(10**5_000), id="below-all")
LEVEL = Level(("#####", "#@$.#", "#####"))


@pytest.mark.parametrize("seconds", [0, -1, BELOW_ALL, float("nan"), float("inf"), "1", True])
def test_refuses_a_time_limit_that_is_no_time(seconds: Any) -> None:
    with pytest.raises(OptionError, match="the time limit must be over 0 seconds"):
        Limit(seconds)


@pytest.mark.parametrize("name", ["backward_nodes", "forward_nodes", "memory_mb"])
@pytest.mark.parametrize("count", [0, -1, 1.5, True, 10**20, BEYOND_ALL, "7"])
def test_refuses_a_count_that_is_no_count(name: str, count: Any) -> None:
    with pytest.raises(OptionError, match="must be a whole number from 1"):
        Limit(**{name: count})


def test_memory_is_half_of_what_is_free_shared_among_jobs() -> None:
    assert free_bytes() > 0
    assert Limit(memory_mb=3).memory_bytes(jobs=2) == 3 * 2**20
    assert Limit().memory_bytes(jobs=4) < Limit().memory_bytes()


def test_memory_that_is_free_is_bounded_by_what_the_process_may_have() -> None:
    code = "from rearview.limit import free_bytes; print(free_bytes())"
    ran = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30)),
    )
    assert 0 < int(ran.stdout) < 2**30


def test_refuses_an_unknown_detector_and_names_those_there_are() -> None:
    with pytest.raises(OptionError, match=r"unknown detector 'magic'; known: dead_squares, freeze"):
        Strategy(detectors=("magic",))


def test_the_papers_strategy_has_nothing_of_ours_but_what_the_paper_leaves_open() -> None:
    assert Strategy.paper() == Strategy(
        hints=True,
        meeting=False,
        alternation=False,
        cells=False,
        persistence=False,
        variation=False,
        beam=False,
        whole_look_back=True,
    )


def test_agents_are_searched_with_what_they_were_trained_with() -> None:
    strategy, schedule = Strategy(), Schedule()
    assert strategy.ties is schedule.ties
    assert strategy.forward_epsilon_scale == schedule.forward_epsilon_scale


@pytest.mark.parametrize("options", [Strategy, Schedule])
def test_a_scale_of_epsilon_is_a_plain_number_within_bounds(
    options: type[Strategy] | type[Schedule],
) -> None:
    assert options().forward_epsilon_scale == 0.25
    assert type(options(forward_epsilon_scale=0).forward_epsilon_scale) is float
    odd: Any
    for odd in (-0.1, 10.1, float("nan"), "1", True):
        with pytest.raises(OptionError, match="forward_epsilon_scale must be from 0 to 10, not"):
            options(forward_epsilon_scale=odd)


@pytest.mark.parametrize("options", [Strategy, Schedule])
def test_ties_go_by_their_names(options: type[Strategy] | type[Schedule]) -> None:
    asked: Any = "random"
    assert options(ties=asked).ties is Ties.RANDOM
    assert options().ties is Ties.FARTHEST
    asked = "none"
    with pytest.raises(OptionError, match="ties must be one of nearest, farthest, random, not"):
        options(ties=asked)


@pytest.mark.parametrize(
    "bad",
    [
        {"iterations": 0},
        {"iterations": 10_001},
        {"iterations": 1.5},
        {"backward_nodes": 0},
        {"forward_nodes": 2**40},
        {"rate": 0.0},
        {"rate": float("nan")},
        {"rate": 10**400},
        {"iterations": 10**5_000},
        {"rate_decay": 1.5},
        {"discount": -0.5},
        {"dead_weight": -1.0},
        {"dead_weight": 10**5_000},
        {"dead_weight": float("nan")},
    ],
)
def test_refuses_a_schedule_that_makes_no_sense(bad: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=next(iter(bad))):
        Schedule(**bad)


@pytest.mark.parametrize("seed", [-1, 2**64, BEYOND_ALL, 0.5, True])
def test_refuses_a_seed_that_the_engine_cannot_take(seed: Any) -> None:
    with pytest.raises(OptionError, match="seed"):
        solve(LEVEL, seed=seed)
    with pytest.raises(OptionError, match="seed"):
        train([LEVEL], seed=seed)


@pytest.mark.parametrize("jobs", [0, -1, 5_000, BEYOND_ALL, 1.5])
def test_refuses_jobs_before_anything_is_solved(jobs: Any) -> None:
    with pytest.raises(OptionError, match="jobs"):
        solve_many([LEVEL], jobs=jobs)


def test_an_option_error_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="time limit"):
        Limit(-1)
