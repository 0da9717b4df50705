"""Boards for the eye: coloured, numbered, and side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rearview.levels import Level
from rearview.state import Square

if TYPE_CHECKING:
    from rich.text import Text

SYMBOL_STYLES = {
    "#": "bright_black",
    "@": "bold cyan",
    "+": "bold cyan",
    "$": "bold yellow",
    "*": "bold green",
    ".": "magenta",
    " ": "",
}
_GAP = 3


def colour_rows(rows: Iterable[str]) -> Text:
    """Rows in colour; what is no board symbol keeps the terminal's own."""
    from rich.text import Text

    text = Text()
    for symbol, run in groupby("\n".join(rows)):
        text.append("".join(run), SYMBOL_STYLES.get(symbol, ""))
    return text


def number_squares(level: Level, squares: Sequence[Square]) -> tuple[str, ...]:
    """The bare board with its squares numbered from 1, each as wide as the largest number."""
    width = len(str(len(squares)))
    numbers = {square: str(number) for number, square in enumerate(squares, 1)}
    rows = []
    for y, row in enumerate(level.rows):
        cells = []
        for x, symbol in enumerate(row):
            bare = "#" * width if symbol == "#" else "." if symbol in ".*+" else " "
            cells.append(numbers.get((x, y), bare).rjust(width))
        rows.append("".join(cells))
    return tuple(rows)


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
