from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from conftest import Ran

Cli = Callable[..., Ran]


def test_lists_bundled_collections_with_counts_and_credits(cli: Cli) -> None:
    ran = cli("levels")
    assert (ran.code, ran.err) == (0, "")
    assert [line.split()[:2] for line in ran.out.splitlines()] == [
        ["NAME", "LEVELS"],
        ["microban", "155"],
        ["microban2", "135"],
        ["sasquatch1", "50"],
        ["grigr", "140"],
        ["xsokoban", "90"],
    ]
    assert "David W. Skinner" in ran.out
    assert "public domain" in ran.out


def test_lists_the_levels_of_a_collection(cli: Cli) -> None:
    assert cli("levels", "microban:1,155").out == (
        "LEVEL  SIZE   BOXES  SOLUTIONS  TITLE         PROBLEMS\n"
        "    1  6x7        2          0  microban 1\n"
        "  155  30x17     11          0  microban 155\n"
    )


def test_lists_what_is_wrong_with_levels_of_a_file(cli: Cli) -> None:
    Path("some.sok").write_text("#####\n#@$.\n#####\nSolution: R\n\n####\n# $#\n####\n")
    assert cli("levels", "some.sok").out.splitlines()[1:] == [
        "    1  5x3       1          1         leak",
        "    2  4x3       1          0         no player, boxes and targets differ, box stuck",
    ]


def test_tells_its_version(cli: Cli) -> None:
    ran = cli("--version")
    assert (ran.code, ran.out) == (0, "rearview 0.1.0\n")


def test_without_a_command_shows_help(cli: Cli) -> None:
    ran = cli()
    assert ran.code == 2
    assert "Usage: rearview" in ran.out + ran.err
