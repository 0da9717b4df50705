"""Features of the core against their definitions, computed naively, and against literal numbers."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from rearview._core import Motion, features
from reference.features import backward_features, forward_features
from reference.known_levels import NAMES, spread
from reference.level import Square, State
from reference.replay import replay
from reference.rules import goal_states_with_pull, macro_moves, normalised, pulls_of, pushes_of
from reference.small_levels import random_levels, widened
from reference.translate import Both

SQUARE_ROOM = (
    "#######",
    "#@    #",
    "# $$  #",
    "# ..  #",
    "#     #",
    "#######",
)


def of_core(both: Both, state: State, trajectory: Sequence[State]) -> dict[str, float]:
    past = [both.to_core(seen) for seen in trajectory]
    return features(both.board, both.to_core(state), Motion.push, past)


def of_core_backward(both: Both, state: State) -> dict[str, float]:
    return features(both.board, both.to_core(state), Motion.pull)


def assert_features_agree(both: Both, state: State, trajectory: Sequence[State]) -> None:
    expected = forward_features(both.level, state, trajectory)
    assert of_core(both, state, trajectory) == pytest.approx(expected, abs=1e-6), both.rows
    expected = backward_features(both.level, state)
    assert of_core_backward(both, state) == pytest.approx(expected, abs=1e-6), both.rows


def order(state: State) -> tuple[object, ...]:
    return (sorted(state[0]), state[1])


def random_trajectory(both: Both, length: int, rng: Random) -> list[State]:
    """Goal first, then random macro pulls."""
    goals = sorted(goal_states_with_pull(both.level), key=order)
    if not goals:
        return []
    states = [rng.choice(goals)]
    for _ in range(length):
        moves = macro_moves(both.level, states[-1], pulls_of)
        if not moves:
            break
        states.append(rng.choice(sorted((move.after for move in moves), key=order)))
    return states


@pytest.mark.parametrize("collection", NAMES)
def test_features_along_known_solutions_equal_their_definitions(collection: str) -> None:
    """Hints come from another way back: random pulls, or the reverse of half the solution."""
    rng = Random(51)
    for known in spread(collection, 6):
        both = Both(known.rows)
        pushes = replay(both.level, known.lurd)
        backwards = [push.after for push in reversed(pushes)]
        for trajectory in (
            [],
            random_trajectory(both, 12, rng),
            backwards[: len(backwards) // 2],
            backwards,
        ):
            for push in rng.sample(pushes, min(8, len(pushes))):
                assert_features_agree(both, push.before, trajectory)
            assert_features_agree(both, pushes[-1].after, trajectory)


def test_features_on_random_small_levels_equal_their_definitions() -> None:
    rng = Random(52)
    for rows, level in random_levels(seed=52, count=400):
        both = Both(rows, level)
        trajectory = random_trajectory(both, rng.randint(0, 8), rng)
        state = normalised(level, level.boxes, level.player)
        for _ in range(4):
            assert_features_agree(both, state, trajectory)
            moves = macro_moves(level, state, pushes_of)
            if not moves:
                break
            state = rng.choice(sorted((move.after for move in moves), key=order))
        for state in trajectory:
            assert_features_agree(both, state, trajectory)


@pytest.mark.parametrize("side", [7, 10, 15, 20])
def test_features_on_wide_boards_equal_their_definitions(side: int) -> None:
    rng = Random(side)
    for rows, _ in random_levels(seed=side, count=3):
        both = Both(widened(rows, side, side))
        trajectory = random_trajectory(both, 6, rng)
        state = normalised(both.level, both.level.boxes, both.level.player)
        for seen in (state, *trajectory):
            assert_features_agree(both, seen, trajectory)


def room_state(both: Both, *boxes: Square) -> State:
    return normalised(both.level, boxes, (1, 4))


def test_features_of_a_square_room() -> None:
    """The farthest square that is not dead is two pushes from a target."""
    both = Both(SQUARE_ROOM)
    state = room_state(both, (2, 2), (3, 2))
    assert of_core(both, state, []) == pytest.approx(
        {
            "targets": 0.0,
            "distance": 0.5,
            "gamma1": 0.9025,
            "gamma2": 0.9025,
            "connectivity": 0.5,
            "overlap": 0.0,
            "perm": 0.0,
            "bias": 1.0,
        }
    )
    assert of_core_backward(both, room_state(both, (2, 3), (4, 2))) == pytest.approx(
        {
            "targets": 0.5,
            "distance": 0.5,
            "gamma1": 0.9025,
            "gamma2": 0.95,
            "connectivity": 0.5,
            "bias": 1.0,
        }
    )


def test_a_box_that_never_reaches_a_target_counts_the_largest_distance() -> None:
    both = Both(SQUARE_ROOM)
    assert of_core(both, room_state(both, (1, 1), (3, 3)), [])["distance"] == pytest.approx(0.5)


def test_overlap_is_the_best_match_on_the_trajectory() -> None:
    both = Both(SQUARE_ROOM)
    trajectory = [
        room_state(both, (2, 3), (3, 3)),
        room_state(both, (2, 3), (3, 2)),
        room_state(both, (2, 2), (3, 2)),
    ]
    for boxes, expected in (
        (((2, 3), (3, 2)), 1.0),
        (((2, 2), (3, 3)), 0.5),
        (((4, 2), (4, 3)), 0.0),
    ):
        found = of_core(both, room_state(both, *boxes), trajectory)["overlap"]
        assert found == pytest.approx(expected)


def test_perm_counts_the_filled_prefix_of_the_packing_order() -> None:
    """Pulled off last is filled first: (2, 3) before (3, 3)."""
    both = Both(SQUARE_ROOM)
    trajectory = [
        room_state(both, (2, 3), (3, 3)),
        room_state(both, (2, 3), (3, 2)),
        room_state(both, (2, 2), (3, 2)),
    ]
    for boxes, expected in (
        (((2, 3), (4, 2)), 0.5),
        (((3, 3), (4, 2)), 0.0),
        (((2, 3), (3, 3)), 1.0),
        (((3, 2), (4, 2)), 0.0),
    ):
        found = of_core(both, room_state(both, *boxes), trajectory)["perm"]
        assert found == pytest.approx(expected)


def test_perm_counts_targets_never_vacated_when_one_of_them_is_empty() -> None:
    rows = (
        "########",
        "#@     #",
        "# $$$  #",
        "# ...  #",
        "#      #",
        "########",
    )
    both = Both(rows)
    trajectory = [
        room_state(both, (2, 3), (3, 3), (4, 3)),
        room_state(both, (2, 3), (3, 3), (4, 2)),
    ]
    for boxes, expected in (
        (((2, 3), (4, 3), (5, 2)), 1 / 3),
        (((2, 3), (3, 3), (5, 2)), 2 / 3),
        (((2, 3), (3, 3), (4, 3)), 1.0),
        (((4, 3), (5, 2), (5, 3)), 0.0),
    ):
        found = of_core(both, room_state(both, *boxes), trajectory)["perm"]
        assert found == pytest.approx(expected)


def test_a_target_filled_more_than_once_counts_when_last_filled() -> None:
    """Backwards: (2, 3) is left, taken again and left; (3, 3) is left in between."""
    both = Both(SQUARE_ROOM)
    trajectory = [
        room_state(both, (2, 3), (3, 3)),
        room_state(both, (2, 2), (3, 3)),
        room_state(both, (2, 3), (3, 3)),
        room_state(both, (2, 3), (3, 2)),
        room_state(both, (2, 2), (3, 2)),
    ]
    assert of_core(both, room_state(both, (2, 3), (4, 2)), trajectory)["perm"] == 0.0
    found = of_core(both, room_state(both, (3, 3), (4, 2)), trajectory)["perm"]
    assert found == pytest.approx(0.5)


def test_every_feature_stays_between_0_and_1() -> None:
    both = Both(("#########", "#@$    .#", "#########"))
    state = normalised(both.level, {(4, 1)}, (1, 1))
    assert of_core(both, state, [])["connectivity"] == 1.0
    assert of_core_backward(both, state)["connectivity"] == 1.0
