"""`rearview levels`: list collections and levels."""

from __future__ import annotations

from rearview.cli.options import MaybeWhat
from rearview.cli.terminal import align, say
from rearview.levels import CREDITS, load_bundled, load_levels, validate


def levels(
    what: MaybeWhat = None,
) -> None:
    """List the bundled collections, or the levels of one.

    \b
    Examples:
      rearview levels
      rearview levels microban
      rearview levels xsokoban:1-10
    """
    for line in align(_collections() if what is None else _levels(what)):
        say(line)


def _collections() -> list[list[str]]:
    rows = [["NAME", "LEVELS", "AUTHOR", "TERMS"]]
    for name, credit in CREDITS.items():
        rows.append([name, str(len(load_bundled(name))), credit.author, credit.terms])
    return rows


def _levels(what: str) -> list[list[str]]:
    rows = [["LEVEL", "SIZE", "BOXES", "SOLUTIONS", "TITLE", "PROBLEMS"]]
    for level in load_levels(what):
        problems = [problem.kind.value for problem in validate(level)]
        rows.append(
            [
                str(level.index),
                f"{level.width}x{level.height}",
                str(level.box_count),
                str(len(level.solutions)),
                level.title,
                ", ".join(problems),
            ]
        )
    return rows
