"""NumPy's numbers are as good as Python's, and become Python's where they are kept."""

from __future__ import annotations

import json
import pickle
from dataclasses import asdict
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from rearview import (
    Level,
    Limit,
    Model,
    OptionError,
    Schedule,
    Strategy,
    Ties,
    solve,
    solve_many,
    train,
)
from rearview.search import check_seed

LEVEL = Level(("#####", "#@$.#", "#####"))
# Who checks types sees that these are not Python's own.
np_any: Any = np


def kinds(thing: Any) -> set[type]:
    """Of all values in a dataclass."""
    return {type(value) for value in asdict(thing).values()}


def test_a_limit_keeps_plain_numbers() -> None:
    limit = Limit(np_any.float32(2.5), np_any.int64(10), np_any.uint8(20), np_any.int32(64))
    assert limit == Limit(2.5, 10, 20, 64)
    assert kinds(limit) == {float, int}
    assert json.loads(json.dumps(asdict(limit)))["seconds"] == 2.5
    assert b"numpy" not in pickle.dumps(limit)
    assert Limit(np_any.int64(3)).seconds == 3
    assert type(Limit(np_any.float64(3)).seconds) is float


def test_a_schedule_keeps_plain_numbers() -> None:
    schedule = Schedule(
        np_any.int16(2), np_any.int64(5), rate=np_any.float64(0.5), dead_weight=np_any.float32(2)
    )
    assert schedule == Schedule(2, 5, rate=0.5, dead_weight=2)
    assert kinds(schedule) == {float, int, Ties}


def test_a_strategy_keeps_plain_switches() -> None:
    strategy = Strategy(meeting=np_any.bool_(False), cells=np_any.True_)
    assert strategy == Strategy(meeting=False)
    assert type(strategy.meeting) is bool


def test_a_model_keeps_plain_weights() -> None:
    shipped = Model.shipped()
    weights = {name: np_any.float64(weight) for name, weight in shipped.forward.items()}
    model = Model(shipped.backward, weights)
    assert {type(weight) for weight in model.forward.values()} == {float}


def test_seeds_and_jobs_may_be_numpys() -> None:
    assert type(check_seed(np_any.uint64(2**64 - 1))) is int
    assert solve(LEVEL, seed=np_any.int64(3), seeds_at_once=np_any.int8(1))
    assert all(solve_many([LEVEL], jobs=np_any.int64(1), seed=np_any.int64(3)))
    model = train([LEVEL], seed=np_any.int64(3), schedule=Schedule(1), hints=np_any.bool_(True))
    assert model == train([LEVEL], seed=3, schedule=Schedule(1))
    assert model.to_json()


def test_other_real_numbers_are_taken_where_they_can_be() -> None:
    assert Limit(Fraction(1, 2)).seconds == 0.5  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="over 0 seconds, not Fraction"):
        Limit(Fraction(10**400))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "value", [True, np_any.True_, np_any.float64(1), np_any.array([1, 2]), "1", 1.0, None]
)
def test_what_is_no_whole_number_is_no_seed(value: Any) -> None:
    with pytest.raises(OptionError, match="the seed must be a whole number"):
        check_seed(value)


@pytest.mark.parametrize("value", [True, np_any.True_, np_any.array([1.0]), 1j, "1"])
def test_what_is_no_number_is_no_time(value: Any) -> None:
    with pytest.raises(OptionError, match="the time limit must be over 0 seconds"):
        Limit(value)
