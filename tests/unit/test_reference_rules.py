"""The naive reference against levels small enough to work out by hand."""

from __future__ import annotations

import pytest

from reference.level import draw, held_fast, parse
from reference.replay import replay, shortest_walk
from reference.rules import (
    goal_states,
    goal_states_with_pull,
    macro_moves,
    pulls_of,
    pushes_of,
    regions,
    single_steps,
    start_state,
    states_after,
)

CORRIDOR = (
    "######",
    "#@$ .#",
    "######",
)
ROOM = (
    "#######",
    "#     #",
    "#@$  .#",
    "#     #",
    "#######",
)
DOORWAY = (
    "#######",
    "###   #",
    "#@$  .#",
    "###   #",
    "#######",
)


def test_reads_marks_as_walls_targets_boxes_and_player() -> None:
    level = parse(("#####", "#+* #", "# $.#", "#####"))
    assert level.player == (1, 1)
    assert level.boxes == {(2, 1), (2, 2)}
    assert level.targets == {(1, 1), (2, 1), (3, 2)}
    assert level.squares == [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2)]


def test_numbers_only_squares_that_the_player_could_reach_without_boxes() -> None:
    level = parse(("########", "#@$.#  #", "########"))
    assert level.squares == [(1, 1), (2, 1), (3, 1)]


def test_boxes_outside_the_floor_are_walls() -> None:
    level = parse(("########", "#@$.#* #", "########"))
    assert level.boxes == {(2, 1)}
    assert level.targets == {(3, 1)}
    assert level.walled == {(5, 1)}


def test_boxes_on_targets_that_can_never_move_are_walls() -> None:
    level = parse(("#######", "#**   #", "#** $.#", "#    @#", "#######"))
    assert level.walled == {(1, 1), (2, 1), (1, 2), (2, 2)}
    assert level.boxes == {(4, 2)}
    assert level.targets == {(5, 2)}
    assert (1, 1) not in level.floor


def test_boxes_that_lean_on_each_other_in_the_open_are_not_walls() -> None:
    level = parse(("#######", "#     #", "# **  #", "# * $.#", "#    @#", "#######"))
    assert level.walled == set()


def test_floor_behind_walled_boxes_is_floor_still() -> None:
    level = parse(("########", "# **   #", "# ** $.#", "#####@ #", "########"))
    assert level.walled == {(2, 1), (2, 2), (3, 1), (3, 2)}
    assert {(1, 1), (1, 2)} <= level.floor


def test_a_box_off_its_target_is_no_wall_but_holds_others_fast() -> None:
    level = parse(("#######", "#$*   #", "#** $ #", "#.  .@#", "#######"))
    assert level.walled == {(2, 1), (1, 2), (2, 2)}
    assert level.boxes == {(1, 1), (4, 2)}


@pytest.mark.parametrize("outside", ["$*", "*."])
def test_rejects_a_loose_box_or_a_free_target_out_of_reach(outside: str) -> None:
    with pytest.raises(ValueError, match="out of reach"):
        parse(("########", f"#@$.#{outside}#", "########"))


def test_boxes_are_held_fast_by_corners_by_each_other_and_in_blocks() -> None:
    floor = {(x, y) for x in range(4) for y in range(3)}
    assert held_fast({(1, 0)}, floor) == set()
    assert held_fast({(1, 1), (2, 1)}, floor) == set()
    assert held_fast({(1, 0), (2, 0)}, floor) == {(1, 0), (2, 0)}
    assert held_fast({(0, 0)}, floor) == {(0, 0)}
    assert held_fast({(0, 0), (1, 0), (2, 0)}, floor) == {(0, 0), (1, 0), (2, 0)}
    assert held_fast({(1, 1), (2, 1), (1, 2), (2, 2)}, floor) == {(1, 1), (2, 1), (1, 2), (2, 2)}


def test_draws_what_it_reads() -> None:
    assert draw(parse(DOORWAY)) == "\n".join(DOORWAY)


def test_regions_are_named_by_their_first_square_in_reading_order() -> None:
    level = parse(DOORWAY)
    assert set(regions(level, frozenset({(2, 2)})).values()) == {(1, 2), (3, 1)}
    assert set(regions(level, frozenset({(4, 2)})).values()) == {(3, 1)}


