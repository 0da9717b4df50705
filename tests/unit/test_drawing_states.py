"""States, replays and strips of boards, drawn."""

from __future__ import annotations

from rearview import State
from rearview.levels import read_level
from rearview.replay import replay
from rearview.reporters.boards import number_squares, strip_of_boards
from rearview.state import draw

LEVEL = read_level(
    """\
######
#@$ .#
#*   #
######"""
)


def test_draws_boxes_and_player_where_the_state_has_them() -> None:
    state = State(frozenset({(4, 1), (2, 2)}), (1, 2))
    assert draw(LEVEL, state) == ("######", "#   *#", "#+$  #", "######")


def test_a_mark_covers_what_is_there() -> None:
    state = State(frozenset({(2, 1), (1, 2)}), (1, 1))
    assert draw(LEVEL, state, {(4, 1): "x"})[1] == "#@$ x#"


def test_replays_every_step() -> None:
    frames = list(replay(LEVEL, "RdruR"))
    assert [frame.pushed for frame in frames] == [
        None,
        ((2, 1), (3, 1)),
        None,
        None,
        ((3, 1), (3, 0)),
        None,
    ]
    frames = list(replay(LEVEL, "RR"))
    assert draw(LEVEL, frames[-1].state) == ("######", "#  @*#", "#*   #", "######")


def test_numbers_squares_as_wide_as_the_largest_number() -> None:
    assert number_squares(LEVEL, [(1, 2), (4, 1)]) == ("######", "#   2#", "#1   #", "######")
    level = read_level("#############\n#@$$$$$$$$$$#\n#...........#\n#############")
    wide = number_squares(level, [(x, 2) for x in range(1, 12)])
    assert wide[2] == "## 1 2 3 4 5 6 7 8 91011##"


def test_boards_stand_side_by_side_as_far_as_they_fit() -> None:
    boards = [("##", "a"), ("##", "b"), ("##", "c")]
    assert strip_of_boards(boards, ["1", "2", "3"], width=7) == [
        "1    2",
        "##   ##",
        "a    b",
        "",
        "3",
        "##",
        "c",
    ]
    assert len(strip_of_boards(boards, ["1", "2", "3"], width=1)) == 11
