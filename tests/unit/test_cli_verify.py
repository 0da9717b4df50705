from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from conftest import Ran
from rearview.levels import load_bundled, write_levels

Cli = Callable[..., Ran]
BOARD = "######\n#@$ .#\n######\n"


def test_replays_every_solution(cli: Cli) -> None:
    Path("good.sok").write_text(
        f"{BOARD}Solution: RR\nSolution: 2r\n\n"
        "####\n#@*#\n####\nSolution:\n\n"
        "#####\n#@$.#\n#####\nSolution: R\n"
    )
    ran = cli("verify", "good.sok")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "good.sok:1  solved: 2 moves, 2 pushes\n"
        "good.sok:1  solved: 2 moves, 2 pushes\n"
        "good.sok:2  solved: 0 moves, 0 pushes\n"
        "good.sok:3  solved: 1 move, 1 push\n"
        "3 of 3 solved\n"
    )


def test_a_name_that_upsets_terminals_is_shown_without_what_does(cli: Cli) -> None:
    Path("a\x1b[31m\nb.sok").write_text(f"{BOARD}Solution: RR\n")
    for command in ("verify", "show"):
        assert "a [31m b.sok:1" in cli(command, "a\x1b[31m\nb.sok").out


def test_says_where_and_why_a_solution_fails(cli: Cli) -> None:
    Path("bad.sok").write_text(f"{BOARD}Solution: RRR\n\n{BOARD}Solution: xyz\n\n{BOARD}")
    ran = cli("verify", "bad.sok")
    assert ran.code == 1
    assert ran.out == (
        "bad.sok:1  wrong: move 3 (R): a box is pushed into a wall at row 2, column 6\n"
        "bad.sok:2  wrong: not a solution: 'x' at position 1 is not a move\n"
        "bad.sok:3  no solution\n"
        "0 of 3 solved\n"
    )


def test_one_wrong_solution_among_several_is_a_failure(cli: Cli) -> None:
    Path("mixed.sok").write_text(f"{BOARD}Solution: RR\nSolution: R\n")
    ran = cli("verify", "mixed.sok")
    assert ran.code == 1
    assert ran.out.endswith("0 of 1 solved\n")


def test_a_level_that_cannot_be_played_is_bad_input(cli: Cli) -> None:
    Path("none.sok").write_text("####\n# *#\n####\nSolution: r\n")
    ran = cli("verify", "none.sok")
    assert ran.code == 2
    assert "none.sok:1  invalid: the level has 0 players" in ran.out


def test_picks_levels_and_takes_several_files(cli: Cli) -> None:
    Path("a.sok").write_text(f"{BOARD}\n{BOARD}Solution: RR\n")
    ran = cli("verify", "a.sok:2", "a.sok:2")
    assert (ran.code, ran.out.splitlines()[-1]) == (0, "2 of 2 solved")


def test_reads_standard_input(cli: Cli) -> None:
    ran = cli("verify", "-", given=f"{BOARD}Solution: RR".encode())
    assert ran.out == "-:1  solved: 2 moves, 2 pushes\n1 of 1 solved\n"


def test_the_known_solutions_of_a_whole_collection_hold(cli: Cli, data: Path) -> None:
    known = dict(
        line.split() for line in (data / "solutions" / "xsokoban.lurd").read_text().splitlines()
    )
    levels = [
        replace(level, solutions=(known[str(level.index)],)) for level in load_bundled("xsokoban")
    ]
    Path("solved.sok").write_text(write_levels(levels))
    ran = cli("verify", "solved.sok")
    assert (ran.code, ran.out.splitlines()[-1]) == (0, "90 of 90 solved")


def test_an_invalid_level_without_a_solution_is_bad_input(cli: Cli) -> None:
    Path("bad.xsb").write_text("#####\n# $.#\n#####\n")
    ran = cli("verify", "bad.xsb")
    assert ran.code == 2
    assert "bad.xsb:1  invalid: " in ran.out


@pytest.mark.parametrize("lurd", ["RR", "rr", " r R ", "2r"])
def test_replays_a_solution_given_on_the_command_line(lurd: str, cli: Cli) -> None:
    Path("level.sok").write_text(f"{BOARD}Solution: L\n\n{BOARD}")
    ran = cli("verify", "level.sok:2", lurd)
    assert (ran.code, ran.out) == (
        0,
        "level.sok:2  solved: 2 moves, 2 pushes\n1 of 1 solved\n",
    )


def test_the_solution_given_counts_and_not_those_of_the_file(cli: Cli) -> None:
    ran = cli("verify", "-", "R", given=f"{BOARD}Solution: RR".encode())
    assert ran.code == 1
    assert "-:1  wrong: after the last move, 1 box stands on no target" in ran.out


def test_the_empty_solution_can_be_given(cli: Cli) -> None:
    assert cli("verify", "-", "", given=b"####\n#@*#\n####").code == 0


def test_a_solution_is_given_for_a_single_level(cli: Cli) -> None:
    ran = cli("verify", "microban:1-3", "RR")
    assert (ran.code, ran.out) == (2, "")
    assert "command line needs a single level: microban:1-3 has 3 levels" in ran.err


def test_a_file_is_never_taken_for_a_solution(cli: Cli) -> None:
    for name in ("a.sok", "lurd"):
        Path(name).write_text(f"{BOARD}Solution: RR\n")
    assert cli("verify", "a.sok", "lurd").out.endswith("2 of 2 solved\n")


def test_a_solution_too_long_for_the_name_of_a_file_is_one(cli: Cli) -> None:
    ran = cli("verify", "-", "lr" * 3_000 + "RR", given=b"########\n# @$ . #\n########")
    assert ran.out.startswith("-:1  solved: 6,002 moves, 2 pushes\n")
