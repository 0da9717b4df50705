"""What the core says about a level: squares, targets, walled boxes, start and goals, states."""

from __future__ import annotations

from random import Random

from rearview._core import State
from reference.known_levels import all_known_levels
from reference.rules import goal_states_with_pull, regions, start_state
from reference.small_levels import random_levels
from reference.translate import MOTIONS, Both


def everything_known() -> list[Both]:
    """Every bundled level and some random small ones."""
    bundled = [Both(known.rows) for known in all_known_levels()]
    return bundled + [Both(rows, level) for rows, level in random_levels(seed=21, count=300)]


def test_board_reads_levels_as_the_reference_does() -> None:
    for both in everything_known():
        board, level = both.board, both.level
        assert both.square_at == level.squares, both.rows
        assert both.square_at[board.player] == level.player
        assert both.to_squares(board.targets) == level.targets, both.rows
        assert both.to_squares(board.starts) == level.boxes, both.rows
        assert set(board.walled_boxes) == level.walled, both.rows
        assert board.box_count == len(level.boxes) == len(board.targets) == len(board.starts)
        assert board.targets == sorted(board.targets)
        assert board.starts == sorted(board.starts)


def test_square_at_is_the_inverse_of_coordinates_and_minus_one_elsewhere() -> None:
    for both in everything_known():
        for x in range(-1, both.board.width + 1):
            for y in range(-1, both.board.height + 1):
                assert both.board.square_at(x, y) == both.number_of.get((x, y), -1), both.rows


def test_start_and_goals_equal_the_reference() -> None:
    for both in everything_known():
        assert both.to_reference(both.board.start()) == start_state(both.level), both.rows
        goals = both.board.goals()
        found = {both.to_reference(goal) for goal in goals}
        assert found == goal_states_with_pull(both.level), both.rows
        assert len(found) == len(goals)


def test_a_state_is_the_same_whichever_square_of_its_region_the_player_is_on() -> None:
    rng = Random(22)
    for rows, level in random_levels(seed=22, count=200):
        both = Both(rows, level)
        boxes = frozenset(rng.sample(level.squares, len(level.boxes)))
        numbers = [both.number_of[box] for box in boxes]
        for player, region in regions(level, boxes).items():
            state = both.board.state(rng.sample(numbers, len(numbers)), both.number_of[player])
            assert both.to_reference(state) == (boxes, region)
            assert state.boxes == tuple(sorted(numbers))


def test_states_reached_by_moves_equal_states_built_afresh() -> None:
    """Equal, with the same hash and key: the key is kept up to date move by move."""
    rng = Random(23)
    by_key: dict[tuple[str, int], State] = {}
    for known in all_known_levels()[::19]:
        both = Both(known.rows)
        for motion, state in zip(MOTIONS, (both.board.start(), both.board.goals()[0]), strict=True):
            for _ in range(30):
                moves = both.board.moves(state, motion)
                if not moves:
                    break
                state = both.board.apply(state, rng.choice(moves))
                afresh = both.board.state(list(state.boxes), state.player)
                assert state == afresh
                assert (hash(state), state.key) == (hash(afresh), afresh.key)
                known_as = by_key.setdefault((known.title, state.key), state)
                assert known_as == state


def test_states_that_differ_only_in_the_region_of_the_player_are_different() -> None:
    both = Both(("#######", "#@ $ .#", "#######"))
    left = both.to_core((frozenset({(3, 1)}), (1, 1)))
    right = both.to_core((frozenset({(3, 1)}), (4, 1)))
    assert left != right
    assert left.key != right.key
    assert len({left, right, both.board.start()}) == 2


def test_boxes_that_never_move_are_walls_of_the_board() -> None:
    rows = ("########", "# **   #", "# ** $.#", "#####@ #", "########")
    board = Both(rows).board
    assert set(board.walled_boxes) == {(2, 1), (2, 2), (3, 1), (3, 2)}
    assert (board.box_count, board.square_count) == (1, 10)
    assert board.square_at(2, 1) == -1
