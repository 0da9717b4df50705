"""Frozen boxes never move, lost ones never reach a target: drawn, and tried out."""

from __future__ import annotations

from random import Random

import pytest

from rearview.levels import Level, read_level
from rearview.marks import find_marks
from reference.exhaustive import TooManyStatesError, pushed_from_start
from reference.level import Level as Reference
from reference.level import Square, parse
from reference.rules import pushes_of, single_steps, start_state
from reference.small_levels import random_rows

TOP_ROW = "#######\n#@$   #\n#     #\n#   . #\n#######"
CORNER = "#######\n#$@   #\n#   . #\n#######"
BLOCK = "#######\n#     #\n# $$  #\n# $$@ #\n# ....#\n#######"
PAIR_AT_WALL = "########\n#@ $$..#\n#      #\n########"
AT_HOME_IN_A_CORNER = "########\n#@ $ .*#\n#   ####\n########"
AT_HOME_BUT_FREE = "#######\n#     #\n# @*  #\n#     #\n#######"
OUT_OF_REACH = "########\n#@$.#$ #\n########"


@pytest.mark.parametrize(
    ("drawing", "frozen", "lost"),
    [
        (TOP_ROW, set(), {(2, 1)}),
        (CORNER, {(1, 1)}, set()),
        (BLOCK, {(2, 2), (3, 2), (2, 3), (3, 3)}, set()),
        (PAIR_AT_WALL, {(3, 1), (4, 1)}, set()),
        (AT_HOME_IN_A_CORNER, {(6, 1)}, set()),
        (AT_HOME_BUT_FREE, set(), set()),
        (OUT_OF_REACH, {(5, 1)}, set()),
    ],
)
def test_tells_frozen_boxes_from_lost_ones(
    drawing: str, frozen: set[Square], lost: set[Square]
) -> None:
    marks = find_marks(read_level(drawing))
    assert (set(marks.frozen), set(marks.lost)) == (frozen, lost)


def test_what_is_marked_is_so_whatever_is_played() -> None:
    rng = Random(7)
    frozen = lost = 0
    for _ in range(400):
        rows = random_rows(rng, 3)
        marks = find_marks(Level(rows))
        try:
            level = parse(rows)
            states = pushed_from_start(level, 300) if marks.frozen | marks.lost else {}
        except (ValueError, TooManyStatesError):
            continue
        for box in marks.frozen & level.boxes:
            assert all(box in boxes for boxes, _ in states), rows
            frozen += 1
        for box in marks.lost:
            assert not squares_reached(level, box) & level.targets, rows
            lost += 1
    assert min(frozen, lost) > 20


def squares_reached(level: Reference, box: Square) -> set[Square]:
    """Every square to which play can bring the box."""
    start = (start_state(level), box)
    seen, waiting = {start}, [start]
    while waiting:
        state, tracked = waiting.pop()
        for step in single_steps(level, state, pushes_of):
            (pushed_to,) = step.after[0] - state[0]
            after = (step.after, pushed_to if step.box == tracked else tracked)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return {tracked for _, tracked in seen}
