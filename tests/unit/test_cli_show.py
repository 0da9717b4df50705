from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Ran
from rearview.cli.drawing import draw_plain
from rearview.cli.marks import Marks
from rearview.levels import load_levels, read_level

Cli = Callable[..., Ran]


def test_draws_a_level_in_ascii_when_piped(cli: Cli) -> None:
    ran = cli("show", "microban:1")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "microban:1  microban 1  by David W. Skinner\n"
        "6x7, 2 boxes, 2 targets\n"
        "\n"
        "####\n"
        "#x.#\n"
        "#  ###\n"
        "#*@ x#\n"
        "#  $x#\n"
        "#xx###\n"
        "####\n"
        "\n"
        "x: dead squares, where a box is lost\n"
    )


def test_marks_boxes_that_never_move(cli: Cli) -> None:
    Path("frozen.xsb").write_text("########\n#@ $ .*#\n#   ###\n########")
    board = cli("show", "frozen.xsb").out.splitlines()[3:7]
    assert board[1] == "#@ $ .F#"


def test_draws_no_marks_when_asked_and_the_result_is_a_level(cli: Cli) -> None:
    ran = cli("show", "--no-marks", "xsokoban:1-3")
    Path("again.xsb").write_text(ran.out)
    assert [level.rows for level in load_levels("again.xsb")] == [
        level.rows for level in load_levels("xsokoban:1-3")
    ]


def test_names_every_problem_and_exits_with_2_when_invalid(cli: Cli) -> None:
    Path("bad.xsb").write_text("######\n#$@$. \n######")
    ran = cli("show", "bad.xsb")
    assert ran.code == 2
    assert ran.out.splitlines()[-3:] == [
        "invalid: 2 boxes but 1 target",
        "invalid: the player can walk out of the level at row 2, column 6",
        "unsolvable: no target can ever be reached by the box at row 2, column 2",
    ]


def test_exits_with_3_when_unsolvable_and_nothing_worse(cli: Cli) -> None:
    corner = "#####\n#$@ #\n#  .#\n#####\n\n"
    Path("corner.xsb").write_text(corner)
    ran = cli("show", "corner.xsb")
    assert ran.code == 3
    assert "unsolvable: no target can ever be reached by the box at row 2, column 2" in ran.out
    Path("both.xsb").write_text(corner + "####\n# *#\n####")
    assert cli("show", "both.xsb").code == 2


def test_a_warning_is_no_failure(cli: Cli) -> None:
    Path("odd.xsb").write_text("#######\n#@$.#.#\n#######")
    ran = cli("show", "odd.xsb")
    assert ran.code == 0
    assert "warning: the player can never reach the target at row 2, column 6" in ran.out


def test_a_level_over_the_limit_is_not_drawn(cli: Cli) -> None:
    Path("wide.xsb").write_text("#" * 500 + "\n#@$.#\n#####")
    ran = cli("show", "wide.xsb")
    assert ran.code == 2
    assert "##" not in ran.out


def test_every_bundled_level_can_be_shown(cli: Cli) -> None:
    for name in ("microban", "microban2", "sasquatch1", "grigr", "xsokoban"):
        assert cli("show", name).code == 0


def test_plain_marks_are_letters() -> None:
    level = read_level("######\n#@$* #\n######")
    marks = Marks(dead=frozenset({(1, 1), (4, 1)}), frozen=frozenset({(2, 1), (3, 1)}))
    assert draw_plain(level, marks) == "######\n#@fFx#\n######"


@pytest.mark.parametrize(("no_colour", "coloured"), [("", True), ("1", False)])
def test_is_coloured_on_a_terminal_unless_asked_not_to(no_colour: str, coloured: bool) -> None:
    environment = {**os.environ, "NO_COLOR": no_colour, "TERM": "xterm-256color"}
    out = _run_on_terminal(["show", "microban:1"], environment)
    assert ("\x1b[" in out) is coloured
    assert ("#*@ x#" in out) is not coloured
    assert ("shaded: dead squares" in out) is coloured


def _run_on_terminal(arguments: list[str], environment: dict[str, str]) -> str:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "rearview", *arguments]
    with subprocess.Popen(command, stdout=theirs, stdin=theirs, env=environment) as process:
        os.close(theirs)
        read = b""
        try:
            while more := os.read(ours, 65536):
                read += more
        except OSError:
            pass  # Linux reports a closed terminal as an error.
        assert process.wait(timeout=20) == 0
    os.close(ours)
    return read.decode()
