"""One line of text: does it draw board rows, and which?

Level files mix boards with prose, and prose must never become a board:

- a line of nothing but `#@+$*.` and floor (space, `-`, `_`) is a row;
- the letters `p P b B o` and run lengths are read only in a line that begins and ends with a wall
  or a box on a target, floor aside; in a run-length line, `|` ends a row.

Whether rows make a board is for the block of rows to say: see `is_board`.
"""

from __future__ import annotations

import re

from rearview.errors import LevelError
from rearview.levels.limits import MAX_ROW_EXPANSION
from rearview.levels.run_length import ExpansionError, RunLengthError, expand

_FIRST = frozenset(" \t-_#@+$*.B0123456789(")
_PLAIN = re.compile(r"[#@+$*. \-_]+")
_LETTERED = re.compile(r"[ \-_]*[#*B](?:[#@+$*.pPbBo \-_]*[#*B])?[ \-_]*")
_RUN_LENGTH = re.compile(r"[ \-_0-9(]*[#*B](?:[#@+$*.pPbBo \-_0-9()|]*[#*B])?[ \-_0-9()|]*")
_HEADING = re.compile(r" *#[ 0-9.]*")
_SYMBOLS = frozenset("#@+$*. -_\tpPbBo0123456789()|")
_TO_XSB = str.maketrans("-_pPbBo", "  @+$*.")


def rows_of(line: str, line_number: int) -> list[str] | None:
    """The rows that a line draws, in XSB symbols, or None when it is prose.

    Raises LevelError when run lengths expand too far, or are damaged in a line with `|`: such a
    line is a board by its looks, and reading on would hide what is wrong with it.
    """
    if line[:1] not in _FIRST:
        return None
    if "\t" in line:
        line = line.expandtabs(8)
    if _PLAIN.fullmatch(line) or _LETTERED.fullmatch(line):
        return [line.translate(_TO_XSB).rstrip(" ")]
    if not _RUN_LENGTH.fullmatch(line):
        return None
    try:
        expanded = expand(line, MAX_ROW_EXPANSION)
    except RunLengthError as error:
        if isinstance(error, ExpansionError) or "|" in line:
            raise LevelError(f"line {line_number}: {error}") from None
        return None
    rows = expanded.translate(_TO_XSB).strip("|").split("|")
    return [row.rstrip(" ") for row in rows]


def is_row(line: str) -> bool:
    """Whether a line draws rows, and more than floor."""
    try:
        return bool(line.strip(" \t-_")) and rows_of(line, 0) is not None
    except LevelError:
        return False


def damage(line: str) -> str | None:
    """The error in the run lengths of a line that is otherwise a row.

    A lone wall with a number has none: `#1` is a heading.
    """
    if line[:1] not in _FIRST:
        return None
    line = line.expandtabs(8)
    if _RUN_LENGTH.fullmatch(line) and not _HEADING.fullmatch(line):
        try:
            expand(line, MAX_ROW_EXPANSION)
        except RunLengthError as error:
            return str(error)
    return None


def misspelt(line: str) -> int | None:
    """The column, from 1, of the first other character in a line that is otherwise a row.

    Only for a line directly below a row: one from wall to wall there is a row with a typo, and
    reading it as text would lose the level silently.
    """
    drawn = line.strip(" \t")
    if len(drawn) < 3 or drawn[0] != "#" or drawn[-1] != "#":
        return None
    foreign = [column for column, symbol in enumerate(line, 1) if symbol not in _SYMBOLS]
    return foreign[0] if foreign and len(foreign) * 4 <= len(drawn) else None


def trim(rows: list[str]) -> list[str]:
    """Without rows of only floor and targets at both ends: `----` and `....` are rulers."""
    drawn = [number for number, row in enumerate(rows) if row.strip(" .")]
    return rows[drawn[0] : drawn[-1] + 1] if drawn else []


def is_board(rows: list[str]) -> bool:
    """A board has a wall, and a player or at least three rows; less is a ruler or text."""
    if not any("#" in row for row in rows):
        return False
    return len(rows) >= 3 or any("@" in row or "+" in row for row in rows)
