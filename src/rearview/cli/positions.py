"""Levels, or one level after some moves: what commands that take --after have in common."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rearview.cli.terminal import say, wants_colour
from rearview.errors import OptionError
from rearview.levels import Level, load_levels
from rearview.output.counting import counted

if TYPE_CHECKING:
    from rearview.reporters.pointing import Pointer


def load_named(what: Sequence[str]) -> list[tuple[str, Level]]:
    """The levels, each with its name."""
    collections = [load_levels(name) for name in what]
    return [(f"{one.name}:{level.index}", level) for one in collections for level in one]


def check_after(after: str, level_count: int) -> None:
    """Moves belong to one level. Raises OptionError."""
    if after and level_count != 1:
        raise OptionError(
            f"--after is for one level, and there are {counted(level_count, 'level')}"
        )


def show_pointed(position: Level, pointers: Sequence[Pointer]) -> None:
    """The board with its marks, in colour where that is wanted."""
    from rearview.reporters.pointing import point_coloured, point_plain

    if wants_colour(sys.stdout):
        from rich.console import Console

        Console(highlight=False).print(point_coloured(position, pointers), soft_wrap=True)
        return
    for line in point_plain(position, pointers):
        say(line)
