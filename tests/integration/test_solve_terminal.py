"""`rearview solve` and `train` on a terminal: what is shown, and that the cursor comes back."""

from __future__ import annotations

import re

import pytest

from drawn_levels import HARD
from terminal import HIDE_CURSOR, assert_cursor_is_back, run_on_terminal


def test_shows_the_board_then_the_solution() -> None:
    seen = run_on_terminal("solve", "microban:1")
    assert seen.code == 0
    assert seen.plain.startswith("microban:1  microban 1  by David W. Skinner\n\n####\n# .#\n")
    assert "solved: 33 moves, 8 pushes" in seen.plain
    assert "dlUrrrdLullddrUluRuulDrddrruLdlUU\n" in seen.plain


def test_shows_a_line_for_each_of_several_levels() -> None:
    seen = run_on_terminal("solve", "microban:1-2", "--jobs", "2")
    assert "microban:1  solved: 33 moves, 8 pushes" in seen.plain
    assert "2 of 2 solved" in seen.plain
    assert "####" not in seen.plain


def test_shows_both_searches_while_they_run_and_ctrl_c_leaves_a_clean_terminal() -> None:
    seen = run_on_terminal("solve", HARD, interrupt_at="looking back")
    assert seen.code == 130
    for word in ("round 1", "nodes", "best value", "boxes", "going forward", " s left"):
        assert word in seen.plain
    assert HIDE_CURSOR in seen.text
    assert_cursor_is_back(seen)
    assert "Traceback" not in seen.plain


def test_plays_the_solution() -> None:
    seen = run_on_terminal("solve", "microban:2", "--play", "--speed", "1000")
    assert seen.code == 0
    assert "move 16 of 16, push 3" in seen.plain
    assert_cursor_is_back(seen)


def test_ctrl_c_ends_the_film_with_a_clean_terminal() -> None:
    seen = run_on_terminal(
        "solve", "microban:1", "--play", "--speed", "1", interrupt_at="move 1 of"
    )
    assert seen.code == 130
    assert_cursor_is_back(seen)
    assert "Traceback" not in seen.plain


@pytest.mark.parametrize("interrupt_at", ["", "backward 1/"])
def test_training_shows_the_weights_as_they_move(interrupt_at: str) -> None:
    seen = run_on_terminal(
        "train", "--levels", "microban:1-9", "--iterations", "3", interrupt_at=interrupt_at
    )
    assert "rewards" in seen.plain
    assert re.search(r"connectivity +=*\|=* +-?0\.\d\d\d", seen.plain)
    assert_cursor_is_back(seen)
    assert "Traceback" not in seen.plain
    if not interrupt_at:
        assert seen.code == 0
        assert "forward 3/3" in seen.plain


@pytest.mark.parametrize("columns", [40, 60])
def test_the_weights_fit_into_a_narrow_terminal(columns: int) -> None:
    seen = run_on_terminal(
        "train", "--levels", "microban:1-2", "--iterations", "1", COLUMNS=str(columns)
    )
    last = seen.plain.rpartition("\ntargets")[2].splitlines()
    assert all(len(line) <= columns for line in last)
    assert re.fullmatch(r"connectivity [ =|]* -?0\.\d\d\d [ =|]* -?0\.\d\d\d *", last[4])


def test_a_film_needs_a_terminal_that_can_show_one() -> None:
    seen = run_on_terminal("solve", "microban:1", "--play", TERM="dumb")
    assert seen.code == 2
    assert "--play needs a terminal" in seen.plain


def test_the_values_fit_into_a_narrow_terminal() -> None:
    seen = run_on_terminal("solve", "microban:1", "--explain", COLUMNS="40")
    table = seen.plain.partition("after each box move:\n\n")[2]
    lines = table.splitlines()
    assert all(len(line) <= 40 for line in lines)
    tables = [block.splitlines() for block in table.split("\n\n")]
    assert len(tables) > 1
    assert all(one[0].lstrip().startswith("after ") for one in tables)
    assert {name for one in tables for name in one[0].split()} >= {"V", "connectivity", "bias"}
