"""The reverse curriculum: easier starts on the same boards, and a model that says so."""

from __future__ import annotations

import pytest

from drawn_levels import EASY
from rearview import Model, ModelError, Schedule, TrainingProgress, load_levels, train
from rearview._core import Board
from rearview.levels import read_level
from rearview.training import _Lesson

TINY = Schedule(iterations=2)


def test_an_easier_lesson_starts_where_half_of_the_boxes_have_left_their_targets() -> None:
    board = Board(read_level(EASY).rows)
    goal = board.goals()[0]
    assert set(goal.boxes) == set(board.targets)
    one_off = board.state([goal.boxes[0], max(board.starts)], board.player)
    none_on = board.state(board.starts, board.player)
    easier = _Lesson(board, [goal, one_off, none_on]).easier()
    assert easier is not None
    assert easier.start == one_off
    assert _Lesson(board, [goal]).easier() is None
    assert _Lesson(board).easier() is None


def test_the_forward_agent_learns_from_more_starts() -> None:
    levels = load_levels("microban:1-6")
    seen: list[TrainingProgress] = []
    model = train(levels, hints=False, schedule=TINY, curriculum=True, on_progress=seen.append)
    plain = train(levels, hints=False, schedule=TINY)
    assert [one.level_count for one in seen if one.agent == "backward"] == [6, 6]
    assert all(6 < one.level_count <= 12 for one in seen if one.agent == "forward")
    assert model.backward == plain.backward
    assert model.forward != plain.forward
    assert not model.uses_hints
    assert train(levels, hints=False, schedule=TINY, curriculum=True) == model


def test_a_model_remembers_its_curriculum() -> None:
    levels = load_levels("microban:1-3")
    model = train(levels, schedule=TINY, curriculum=True)
    assert model.provenance is not None
    assert model.provenance.curriculum
    text = model.to_json()
    assert Model.from_json(text) == model
    assert "curriculum" not in train(levels, schedule=TINY).to_json()
    with pytest.raises(ModelError, match="'curriculum' is not true"):
        Model.from_json(text.replace('"curriculum": true', '"curriculum": false'))
