"""States, replays and strips of boards, drawn."""

from __future__ import annotations

import re

import pytest

from rearview import State
from rearview.frames import frames
from rearview.levels import read_level
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
    seen = list(frames(LEVEL, "RdruR"))
    assert [frame.pushed for frame in seen] == [
        None,
        ((2, 1), (3, 1)),
        None,
        None,
        ((3, 1), (3, 0)),
        None,
    ]
    seen = list(frames(LEVEL, "RR"))
    assert draw(LEVEL, seen[-1].state) == ("######", "#  @*#", "#*   #", "######")


def test_numbers_squares() -> None:
    assert number_squares(LEVEL, [(1, 2), (4, 1)]) == ("######", "#   2#", "#1   #", "######")


def test_numbers_of_several_digits_stand_apart_between_continuous_walls() -> None:
    level = read_level("#############\n#@$$$$$$$$$$#\n#...........#\n#############")
    wide = number_squares(level, [(x, 2) for x in range(1, 12)])
    assert wide == (
        "#" * 39,
        "###                                 ###",
        "###  1  2  3  4  5  6  7  8  9 10 11###",
        "#" * 39,
    )


@pytest.mark.parametrize(("columns", "rows"), [(5, 2), (10, 5), (15, 10)])
def test_every_number_can_be_read(columns: int, rows: int) -> None:
    """Also far from the other end of a wide board."""
    wall = "#" * (columns + 30)
    room = "#" + " " * 27 + "." * columns + " #"
    level = read_level("\n".join([wall, *[room] * rows, wall]))
    targets = list(level.squares("."))
    drawn = number_squares(level, targets)
    assert re.findall(r"\d+", "\n".join(drawn)) == [str(n) for n in range(1, len(targets) + 1)]
    assert max(map(len, drawn)) <= 80
    assert all(row.endswith("#") for row in drawn)


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
