"""Line numbers, before rows (`1 ####`, `1: ####`, `007|####`, with tabs) or after them (`####  1`).

Lines are numbered if their numbers count up by one. If numbers before rows could also be run
lengths, nothing is changed: see `counts`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rearview.errors import LevelError
from rearview.levels.counts import impossible_count
from rearview.levels.level import Level
from rearview.levels.lines import Line, Region, indent
from rearview.levels.rows import is_row
from rearview.levels.scanning import Kind, scan
from rearview.levels.validation import Severity, validate

_MARK = re.compile(r"[ \t]*[\[(]?([0-9]{1,7})([\]):.|>]?)")
_RIGHT_NUMBER = re.compile(r"(.*[#*])[ \t|]+([0-9]{1,7})[ \t]*")


def strip_line_numbers(lines: list[Line]) -> Iterator[Region]:
    """Consecutive numbered lines, without their numbers."""
    place = 0
    while place < len(lines):
        end = _end_of_run(lines, place)
        run = lines[place:end]
        if len(run) > 1 and not _touches_row(lines, place, end) and not _may_be_counts(run):
            bodies = _bodies([line.text for line in run])
            if bodies is not None:
                numbers = (line.number for line in run)
                yield Region(
                    place, end, [Line(*pair) for pair in zip(numbers, bodies, strict=True)]
                )
        place = max(end, place + 1)


def strip_right_numbers(lines: list[Line]) -> Iterator[Region]:
    """Consecutive rows with a number after them, without their numbers."""
    first = 0
    while first < len(lines):
        bodies: list[Line] = []
        expected: int | None = None
        for line in lines[first:]:
            match = _RIGHT_NUMBER.fullmatch(line.text)
            if not match or expected not in (None, int(match[2])) or not is_row(match[1]):
                break
            bodies.append(Line(line.number, match[1]))
            expected = int(match[2]) + 1
        if len(bodies) > 1:
            yield Region(first, first + len(bodies), bodies)
        first += max(len(bodies), 1)


def _end_of_run(lines: list[Line], first: int) -> int:
    """One past the last line of the sequence; `nl` gives blank lines no number."""
    end, expected = first, None
    for place in range(first, len(lines)):
        text = lines[place].text
        mark = _MARK.match(text)
        if mark and expected in (None, int(mark[1])):
            end, expected = place + 1, int(mark[1]) + 1
        elif text.strip() or expected is None:
            break
    return end


def _touches_row(lines: list[Line], first: int, end: int) -> bool:
    """Whether the board continues beyond the sequence, so that the numbers are not line numbers."""
    return any(
        is_row(line.text) for line in (*lines[max(first - 1, 0) : first], *lines[end : end + 1])
    )


def _may_be_counts(run: list[Line]) -> bool:
    rows = [line for line in run if line.text.strip()]
    return all(is_row(line.text) for line in rows) and impossible_count(rows) is None


def _bodies(texts: list[str]) -> list[str] | None:
    """What follows the numbers; None if its start is ambiguous.

    After numbers of different widths it starts either the same distance after each number or in the
    same column. If these give two different boards, the valid one is taken.
    """
    texts = [text if text.strip() else "" for text in texts]
    widths = _mark_widths(texts)
    if all(
        text[width : width + 1] in ("\t", "") for text, width in zip(texts, widths, strict=True)
    ):
        return [text[width + 1 :] for text, width in zip(texts, widths, strict=True)]
    texts = [text.expandtabs(8) for text in texts]
    pairs = list(zip(texts, _mark_widths(texts), strict=True))
    after_number = _dedent([text[width:] for text, width in pairs])
    in_column = _dedent([" " * width + text[width:] for text, width in pairs])
    if after_number == in_column or not _may_share_column(pairs):
        return after_number
    readings = [bodies for bodies in (after_number, in_column) if _can_be_played(bodies)]
    return readings[0] if len(readings) == 1 else None


def _may_share_column(pairs: list[tuple[str, int]]) -> bool:
    """Whether rows may all start in one column: after the widest number and its space."""
    widest = max(width for _, width in pairs)
    gap = min(1, indent([text[width:] for text, width in pairs if width == widest]))
    return all(not text[width : widest + gap].strip() for text, width in pairs)


def _mark_widths(texts: list[str]) -> list[int]:
    """How much of each line is its number, including a colon or the like if all have one."""
    marks = [_MARK.match(text) for text in texts]
    end = 0 if len({mark[2] for mark in marks if mark}) == 1 else 1
    return [mark.end(end) if mark else 0 for mark in marks]


def _dedent(texts: list[str]) -> list[str]:
    margin = indent(texts)
    return [text[margin:] for text in texts]


def _can_be_played(texts: list[str]) -> bool:
    try:
        boards = [
            Level(item.rows)
            for item in scan([Line(0, text) for text in texts])
            if item.kind is Kind.BOARD
        ]
    except LevelError:
        return False
    problems = [problem for board in boards for problem in validate(board)]
    return bool(boards) and all(one.severity is not Severity.INVALID for one in problems)
