"""The lower bound on pushes, position after position, against every assignment."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from random import Random

import pytest

from rearview._core import Motion
from rearview._core.testing import distance, push_bounds
from reference.rules import single_steps, start_state
from reference.small_levels import random_levels
from reference.translate import MOTIONS, STEPS_OF, Both

Pushes = list[tuple[int, int, int]]
Look = tuple[list[int], int, list[int], Pushes]
STEPS = 25


class Bounds:
    """Tries every assignment, with distances that are tested elsewhere."""

    def __init__(self, both: Both, motion: Motion) -> None:
        self._both, self._motion = both, motion
        self._known: dict[tuple[int, int, int], int | None] = {}

    def _steps(self, box: int, player: int, goal: int) -> int | None:
        key = (box, player, goal)
        if key not in self._known:
            steps = distance(self._both.board, self._motion, box, player, goal)
            self._known[key] = None if steps < 0 else steps
        return self._known[key]

    def least(self, boxes: Sequence[int], player: int, goals: Sequence[int]) -> int | None:
        totals = []
        for order in permutations(goals):
            ways = [self._steps(box, player, goal) for box, goal in zip(boxes, order, strict=True)]
            totals += [sum(way for way in ways if way is not None)] * (None not in ways)
        return min(totals, default=None)


def walk(both: Both, motion: Motion, rng: Random) -> list[Look]:
    """Positions of a random game, now and then from its start again, with boxes in any order. The
    goals change, and at times cannot be reached."""
    looks: list[Look] = []
    state = start_state(both.level)
    goals = sorted(both.number_of[one] for one in both.level.targets)
    for _ in range(STEPS):
        steps = list(single_steps(both.level, state, STEPS_OF[motion]))
        if not steps or rng.random() < 0.1:
            state = start_state(both.level)
            goals = rng.sample(list(both.number_of.values()), len(goals))
            continue
        boxes = rng.sample(sorted(state[0]), len(state[0]))
        pushes = []
        for step in steps:
            (to,) = step.after[0] - state[0]
            square, player = both.number_of[to], both.number_of[step.after[1]]
            pushes.append((boxes.index(step.box), square, player))
        looks.append((numbers(both, boxes), both.number_of[state[1]], goals, pushes))
        state = rng.choice(steps).after
    return looks


def numbers(both: Both, squares: Sequence[tuple[int, int]]) -> list[int]:
    return [both.number_of[square] for square in squares]


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda motion: motion.name)
def test_bounds_agree_position_after_position(motion: Motion) -> None:
    rng = Random(71)
    without_way = after_pushes = 0
    for rows, level in random_levels(seed=71, count=150, max_boxes=4):
        both = Both(rows, level)
        looks, bounds = walk(both, motion, rng), Bounds(both, motion)
        for look, found in zip(looks, push_bounds(both.board, motion, looks), strict=True):
            boxes, player, goals, pushes = look
            expected = [bounds.least(boxes, player, goals)]
            if expected[0] is None:
                without_way += 1
                pushes = []
            for box, to, after in pushes:
                moved = [*boxes[:box], to, *boxes[box + 1 :]]
                expected.append(bounds.least(moved, after, goals))
                after_pushes += 1
            assert found == expected, (rows, motion.name, look)
    assert without_way > 50
    assert after_pushes > 300
