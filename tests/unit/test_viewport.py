"""The part of a board that is shown always has the player in it."""

from __future__ import annotations

import pytest

from rearview.frames import frames
from rearview.levels import load_levels
from rearview.reporters.viewport import Viewport
from rearview.solving import solve
from rearview.state import draw

BOARD = ["##########", "#@ $    .#", "#        #", "##########"]


def test_a_board_that_fits_is_shown_whole() -> None:
    assert Viewport().look(BOARD, (1, 1), 10, 4) == (BOARD, "")


def test_says_which_part_is_shown() -> None:
    assert Viewport().look(BOARD, (1, 1), 5, 4) == (
        ["#####", "#@ $ ", "#    "],
        "rows 1-3 of 4, columns 1-5 of 10",
    )
    assert Viewport().look(BOARD, (1, 1), 10, 3)[1] == "rows 1-2 of 4"


def test_moves_only_when_the_followed_square_comes_near_the_edge() -> None:
    viewport = Viewport()
    rows = ["0123456789" * 3]
    seen = [viewport.look(rows, (x, 0), 10, 2)[0][0][0] for x in (0, 6, 7, 8, 6, 5, 4, 3)]
    assert seen == ["0", "0", "1", "2", "2", "2", "1", "0"]


@pytest.mark.parametrize(("columns", "lines"), [(1, 1), (1, 2), (5, 4), (12, 20), (40, 6)])
def test_the_player_is_in_sight_all_the_way(columns: int, lines: int) -> None:
    level = load_levels("microban:1")[0]
    viewport = Viewport()
    for frame in frames(level, solve(level).lurd):
        rows, part = viewport.look(draw(level, frame.state), frame.state.player, columns, lines)
        assert len(rows) + bool(part) <= max(2, lines)
        assert max(map(len, rows)) <= columns
        assert sum(row.count("@") + row.count("+") for row in rows) == 1
