"""A board for the eye: in colour with the file's own symbols, or in ASCII with marks as letters.

In colour, marks are backgrounds, so that a board copied from the terminal is still a level.
Without colour, `x` is a dead square, `f` a frozen box and `F` a frozen box on a target.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeVar

from rearview.cli.marks import Marks, Square
from rearview.levels import Level
from rearview.reporters.boards import SYMBOL_STYLES

if TYPE_CHECKING:
    from rich.text import Text

_Drawn = TypeVar("_Drawn")

_DEAD_STYLE = "on grey23"
_FROZEN_STYLE = "on red"
_FROZEN_LETTERS = {"$": "f", "*": "F"}


def draw_plain(level: Level, marks: Marks) -> str:
    """Rows of ASCII, marks as letters."""

    def letter(symbol: str, square: Square) -> str:
        if square in marks.frozen:
            return _FROZEN_LETTERS[symbol]
        return "x" if symbol == " " and square in marks.dead else symbol

    return "\n".join("".join(row).rstrip() for row in _map_squares(level, letter))


def draw_coloured(level: Level, marks: Marks) -> Text:
    """Rows of the file's own symbols in colour, marks as backgrounds."""
    from rich.text import Text

    def styled(symbol: str, square: Square) -> tuple[str, str]:
        style = SYMBOL_STYLES[symbol]
        if square in marks.frozen:
            style += f" {_FROZEN_STYLE}"
        elif square in marks.dead:
            style += f" {_DEAD_STYLE}"
        return symbol, style.strip()

    rows = _map_squares(level, styled)
    return Text("\n").join(Text.assemble(*row) for row in rows)


def explain_letters(drawing: str) -> str:
    """What the letters of a plain drawing mean; empty when it has none."""
    frozen = [letter for letter in _FROZEN_LETTERS.values() if letter in drawing]
    return _explain("x" if "x" in drawing else "", ", ".join(frozen))


def explain_colours(marks: Marks) -> str:
    """What the backgrounds of a coloured drawing mean; empty when it has none."""
    return _explain("shaded" if marks.dead - marks.frozen else "", "red" if marks.frozen else "")


def _explain(dead: str, frozen: str) -> str:
    parts = []
    if dead:
        parts.append(f"{dead}: dead squares, where a box is lost")
    if frozen:
        parts.append(f"{frozen}: frozen boxes, which never move again")
    return "; ".join(parts)


def _map_squares(level: Level, draw: Callable[[str, Square], _Drawn]) -> Iterator[list[_Drawn]]:
    for y, row in enumerate(level.rows):
        yield [draw(symbol, (x, y)) for x, symbol in enumerate(row.ljust(level.width))]
