"""Boards in colour, with numbers, and side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rearview.levels import Level
from rearview.reporters.palette import BLUE, GREEN, GREY, MAGENTA, ORANGE, style
from rearview.state import Square

if TYPE_CHECKING:
    from rich.text import Text

SYMBOL_STYLES = {
    "#": style(GREY),
    "@": f"bold {style(BLUE)}",
    "+": f"bold {style(BLUE)}",
    "$": f"bold {style(ORANGE)}",
    "*": f"bold {style(GREEN)}",
    ".": style(MAGENTA),
    " ": "",
}
_GAP = 3
_BARE = {"#": "#", ".": ".", "*": ".", "+": "."}
_MAX_NUMBERED_WIDTH = 80
_AROUND = 2


def colour_rows(rows: Iterable[str]) -> Text:
    """Rows in colour; other characters keep the terminal's colour."""
    from rich.text import Text

    text = Text()
    for symbol, run in groupby("\n".join(rows)):
        text.append("".join(run), SYMBOL_STYLES.get(symbol, ""))
    return text


def number_squares(level: Level, squares: Sequence[Square]) -> tuple[str, ...]:
    """The bare board with its squares numbered from 1.

    With several digits, squares are drawn wider; if the board gets too wide, only the part with
    numbers is drawn.
    """
    digits = len(str(len(squares)))
    width = digits if digits == 1 else digits + 1
    numbers = {square: str(number) for number, square in enumerate(squares, 1)}
    columns, lines = range(level.width), range(level.height)
    if squares and level.width * width > _MAX_NUMBERED_WIDTH:
        columns = _span((x for x, _ in squares), level.width)
        lines = _span((y for _, y in squares), level.height)
    rows = []
    for y in lines:
        row = level.rows[y].ljust(level.width)
        cells = (numbers.get((x, y), _BARE.get(row[x], " ")) for x in columns)
        rows.append("".join("#" * width if cell == "#" else cell.rjust(width) for cell in cells))
    return tuple(row.rstrip() for row in rows)


def _span(numbers: Iterable[int], length: int) -> range:
    """From the smallest to the largest, with their neighbours."""
    some = list(numbers)
    return range(max(0, min(some) - _AROUND), min(length, max(some) + _AROUND + 1))


def strip_of_boards(
    boards: Sequence[Sequence[str]], captions: Sequence[str], width: int
) -> list[str]:
    """Boards of one size side by side, as many in a row as fit, each under its caption."""
    board_width = max(len(row) for rows in boards for row in rows)
    board_width = max(board_width, *map(len, captions))
    per_row = max(1, (width + _GAP) // (board_width + _GAP))
    lines: list[str] = []
    for first in range(0, len(boards), per_row):
        some = slice(first, first + per_row)
        for parts in ([captions[some]], zip(*boards[some], strict=True)):
            for row in parts:
                line = (" " * _GAP).join(part.ljust(board_width) for part in row)
                lines.append(line.rstrip())
        lines.append("")
    return lines[:-1]
