"""`-:2` is level 2 of standard input wherever a command takes levels, and no option."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable

import pytest

from conftest import Ran
from terminal import run_on_terminal

Cli = Callable[..., Ran]
TWO = b"""\
#####
#@$.#
#####
Title: one
Solution: R

######
#@$ .#
######
Title: two
Solution: RR
"""


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("show -:2", "-:2  two"),
        ("show -:2 --no-marks", "Title: two"),
        ("show --no-marks -:1-2", "Title: two"),
        ("levels -:2", "two"),
        ("verify -:2", "-:2  solved: 2 moves, 2 pushes"),
        ("solve -:2", ":: -:2  solved: 2 moves, 2 pushes"),
        ("train --levels -:1,2 --iterations 1", '"name": "-"'),
        ("bench -:2 --store r.db", "-:2"),
    ],
)
def test_every_command_takes_it(command: str, shown: str, cli: Cli) -> None:
    ran = cli(*shlex.split(command), given=TWO)
    assert (ran.code, ran.err) == (0, "")
    assert shown in ran.out


def test_it_keeps_its_place_among_others(cli: Cli) -> None:
    ran = cli("solve", "-:2", "--json", "microban:1", given=TWO)
    assert [json.loads(line)["level"] for line in ran.out.splitlines()] == ["-:2", "microban:1"]


def test_bad_numbers_are_told_as_of_any_other_name(cli: Cli) -> None:
    ran = cli("show", "-:x", given=TWO)
    assert (ran.code, ran.out) == (2, "")
    assert "'x' is not a list of level numbers: write -:7" in ran.err


@pytest.mark.parametrize("command", ["solve -", "show -:1", "verify -"])
def test_on_a_terminal_it_is_asked_for(command: str) -> None:
    level, end_of_input = "######\n#@ $.#\n######\nrR\n", "\x04"
    seen = run_on_terminal(*command.split(), typed=level + end_of_input)
    assert "paste a level, then press Ctrl-D\n" in seen.plain
    assert seen.code == 0


def test_nothing_is_asked_for_when_no_level_is_typed_in() -> None:
    assert "paste" not in run_on_terminal("show", "microban:1").plain
