"""Levels, or one level after some moves: shared by the commands that take --after."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace

from rearview.cli.terminal import say, wants_colour
from rearview.errors import OptionError
from rearview.levels import Collection, Level, load_levels
from rearview.output.counting import counted
from rearview.positions import level_after
from rearview.reporters.pointing import Pointer, point_coloured, point_plain


def named(collections: Sequence[Collection]) -> list[tuple[str, Level]]:
    """All levels, each with its name: `microban:7`."""
    return [(f"{one.name}:{level.index}", level) for one in collections for level in one]


def load_named(what: Sequence[str], after: str = "") -> list[tuple[str, Level]]:
    """The levels, each with its name. Raises OptionError for moves of more than one level."""
    levels = named([load_levels(name) for name in what])
    _check_after(after, len(levels))
    return levels


def load_after(what: Sequence[str], after: str) -> list[Collection]:
    """The levels, or the one level as it stands after the moves. Raises OptionError for several."""
    collections = [load_levels(name) for name in what]
    _check_after(after, sum(map(len, collections)))
    if not after:
        return collections
    return [
        replace(one, levels=tuple(level_after(level, after) for level in one))
        for one in collections
    ]


def _check_after(after: str, level_count: int) -> None:
    if after and level_count != 1:
        raise OptionError(f"--after needs a single level, not {counted(level_count, 'level')}")


def show_pointed(position: Level, pointers: Sequence[Pointer]) -> None:
    """Print the board with its marks, in colour on a terminal."""
    if wants_colour(sys.stdout):
        from rich.console import Console

        Console(highlight=False).print(point_coloured(position, pointers), soft_wrap=True)
        return
    for line in point_plain(position, pointers):
        say(line)
