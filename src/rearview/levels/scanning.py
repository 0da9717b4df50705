"""Lines of a level file to items: boards, properties, solutions, comments and text, in file order.

Scanning classifies each line. `reading` decides which item belongs to which level.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

from rearview.errors import LevelError
from rearview.levels.counts import ambiguous_count
from rearview.levels.limits import MAX_FILE_EXPANSION, MAX_ROWS
from rearview.levels.lines import Line
from rearview.levels.rows import damage, is_board, misspelt, rows_of, trim
from rearview.output.text import printable

# Most lines are not keyword lines; the first character tells.
_KEYWORD = re.compile(r"\s*(?:title|author|collection|comment|solution)", re.IGNORECASE)
_PROPERTY = re.compile(r"\s*(title|author|collection)\s*:\s*(.*)", re.IGNORECASE)
_COMMENT = re.compile(r"\s*comment\s*:\s*(.*)", re.IGNORECASE)
_COMMENT_END = re.compile(r"\s*comment[-_ ]?end\s*:.*", re.IGNORECASE)
_SOLUTION = re.compile(r"\s*solution(?:[ \t/(][^:]*)?(?P<colon>:(?P<moves>.*))?", re.IGNORECASE)
_MOVES = re.compile(r"[0-9(\s]*[lurdLURD][lurdLURD0-9()\s]*")
_PUSH_AFTER_STEP = re.compile(r"[lurd].*[LURD]")
_MANY_MOVES = 8


class Kind(Enum):
    BOARD = auto()
    TITLE = auto()
    AUTHOR = auto()
    COLLECTION = auto()
    NAME = auto()
    """A line `; name`, which some files put before each level."""
    SOLUTION = auto()
    COMMENT = auto()
    TEXT = auto()
    BLANK = auto()
    """One or more blank lines."""


class Item(NamedTuple):
    kind: Kind
    text: str = ""
    rows: tuple[str, ...] = ()


_PROPERTIES = {"title": Kind.TITLE, "author": Kind.AUTHOR, "collection": Kind.COLLECTION}


def scan(lines: list[Line]) -> Iterator[Item]:
    """Every item of a file in order; consecutive blank lines count once, `::` lines are dropped."""
    return _Scanner(lines).items()


class _Scanner:
    """A cursor over the lines. Each `_take_*` method starts at the cursor and moves it."""

    def __init__(self, lines: list[Line]) -> None:
        self._lines = lines
        self._cursor = 0
        self._expanded = 0
        self._has_board = False
        self._block_ends = find_comment_ends(lines)

    def items(self) -> Iterator[Item]:
        while self._cursor < len(self._lines):
            line = self._lines[self._cursor].text
            if _is_remark(line):
                self._cursor += 1
            elif not line.strip():
                self._skip_blank_lines()
                yield Item(Kind.BLANK)
            elif self._rows_here() is not None:
                yield from self._take_block_of_rows()
            else:
                yield self._take_text()

    def _rows_here(self) -> list[str] | None:
        number, line = self._lines[self._cursor]
        return rows_of(line, number) if line.strip() else None

    def _skip_blank_lines(self) -> None:
        while self._cursor < len(self._lines) and not self._lines[self._cursor].text.strip():
            self._cursor += 1

    def _take_block_of_rows(self) -> Iterator[Item]:
        first = self._cursor
        rows: list[str] = []
        while self._cursor < len(self._lines):
            more = [] if _is_remark(self._lines[self._cursor].text) else self._rows_here()
            if more is None:
                if any("#" in row for row in rows):
                    self._refuse_damaged_row()
                break
            rows += more
            self._expanded += sum(map(len, more))
            if self._expanded > MAX_FILE_EXPANSION:
                raise LevelError(f"the boards expand past {MAX_FILE_EXPANSION:,} characters")
            if len(rows) > MAX_ROWS:
                number = self._lines[first].number
                raise LevelError(f"line {number}: a board of more than {MAX_ROWS:,} rows")
            self._cursor += 1
        lines = [line for line in self._lines[first : self._cursor] if not _is_remark(line.text)]
        board = trim(rows)
        if is_board(board):
            _refuse_ambiguous_count(lines)
            self._has_board = True
            yield Item(Kind.BOARD, rows=tuple(board))
        else:
            yield from (Item(Kind.TEXT, printable(line.text)) for line in lines)

    def _refuse_damaged_row(self) -> None:
        number, line = self._lines[self._cursor]
        if (column := misspelt(line)) is not None:
            what = f"{line[column - 1]!r} is not a board symbol"
            raise LevelError(f"line {number}, column {column}: {what}")
        if (why := damage(line)) is not None:
            raise LevelError(f"line {number}: {why}")

    def _take_text(self) -> Item:
        line = self._lines[self._cursor].text
        if _KEYWORD.match(line) and (item := self._take_keyword(line)):
            return item
        if self._has_board and is_likely_solution(line):
            return Item(Kind.SOLUTION, _compact(self._take_moves()))
        self._cursor += 1
        if line.startswith(";"):
            return Item(Kind.NAME, printable(line.lstrip(";")))
        return Item(Kind.TEXT, printable(line))

    def _take_keyword(self, line: str) -> Item | None:
        if match := _PROPERTY.fullmatch(line):
            self._cursor += 1
            return Item(_PROPERTIES[match[1].lower()], printable(match[2]))
        if match := _COMMENT.fullmatch(line):
            return self._take_comment(match[1])
        if match := _SOLUTION.fullmatch(line):
            return self._take_solution(match)
        if _COMMENT_END.fullmatch(line):
            # It ends no comment, so it is like a blank line.
            self._cursor += 1
            return Item(Kind.BLANK)
        return None

    def _take_comment(self, same_line: str) -> Item:
        """A block up to `Comment-End:`, or a single line if no end belongs to it."""
        end = self._block_ends.get(self._cursor)
        lines = [same_line]
        if end is not None:
            lines += [line.text for line in self._lines[self._cursor + 1 : end]]
            self._cursor = end
        self._cursor += 1
        return Item(Kind.COMMENT, "\n".join(map(printable, lines)).strip("\n"))

    def _take_solution(self, match: re.Match[str]) -> Item | None:
        """`Solution: MOVES`, or moves on the lines below; a heading without either is text."""
        heading = self._cursor
        self._cursor += 1
        moves = [match["moves"] or ""]
        if not moves[0].strip():
            self._skip_blank_lines()
        if not moves[0].strip() or _MOVES.fullmatch(moves[0]):
            moves += self._take_moves()
        if len(moves) == 1 and not moves[0].strip():
            self._cursor = heading + 1
            if match["colon"] is None:
                self._cursor = heading
                return None
        return Item(Kind.SOLUTION, _compact(moves))

    def _take_moves(self) -> list[str]:
        """This line and those below it, as long as they are moves."""
        moves: list[str] = []
        while self._cursor < len(self._lines) and _MOVES.fullmatch(self._lines[self._cursor].text):
            moves.append(self._lines[self._cursor].text)
            self._cursor += 1
        return moves


def _compact(moves: list[str]) -> str:
    return "".join(printable("".join(moves)).split())


def is_likely_solution(line: str) -> bool:
    """Whether moves without `Solution:` are a solution: `Lurd`, `3D` and `dull` may be titles."""
    if not _MOVES.fullmatch(line):
        return False
    return sum(map(str.isalpha, line)) >= _MANY_MOVES or bool(_PUSH_AFTER_STEP.search(line))


def _refuse_ambiguous_count(rows: list[Line]) -> None:
    if doubt := ambiguous_count(rows):
        number, digits = doubt
        raise LevelError(
            f"line {number}: {digits} may be a line number instead of a run length: remove line "
            "numbers, or write all rows of the board with run lengths"
        )


def is_labelled(line: str) -> bool:
    """Whether a line begins with a keyword, so that the rest of it may be anything."""
    return bool(_KEYWORD.match(line)) or line.lstrip().startswith((";", "::"))


def _is_remark(line: str) -> bool:
    """A remark, which is ignored."""
    return line.lstrip().startswith("::")


def find_comment_ends(lines: list[Line]) -> dict[int, int]:
    """For each `Comment:` line whose next marker is a `Comment-End:`, the index of that line."""
    ends: dict[int, int] = {}
    start: int | None = None
    for place, (_, line) in enumerate(lines):
        if "comment" not in line.lower():
            continue
        if _COMMENT.fullmatch(line):
            start = place
        elif start is not None and _COMMENT_END.fullmatch(line):
            ends[start] = place
            start = None
    return ends
