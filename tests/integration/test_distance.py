"""Distances and dead squares against a lone box walked about one step at a time."""

from __future__ import annotations

from random import Random

import pytest

from rearview._core import Motion
from rearview._core.testing import distance
from reference.known_levels import NAMES, spread
from reference.level import Square
from reference.lone_box import NEVER, dead_for_pulls, dead_for_pushes, distances
from reference.small_levels import random_levels
from reference.translate import MOTIONS, STEPS_OF, Both

DOORWAY = (
    "#######",
    "###   #",
    "#@$  .#",
    "###   #",
    "#######",
)


def assert_distances_agree(both: Both, box: Square, player: Square, motion: Motion) -> None:
    expected = distances(both.level, box, player, STEPS_OF[motion])
    here, side = both.number_of[box], both.number_of[player]
    found = {
        goal: distance(both.board, motion, here, side, number)
        for goal, number in both.number_of.items()
    }
    wanted = {goal: expected.get(goal, NEVER) for goal in both.level.floor}
    assert found == wanted, (both.rows, motion.name, box, player)


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda motion: motion.name)
def test_distances_agree_everywhere_on_random_small_levels(motion: Motion) -> None:
    for rows, level in random_levels(seed=41, count=60):
        both = Both(rows, level)
        for box in level.floor:
            for player in level.floor - {box}:
                assert_distances_agree(both, box, player, motion)


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda motion: motion.name)
@pytest.mark.parametrize("collection", NAMES)
def test_distances_agree_on_bundled_levels(collection: str, motion: Motion) -> None:
    rng = Random(42)
    for known in spread(collection, 12):
        both = Both(known.rows)
        for box in rng.sample(both.level.squares, 10):
            for player in both.level.neighbours[box]:
                assert_distances_agree(both, box, player, motion)


def test_distance_depends_on_the_side_of_the_player() -> None:
    both = Both(DOORWAY)
    door, left, right, end = (both.number_of[x, 2] for x in (2, 1, 3, 5))
    board = both.board
    assert distance(board, Motion.push, door, left, end) == 3
    assert distance(board, Motion.push, door, right, end) == -1
    assert distance(board, Motion.push, door, left, left) == 5
    assert distance(board, Motion.push, door, right, left) == 1
    assert distance(board, Motion.pull, end, right, door) == 3
    assert distance(board, Motion.push, door, right, door) == 0


def assert_dead_squares_agree(both: Both) -> None:
    found_push = both.to_squares(both.board.dead_squares(Motion.push))
    assert found_push == dead_for_pushes(both.level), (both.rows, "push")
    found_pull = both.to_squares(both.board.dead_squares(Motion.pull))
    assert found_pull == dead_for_pulls(both.level), (both.rows, "pull")


def test_dead_squares_agree_on_random_small_levels() -> None:
    for rows, level in random_levels(seed=43, count=500):
        assert_dead_squares_agree(Both(rows, level))


@pytest.mark.parametrize("collection", NAMES)
def test_dead_squares_agree_on_bundled_levels(collection: str) -> None:
    for known in spread(collection, 8):
        assert_dead_squares_agree(Both(known.rows))


def test_corners_are_dead_for_pushes_and_niches_for_pulls() -> None:
    rows = (
        "######",
        "#@   #",
        "# $ .#",
        "## ###",
        "######",
    )
    both = Both(rows)
    dead = both.to_squares(both.board.dead_squares(Motion.push))
    assert {(1, 1), (1, 2), (2, 3)} <= dead
    assert not {(2, 2), (3, 2), (4, 2)} & dead
    corridor = Both(("#####", "#@$.#", "## ##", "#####"))
    assert corridor.to_squares(corridor.board.dead_squares(Motion.pull)) == {(2, 2)}
