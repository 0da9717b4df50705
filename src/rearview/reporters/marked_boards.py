"""A board with marks: in colour with the file's own symbols, or in ASCII with letters.

In colour, marks are backgrounds, so that a board copied from the terminal is still a level. Without
colour, marks are letters: `explain_letters` says what they mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeVar

from rearview.levels import Level
from rearview.marks import Marks
from rearview.reporters import palette
from rearview.reporters.boards import SYMBOL_STYLES
from rearview.state import Square

if TYPE_CHECKING:
    from rich.text import Text

_Drawn = TypeVar("_Drawn")

_DEAD_STYLE = palette.style(palette.BLACK, on=palette.SHADE)
_FROZEN_STYLE = palette.style(palette.WHITE, on=palette.RED)
_LOST_STYLE = palette.style(palette.WHITE, on=palette.MAGENTA)
_FROZEN_LETTERS = {"$": "f", "*": "F"}

_DEAD = "dead squares, where a box is lost"
_FROZEN = "frozen boxes, which can never move again"
_FROZEN_ON_TARGETS = "frozen boxes on targets, which can never move again"
_LOST = "lost boxes, which can move but never reach a target"
_LETTERS = {"x": _DEAD, "f": _FROZEN, "F": _FROZEN_ON_TARGETS, "l": _LOST}


def draw_plain(level: Level, marks: Marks) -> str:
    """Rows of ASCII, marks as letters."""

    def letter(symbol: str, square: Square) -> str:
        if square in marks.frozen:
            return _FROZEN_LETTERS[symbol]
        if square in marks.lost:
            return "l"
        return "x" if symbol == " " and square in marks.dead else symbol

    return "\n".join("".join(row).rstrip() for row in _map_squares(level, letter))


def draw_coloured(level: Level, marks: Marks) -> Text:
    """Rows of the file's own symbols in colour, marks as backgrounds."""
    from rich.text import Text

    def styled(symbol: str, square: Square) -> tuple[str, str]:
        style = SYMBOL_STYLES[symbol]
        if square in marks.frozen:
            style += f" {_FROZEN_STYLE}"
        elif square in marks.lost:
            style += f" {_LOST_STYLE}"
        elif square in marks.dead:
            style += f" {_DEAD_STYLE}"
        return symbol, style.strip()

    rows = _map_squares(level, styled)
    return Text("\n").join(Text.assemble(*row) for row in rows)


def explain_letters(drawing: str) -> list[str]:
    """What the letters of a plain drawing mean, a line each."""
    return [f"{letter}: {meaning}" for letter, meaning in _LETTERS.items() if letter in drawing]


def explain_colours(marks: Marks) -> list[str]:
    """What the backgrounds of a coloured drawing mean, a line each."""
    seen = {
        f"shaded: {_DEAD}": marks.dead - marks.frozen - marks.lost,
        f"red: {_FROZEN}": marks.frozen,
        f"magenta: {_LOST}": marks.lost,
    }
    return [line for line, squares in seen.items() if squares]


def _map_squares(level: Level, draw: Callable[[str, Square], _Drawn]) -> Iterator[list[_Drawn]]:
    for y, row in enumerate(level.rows):
        yield [draw(symbol, (x, y)) for x, symbol in enumerate(row.ljust(level.width))]
