"""Text of a level file to a `Collection`: which title, comment and solution is whose.

Files disagree about the order, so the text between two boards is cut in two: the notes of the
level above and the heading of the level below. The heading begins, in this order of preference,
at

1. a `Title:` line, when the file writes titles before boards (or has two of them here);
2. a `; name` line;
3. a lone line of prose, as the SOK format has it: the last line before the board, with a blank
   line (or nothing else) before it.

A solution ends the notes: no heading begins before it. Everything that is left over becomes a
comment.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import count

from rearview.arguments import check_kind
from rearview.errors import LevelError
from rearview.levels.collection import Collection
from rearview.levels.decoding import split_lines
from rearview.levels.decoration import may_be_decorated
from rearview.levels.level import Level
from rearview.levels.limits import MAX_LEVELS
from rearview.levels.lines import Line, runs
from rearview.levels.rows import damage
from rearview.levels.scanning import Item, Kind, scan

_HEADING_KINDS = frozenset({Kind.AUTHOR, Kind.COLLECTION, Kind.NAME})
_KEY_VALUE = re.compile(r"(\w[\w -]*):(\s.*)?")
_TITLE_WORDS = frozenset(("level", "map", "maze", "name", "puzzle", "room", "stage"))
_PROPERTIES = frozenset(
    (
        "best",
        "comment",
        "copyright",
        "date",
        "email",
        "home",
        "last",
        "number",
        "optimal",
        "page",
        "rating",
        "site",
        "solution",
        "source",
        "time",
        "update",
        "version",
        "web",
    )
)
"""Words in keys of several words that are properties: `Home page: ...`, `Last update: ...`."""
_MIN_WALLS, _MIN_HEIGHT = 2, 3
"""A row of a level has two walls nearly always, and a level three rows."""


def read_levels(text: str, name: str = "") -> Collection:
    """Every level in a text, in order. Raises LevelError when there is none, or past a limit."""
    check_kind("text", text, str)
    lines = _plain_lines(text)
    boards, gaps = _split_at_boards(lines)
    if not boards:
        raise LevelError(_why_no_level(lines))
    titles_first = _has_titles_first(gaps)
    header, heading = _cut(gaps[0], titles_first, after_board=False)
    collection = _Notes().take_header(header)
    levels = []
    for index, rows in enumerate(boards, 1):
        below = gaps[index]
        if index < len(boards):
            notes, next_heading = _cut(below, titles_first, after_board=True)
        else:
            notes, next_heading = below, []
        levels.append(_make_level(index, rows, heading, notes, collection))
        heading = next_heading
    return Collection(
        levels=tuple(levels),
        name=name,
        title=collection.title,
        author=collection.author,
        comment=collection.comment,
    )


def read_level(text: str) -> Level:
    """The one level in a text. Raises LevelError when there is none or more than one."""
    collection = read_levels(text)
    if len(collection) > 1:
        raise LevelError(f"one level expected, {len(collection)} found")
    return collection[0]


def _plain_lines(text: str) -> list[Line]:
    lines = list(map(Line, count(1), split_lines(text)))
    if not may_be_decorated(text):
        return lines
    # It takes time to import, and the bundled levels do without.
    from rearview.levels.cleaning import clean

    return clean(lines)


def _why_no_level(lines: list[Line]) -> str:
    """Run lengths that are damaged turn rows into prose, and so does anything beside a row."""
    for number, line in lines:
        if why := damage(line):
            return f"no level found, and line {number} is damaged: {why}"
    for first, end in runs(lines, lambda line: line.count("#") >= _MIN_WALLS):
        if end - first >= _MIN_HEIGHT:
            number = lines[first].number
            return (
                f"no level found, but line {number} looks like a row of one with something beside "
                "it: leave only # @ $ . * + and spaces"
            )
    crowded = 2 * _MIN_WALLS * _MIN_HEIGHT
    if any(line.text.count("#") >= crowded and set("@$.") <= set(line.text) for line in lines):
        return "no level found: each row needs a line of its own, of # @ $ . * + and spaces"
    return "no level found"


def _split_at_boards(lines: list[Line]) -> tuple[list[tuple[str, ...]], list[list[Item]]]:
    """The boards, and the items before, between and after them (one list more than boards)."""
    boards: list[tuple[str, ...]] = []
    gaps: list[list[Item]] = [[]]
    for item in scan(lines):
        if item.kind is Kind.BOARD:
            if len(boards) == MAX_LEVELS:
                raise LevelError(f"more than {MAX_LEVELS:,} levels")
            boards.append(item.rows)
            gaps.append([])
        else:
            gaps[-1].append(item)
    return boards, gaps


def _has_titles_first(gaps: list[list[Item]]) -> bool:
    """Whether titles stand before their boards: one before the first board, none after the last.

    A `Title:` above `; name` is the collection's and says nothing about its levels.
    """
    header = [item.kind for item in gaps[0]]
    if Kind.TITLE not in header or any(item.kind is Kind.TITLE for item in gaps[-1]):
        return False
    return Kind.NAME not in header[header.index(Kind.TITLE) :]


def _cut(
    gap: list[Item], titles_first: bool, *, after_board: bool
) -> tuple[list[Item], list[Item]]:
    """Split the items above a board into notes on what comes before, and its heading."""
    solutions = [place for place, item in enumerate(gap) if item.kind is Kind.SOLUTION]
    first = solutions[-1] + 1 if solutions else 0
    place = _find_title(gap, first, titles_first)
    if place is None:
        place = _find_last(gap, Kind.NAME, first)
    if place is None:
        place = _find_lone_line(gap, first, after_board)
    return (gap, []) if place is None else (gap[:place], gap[place:])


def _find_title(gap: list[Item], first: int, titles_first: bool) -> int | None:
    title_count = sum(item.kind is Kind.TITLE for item in gap)
    if not titles_first and title_count < 2:
        return None
    place = _find_last(gap, Kind.TITLE, first)
    while place is not None and place > first and gap[place - 1].kind in _HEADING_KINDS:
        place -= 1
    return place


def _find_last(gap: list[Item], kind: Kind, first: int) -> int | None:
    return next((n for n in range(len(gap) - 1, first - 1, -1) if gap[n].kind is kind), None)


def _find_lone_line(gap: list[Item], first: int, after_board: bool) -> int | None:
    lines = [n for n in range(first, len(gap)) if gap[n].kind is not Kind.BLANK]
    if not lines or gap[lines[-1]].kind is not Kind.TEXT:
        return None
    place = lines[-1]
    if _is_property(gap[place].text) or not gap[place].text:
        return None
    touches_board_above = after_board and place == 0
    touches_board_below = place == len(gap) - 1
    if touches_board_above and not touches_board_below:
        return None
    stands_alone = place == 0 or gap[place - 1].kind is Kind.BLANK
    return place if stands_alone or len(lines) == 1 else None


def _is_property(text: str) -> bool:
    """`Date: 2001` says something about a level; `Level 1: Easy` is what it is called."""
    match = _KEY_VALUE.fullmatch(text)
    if match is None or any(symbol.isdigit() for symbol in match[1]):
        return False
    words = match[1].lower().split()
    return words[0] not in _TITLE_WORDS if len(words) == 1 else not _PROPERTIES.isdisjoint(words)


@dataclass
class _Notes:
    """What items say about a level or a collection; the first title and author win."""

    title: str = ""
    author: str = ""
    solutions: list[str] = field(default_factory=list)
    _lines: list[str] = field(default_factory=list)

    @property
    def comment(self) -> str:
        return "\n".join(self._lines).strip("\n")

    def take_header(self, items: list[Item]) -> _Notes:
        """The file's own header: its `Collection:` is the title, or else its `Title:`."""
        named = next((item.text for item in items if item.kind is Kind.COLLECTION), "")
        self.title = named
        return self.take_notes(items)

    def take_heading(self, items: list[Item]) -> _Notes:
        """The lines above a board: `Title:`, or else the name or line that begins them."""
        titled = any(item.kind is Kind.TITLE for item in items)
        if items and not titled and items[0].kind in (Kind.NAME, Kind.TEXT):
            self.title = items[0].text
            items = items[1:]
        return self.take_notes([i for i in items if i.kind is not Kind.NAME or not titled])

    def take_notes(self, items: list[Item]) -> _Notes:
        for item in items:
            if item.kind is Kind.SOLUTION:
                self.solutions.append(item.text)
            elif item.kind is Kind.TITLE and not self.title:
                self.title = item.text
            elif item.kind is Kind.AUTHOR and not self.author:
                self.author = item.text
            elif item.kind is Kind.BLANK:
                self._add_blank_line()
            elif item.kind is not Kind.COLLECTION:
                self._lines.append(item.text)
        return self

    def _add_blank_line(self) -> None:
        if self._lines and self._lines[-1]:
            self._lines.append("")


def _make_level(
    index: int,
    rows: tuple[str, ...],
    heading: list[Item],
    below: list[Item],
    collection: _Notes,
) -> Level:
    above = _Notes().take_heading(heading)
    notes = _Notes(author=above.author).take_notes(below)
    # A `; name` or a line of prose above the board yields to a `Title:` below it.
    explicit = any(item.kind is Kind.TITLE for item in heading)
    title = above.title if explicit else notes.title or above.title
    return Level(
        rows=rows,
        title=title,
        author=notes.author or collection.author,
        comment="\n".join(filter(None, (above.comment, notes.comment))),
        solutions=tuple(notes.solutions),
        index=index,
    )
