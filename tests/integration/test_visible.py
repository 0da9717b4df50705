"""What stays on the screen of a terminal when a command has ended, or was interrupted."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest

from drawn_levels import HARD
from rearview import load_levels, verify
from screen import visible_lines
from terminal import run_on_terminal

SECONDS = r"\d+\.\d s"
NODES = r"[\d,]+ nodes? back, [\d,]+ forward"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def see(
    *arguments: str,
    until: str = "",
    end_with: signal.Signals = signal.SIGINT,
    columns: int = 80,
    rows: int = 24,
) -> tuple[int, list[str]]:
    """The exit code, and what the screen shows at the end."""
    seen = run_on_terminal(
        *arguments,
        interrupt_at=until,
        end_with=end_with,
        COLUMNS=str(columns),
        LINES=str(rows),
    )
    return seen.code, visible_lines(seen.text.encode(), columns, rows)


def assert_lines_match(lines: list[str], *patterns: str) -> None:
    assert len(lines) == len(patterns), lines
    for line, pattern in zip(lines, patterns, strict=True):
        assert re.fullmatch(pattern, line), (line, pattern)


@pytest.mark.parametrize("end_with", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_batch_says_what_was_found_and_kept(end_with: signal.Signals) -> None:
    command = ["solve", "microban:2", HARD, "microban:1", "-o", "solved.sok"]
    code, lines = see(*command, until="going forward", end_with=end_with)
    assert code == 128 + end_with
    assert_lines_match(
        lines,
        r"microban:2  solved: 16 moves, 3 pushes  \d+\.\d\d s",
        rf"{HARD}  interrupted after {SECONDS}: {NODES}",
        rf"1 of 3 solved, 2 not decided, {SECONDS}",
        r"rearview: interrupted: solved\.sok\.part has 1 of 3 levels",
    )


def test_levels_searched_at_once_are_counted_when_interrupted() -> None:
    command = ["solve", HARD, "microban:2", "--jobs", "2", "-o", "solved.sok"]
    code, lines = see(*command, until="1 of 2 levels, ")
    assert code == 130
    assert_lines_match(
        lines,
        r"microban:2  solved: 16 moves, 3 pushes  .*",
        rf"1 of 2 solved, 1 not decided, {SECONDS}",
        r"rearview: interrupted: solved\.sok\.part has 1 of 2 levels",
    )


@pytest.mark.parametrize("columns", [30, 80])
def test_an_interrupted_level_says_how_far_it_came(columns: int) -> None:
    code, lines = see("solve", HARD, until="going forw", columns=columns, rows=26)
    assert code == 130
    board = [row.rstrip() for row in load_levels(HARD)[0].rows]
    first = lines.index(board[0])
    assert lines[first : first + len(board) + 1] == [*board, ""]
    rest = "".join(line.ljust(columns) for line in lines[first + len(board) + 1 :])
    assert re.fullmatch(rf"{HARD}  interrupted after {SECONDS}: {NODES} *", rest)


def test_an_interrupted_optimiser_shows_the_solution_so_far() -> None:
    command = ["optimise", "xsokoban:2"]
    code, lines = see(*command, until="gained", rows=50)
    assert code == 130
    written = max(re.findall(r"[lurdLURD]+", "".join(lines)), key=len)
    assert verify(load_levels("xsokoban:2")[0], written)
    assert re.fullmatch(
        rf"xsokoban:2  interrupted after {SECONDS}: \d+ moves, \d+ pushes", lines[-1]
    )


def test_a_batch_ends_with_its_totals_and_how_to_keep_the_solutions() -> None:
    command = ["solve", "microban:1-2", HARD, "--backward-nodes", "100", "--forward-nodes", "100"]
    code, lines = see(*command)
    assert code == 1
    assert_lines_match(
        lines[3:],
        rf"2 of 3 solved, 1 unsolved, {SECONDS}",
        "add -o FILE to keep the solutions, or > FILE",
    )
    _, lines = see("solve", "microban:1-2", "-o", "solved.sok")
    assert_lines_match(lines[2:], rf"2 of 2 solved, {SECONDS}")


def test_interrupted_training_says_how_far_it_came() -> None:
    code, lines = see("train", "-o", "model.json", until="backward 2/")
    assert code == 130
    assert lines[0].startswith("feature ")
    assert_lines_match(
        lines[-3:],
        r"bias .*",
        "",
        r"interrupted at backward \d+/100: there is no model",
    )
    assert list(Path().iterdir()) == []


def test_an_interrupted_experiment_says_how_to_go_on() -> None:
    command = ["experiment", "ablation", "--levels", HARD, "--jobs", "1", "-o", "out"]
    code, lines = see(*command, until=f"{HARD}  ")
    assert code == 130
    assert lines == ["rearview: interrupted: out has the work so far; the same command continues"]


def test_a_board_that_is_too_large_is_shown_around_the_player() -> None:
    seen = run_on_terminal("solve", "xsokoban:1", COLUMNS="15", LINES="9")
    assert seen.code == 0
    rows = ("#   # ## ##### ", "# $  $         ", "##### ### #@## ", "    #     #####")
    assert "\n".join(("", *rows, "rows 7-10 of 11, columns 1-15 of 19", "")) in seen.plain


def test_a_film_follows_the_player_where_the_board_does_not_fit() -> None:
    code, lines = see("solve", "xsokoban:1", "--play", "--speed", "1000", columns=18, rows=8)
    assert code == 0
    *board, empty, moves, part = lines
    assert empty == ""
    assert re.match(r"move \d+ of ", moves)
    assert re.match(r"rows \d+-\d+ of 11", part)
    assert len(board) <= 5
    assert any("@" in row or "+" in row for row in board)
