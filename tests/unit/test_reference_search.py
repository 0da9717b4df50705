"""Exhaustive search, lone boxes and random levels of the naive reference."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from reference.exhaustive import (
    TooManyStatesError,
    is_solvable,
    pulled_from_goals,
    pushed_from_start,
    returnable_states,
    solvable_states,
)
from reference.level import Level, parse
from reference.lone_box import dead_for_pulls, dead_for_pushes, distances, nearest_target
from reference.rules import (
    pulls_of,
    pushes_of,
    start_state,
    states_after,
)
from reference.shrink import shrink
from reference.small_levels import Rows, random_levels, random_levels_explored
from reference.strategies import small_level_rows

CELL = (
    "#####",
    "#@  #",
    "# $ #",
    "# . #",
    "#####",
)
DOORWAY = (
    "#######",
    "###   #",
    "#@$  .#",
    "###   #",
    "#######",
)
MAX_STATES = 2000


def test_finds_every_state_and_the_solvable_ones() -> None:
    level = parse(CELL)
    graph = pushed_from_start(level, MAX_STATES)
    assert len(graph) == 9
    assert solvable_states(level, graph) == {
        (frozenset({(2, 2)}), (1, 1)),
        (frozenset({(2, 3)}), (1, 1)),
    }


def test_pulls_from_the_goal_reach_the_solvable_states_only() -> None:
    level = parse(CELL)
    graph = pulled_from_goals(level, MAX_STATES)
    assert graph.keys() == {
        (frozenset({(2, 2)}), (1, 1)),
        (frozenset({(2, 3)}), (1, 1)),
    }
    assert returnable_states(level, graph) == set(graph)


def test_a_box_in_a_corner_is_not_solvable() -> None:
    level = parse(CELL)
    assert is_solvable(level, start_state(level), MAX_STATES)
    assert not is_solvable(level, (frozenset({(3, 3)}), (1, 1)), MAX_STATES)


def test_player_side_decides_whether_a_state_is_solvable() -> None:
    level = parse(DOORWAY)
    assert is_solvable(level, (frozenset({(2, 2)}), (1, 2)), MAX_STATES)
    assert not is_solvable(level, (frozenset({(2, 2)}), (3, 1)), MAX_STATES)


def test_gives_up_on_levels_that_are_too_large() -> None:
    with pytest.raises(TooManyStatesError):
        pushed_from_start(parse(CELL), 8)


def test_lone_box_distance_respects_the_side_of_the_player() -> None:
    level = parse(DOORWAY)
    from_left = distances(level, (2, 2), (1, 2), pushes_of)
    assert (from_left[3, 2], from_left[1, 2], from_left[2, 2]) == (1, 5, 0)
    assert distances(level, (2, 2), (3, 2), pushes_of) == {(2, 2): 0, (1, 2): 1}
    assert nearest_target(level, (2, 2), (1, 2)) == 3
    assert nearest_target(level, (2, 2), (3, 2)) == -1


def test_lone_box_is_pulled_through_a_doorway() -> None:
    level = parse(DOORWAY)
    assert distances(level, (5, 2), (4, 2), pulls_of)[2, 2] == 3


def test_dead_squares_of_a_cell() -> None:
    level = parse(CELL)
    assert dead_for_pushes(level) == level.floor - {(2, 2), (2, 3)}
    assert dead_for_pulls(level) == set()


def test_a_box_in_a_niche_beside_a_corridor_can_not_be_pulled_out() -> None:
    level = parse(("#####", "#@$.#", "## ##", "#####"))
    assert dead_for_pulls(level) == {(2, 2)}


def test_the_same_seed_gives_the_same_levels() -> None:
    first = [rows for rows, _ in random_levels(7, 20)]
    assert first == [rows for rows, _ in random_levels(7, 20)]
    assert first != [rows for rows, _ in random_levels(8, 20)]
    assert len(set(first)) == 20


def test_random_levels_are_mostly_solvable_and_not_trivial() -> None:
    levels = list(random_levels_explored(0, 100, MAX_STATES))
    solvable = [start_state(level) in solvable_states(level, graph) for _, level, graph in levels]
    assert sum(solvable) >= 60
    assert sum(len(graph) >= 12 for _, _, graph in levels) >= 60
    assert {len(level.boxes) for _, level, _ in levels} >= {1, 2, 3, 4}


def test_pushes_and_pulls_mirror_each_other_on_random_levels() -> None:
    for _, level, pushed in random_levels_explored(1, 60, MAX_STATES):
        pulled = pulled_from_goals(level, 50 * MAX_STATES)
        both = pushed.keys() & pulled.keys()
        assert solvable_states(level, pushed) == both
        assert returnable_states(level, pulled) == both


@settings(max_examples=60, derandomize=True, deadline=None)
@given(small_level_rows())
def test_macro_moves_reach_what_single_steps_reach(rows: Rows) -> None:
    level = parse(rows)
    try:
        graph = pushed_from_start(level, 300)
    except TooManyStatesError:
        return
    reached = {start_state(level)}
    while True:
        more = reached | states_after(level, reached, pushes_of, 1)
        if more == reached:
            break
        reached = more
    assert reached == set(graph)


def unwalled(rows: Rows) -> Level:
    """The level with its walled boxes as boxes again."""
    level = parse(rows)
    return Level(
        level.floor | level.walled,
        level.targets | level.walled,
        level.boxes | level.walled,
        level.player,
        frozenset(),
    )


def test_walling_boxes_that_never_move_changes_no_reachable_state() -> None:
    rows = ("#######", "#**   #", "#** $.#", "#    @#", "#######")
    level, as_drawn = parse(rows), unwalled(rows)
    graph = pushed_from_start(level, MAX_STATES)
    with_walled = {
        (boxes | level.walled, player) for boxes, player in pushed_from_start(level, MAX_STATES)
    }
    assert len(graph) > 5
    assert with_walled == set(pushed_from_start(as_drawn, MAX_STATES))


def test_shrinks_a_failing_level_to_what_makes_it_fail() -> None:
    rows = ("#######", "#@    #", "# $$$ #", "# ... #", "#     #", "#######")
    smallest = shrink(rows, lambda candidate: sum(row.count("$") for row in candidate) >= 2)
    assert sum(row.count("$") for row in smallest) == 2
    assert sum(row.count(" ") for row in smallest) <= 2
