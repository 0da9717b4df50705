"""Functions that are called with something of the wrong kind say so in the caller's words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import rearview
import rearview.levels
from rearview import (
    ArgumentError,
    Level,
    LevelError,
    ModelError,
    OptionError,
    SolutionError,
    Strategy,
    load_levels,
    solve,
    solve_many,
)
from rearview.levels import read_level

LEVEL = Level(("#####", "#@$.#", "#####"))
SOLVED = solve(LEVEL)
# Who checks types knows all this already.
lie: Any = rearview


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: lie.load_levels(7), "what must be a str or a PathLike, not an int"),
        (lambda: lie.load_levels(b"x"), "what must be a str or a PathLike, not a bytes"),
        (lambda: lie.solve("microban:1"), "level must be a Level, not a str"),
        (lambda: lie.solve([LEVEL]), "level must be a Level, not a list"),
        (lambda: lie.solve(LEVEL, limit=10), "limit must be a Limit, not an int"),
        (lambda: lie.solve(LEVEL, model="m.json"), "model must be a Model or None, not a str"),
        (lambda: lie.solve(LEVEL, strategy="paper"), "strategy must be a Strategy or None"),
        (lambda: lie.solve(LEVEL, on_progress=1), "on_progress must be a function or None"),
        (lambda: lie.solve_many("microban"), "levels must be a sequence of Level, not a str"),
        (lambda: lie.solve_many(LEVEL), "levels must be a sequence of Level, not a Level"),
        (lambda: lie.solve_many([LEVEL, 1]), "number 2 of levels must be a Level, not an int"),
        (lambda: lie.solve_many([LEVEL], limit=1), "limit must be a Limit, not an int"),
        (lambda: lie.train("microban"), "levels must be a sequence of Level, not a str"),
        (lambda: lie.train(iter([LEVEL])), "levels must be a Sequence, not a list_iterator"),
        (lambda: lie.train([LEVEL], features="perm"), "features must be a sequence of str"),
        (lambda: lie.train([LEVEL], schedule=5), "schedule must be a Schedule, not an int"),
        (lambda: lie.train([LEVEL], strategy=5), "strategy must be a Strategy or None"),
        (lambda: lie.train([LEVEL], on_progress=5), "on_progress must be a function or None"),
        (lambda: lie.verify("microban:1", "r"), "level must be a Level, not a str"),
        (lambda: lie.verify(LEVEL, SOLVED), "lurd must be a str, not a Result"),
        (lambda: lie.explain(LEVEL, "R"), "result must be a Result, not a str"),
        (lambda: lie.explain("R", SOLVED), "level must be a Level, not a str"),
        (lambda: lie.explain(LEVEL, SOLVED, "m"), "model must be a Model or None, not a str"),
        (lambda: lie.level_after("#@$.#", ""), "level must be a Level, not a str"),
        (lambda: lie.level_after(LEVEL, 7), "lurd must be a str, not an int"),
        (lambda: lie.diagnose("microban:1"), "level must be a Level, not a str"),
        (lambda: lie.diagnose(LEVEL, limit=2), "limit must be a Limit, not an int"),
        (lambda: lie.diagnose(LEVEL, model="m"), "model must be a Model or None, not a str"),
        (lambda: lie.diagnose(LEVEL, on_progress=1), "on_progress must be a function or None"),
        (lambda: lie.hint(LEVEL, None), "lurd must be a str, not None"),
        (lambda: lie.hint(LEVEL, limit=2), "limit must be a Limit, not an int"),
        (lambda: lie.estimate_difficulty("x"), "level must be a Level, not a str"),
        (lambda: lie.estimate_difficulty(LEVEL, result="R"), "result must be a Result or None"),
        (lambda: lie.unused_floor(LEVEL, SOLVED), "lurd must be a str, not a Result"),
        (lambda: lie.Model(1, 2), "backward must be a Mapping, not an int"),
        (lambda: lie.Model({}, [1]), "forward must be a Mapping, not a list"),
        (lambda: lie.Model.load(7), "path must be a str or a PathLike, not an int"),
        (lambda: lie.Model.from_json({}), "text must be a str or a bytes, not a dict"),
        (lambda: lie.Strategy("no"), "hints must be a bool, not a str"),
        (lambda: lie.Strategy(detectors="freeze"), "detectors must be a sequence of str"),
        (lambda: lie.Strategy(detectors=7), "detectors must be a sequence of str, not an int"),
        (lambda: lie.Level("#@$.#"), "rows must be a sequence of str, not a str"),
        (lambda: lie.Level([1]), "number 1 of rows must be a str, not an int"),
        (lambda: lie.levels.read_levels(b"#@$.#"), "text must be a str, not a bytes"),
        (lambda: lie.levels.read_level(None), "text must be a str, not None"),
        (lambda: lie.levels.validate("#@$.#"), "level must be a Level, not a str"),
        (lambda: lie.levels.level_hash("#@$.#"), "level must be a Level, not a str"),
        (lambda: lie.levels.write_levels(LEVEL), "levels must be a sequence of Level"),
    ],
)
def test_is_refused_in_one_sentence(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ArgumentError) as refusal:
        call()
    assert message in str(refusal.value)
    assert isinstance(refusal.value, TypeError)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: lie.Limit("1"), "the time limit must be over 0 seconds, not '1'"),
        (lambda: lie.Limit(None), "the time limit must be over 0 seconds, not None"),
        (lambda: lie.Schedule("x"), "iterations must be a whole number from 1 to 10,000, not 'x'"),
        (lambda: lie.Schedule(rate="x"), "rate must be over 0 and at most 1, not 'x'"),
        (lambda: lie.solve(LEVEL, seed="0"), "not '0'"),
        (lambda: lie.solve_many([LEVEL], jobs="2"), "jobs must be a whole number"),
    ],
)
def test_an_option_that_is_no_number_is_refused_as_one_that_makes_no_sense(
    call: Callable[[], object], message: str
) -> None:
    with pytest.raises(OptionError) as refusal:
        call()
    assert message in str(refusal.value)


def test_names_that_are_no_text_are_unknown_features() -> None:
    with pytest.raises(ModelError, match="has an unknown feature 1"):
        lie.Model({1: 2.0, "bias": 1.0, "x": 1.0}, {})


def test_detectors_may_be_a_list() -> None:
    assert lie.Strategy(detectors=["freeze"]) == Strategy(detectors=("freeze",))


def test_levels_may_come_one_by_one() -> None:
    assert [bool(result) for result in solve_many(iter([LEVEL, LEVEL]))] == [True, True]


def test_explaining_a_result_of_another_level_is_refused() -> None:
    one, other = load_levels("microban:1-2")
    with pytest.raises(SolutionError, match="belongs to another level"):
        rearview.explain(other, rearview.solve(one))


def test_explaining_a_hint_of_another_level_is_refused() -> None:
    hint = (rearview.State(boxes=frozenset({(40, 40)}), player=(41, 40)),)
    result = rearview.Result(rearview.Outcome.UNSOLVED, trajectory=hint)
    with pytest.raises(SolutionError, match="belongs to another level"):
        rearview.explain(LEVEL, result)


def test_explaining_an_invalid_level_is_refused() -> None:
    level = read_level("#####\n#@@$#\n#  .#\n#####")
    with pytest.raises(LevelError, match="player"):
        rearview.explain(level, rearview.solve(level))
