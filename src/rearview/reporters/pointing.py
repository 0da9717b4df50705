"""A board with some squares marked, and what each mark means.

In colour, marks are backgrounds, so that a board copied from the terminal is still a level; without
colour, they are letters.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rearview.levels import Level
from rearview.reporters import palette
from rearview.reporters.boards import SYMBOL_STYLES
from rearview.state import Square, State, draw

if TYPE_CHECKING:
    from rich.text import Text


@dataclass(frozen=True, slots=True)
class Pointer:
    """Some squares, and what they mean."""

    squares: Collection[Square]
    letter: str
    colour: str
    meaning: str

    @property
    def style(self) -> str:
        return palette.style(palette.WHITE, on=_BACKGROUNDS[self.colour])


_BACKGROUNDS = {"red": palette.RED, "magenta": palette.MAGENTA, "green": palette.GREEN}


def point_plain(level: Level, pointers: Sequence[Pointer]) -> list[str]:
    """Rows of ASCII, marks as letters, and what they mean."""
    letters = {square: one.letter for one in reversed(pointers) for square in one.squares}
    rows = [row.rstrip() for row in draw(level, State.of(level), letters)]
    legend = [f"{one.letter}: {one.meaning}" for one in pointers if one.squares]
    return [*rows, *(["", *legend] if legend else [])]


def point_coloured(level: Level, pointers: Sequence[Pointer]) -> Text:
    """Rows of the file's own symbols, marks as backgrounds, and what they mean."""
    from rich.text import Text

    styles = {square: one.style for one in reversed(pointers) for square in one.squares}
    lines = [
        Text.assemble(
            *(
                (symbol, f"{SYMBOL_STYLES[symbol]} {styles.get((x, y), '')}".strip())
                for x, symbol in enumerate(row.ljust(level.width))
            )
        )
        for y, row in enumerate(level.rows)
    ]
    legend = [
        Text.assemble((f" {one.colour} ", one.style), f" {one.meaning}")
        for one in pointers
        if one.squares
    ]
    return Text("\n").join([*lines, *([Text(), *legend] if legend else [])])