def test_a_push_needs_the_player_behind_and_room_before_the_box() -> None:
    level = parse(CORRIDOR)
    (push,) = single_steps(level, start_state(level), pushes_of)
    assert push == ((2, 1), "r", (frozenset({(3, 1)}), (1, 1)))


def test_a_pull_needs_two_free_squares_in_a_row() -> None:
    level = parse(("######", "# @$.#", "######"))
    (pull,) = single_steps(level, start_state(level), pulls_of)
    assert pull == ((3, 1), "l", (frozenset({(2, 1)}), (1, 1)))
    squeezed = parse(("#####", "#@$.#", "#####"))
    assert list(single_steps(squeezed, start_state(squeezed), pulls_of)) == []


def test_pull_undoes_push_in_an_open_room() -> None:
    level = parse(ROOM)
    start = start_state(level)
    for push in single_steps(level, start, pushes_of):
        assert start in {pull.after for pull in single_steps(level, push.after, pulls_of)}


def test_macro_pushes_take_a_box_anywhere_in_an_open_room() -> None:
    level = parse(ROOM)
    moves = macro_moves(level, start_state(level), pushes_of)
    assert len(moves) == 14
    assert {move.destination for move in moves} == level.floor - {(2, 2)}


def test_macro_push_can_end_on_its_own_square_with_the_player_on_the_other_side() -> None:
    level = parse(DOORWAY)
    moves = macro_moves(level, start_state(level), pushes_of)
    assert len(moves) == 12
    assert [move.after for move in moves if move.destination == (2, 2)] == [
        (frozenset({(2, 2)}), (3, 1))
    ]
    assert sum(move.destination == (3, 2) for move in moves) == 2


def test_other_boxes_stand_still_during_a_macro() -> None:
    level = parse(("########", "#@$ $ ..", "########"))
    moves = macro_moves(level, start_state(level), pushes_of)
    assert {(move.source, move.destination) for move in moves} == {((2, 1), (3, 1))}


def test_macro_pulls_in_a_corridor() -> None:
    level = parse(("#######", "#@ $ .#", "#######"))
    assert goal_states(level) == {(frozenset({(5, 1)}), (1, 1))}
    moves = macro_moves(level, (frozenset({(5, 1)}), (1, 1)), pulls_of)
    assert {move.destination for move in moves} == {(2, 1), (3, 1), (4, 1)}


def test_states_after_moves_count_each_state_once() -> None:
    level = parse(CORRIDOR)
    counts = [len(states_after(level, {start_state(level)}, pushes_of, k)) for k in range(4)]
    assert counts == [1, 2, 1, 0]


def test_goal_regions_without_a_pull_are_left_out() -> None:
    level = parse(("########", "#@$  . #", "########"))
    assert goal_states(level) == {
        (frozenset({(5, 1)}), (1, 1)),
        (frozenset({(5, 1)}), (6, 1)),
    }
    assert goal_states_with_pull(level) == {(frozenset({(5, 1)}), (1, 1))}


def test_replay_records_pushes_and_walks() -> None:
    level = parse(ROOM)
    first, second = replay(level, "RurD")
    assert (first.source, first.destination, first.walk) == ((2, 2), (3, 2), 0)
    assert (second.source, second.destination, second.walk) == ((3, 2), (3, 3), 2)
    assert (second.walk_from, second.walk_to) == ((2, 2), (3, 1))


@pytest.mark.parametrize(
    ("lurd", "reason"),
    [("u", "wall"), ("r", "wrong case"), ("RRR", "obstacle"), ("RL", "wrong case")],
)
def test_replay_rejects_what_the_rules_forbid(lurd: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        replay(parse(CORRIDOR), lurd)


def test_shortest_walk_goes_around_boxes() -> None:
    level = parse(ROOM)
    assert shortest_walk(level, level.boxes, (1, 2), (3, 2)) == 4
    assert shortest_walk(level, frozenset(), (1, 2), (3, 2)) == 2
    corridor = parse(CORRIDOR)
    assert shortest_walk(corridor, corridor.boxes, (1, 1), (3, 1)) is None
