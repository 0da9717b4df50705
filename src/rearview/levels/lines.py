"""`Line`: a line of a level file that keeps its number while it is cleaned."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple


class Line(NamedTuple):
    """One line; several have the same number if one line of the file drew several rows."""

    number: int
    """Its line number in the file, from 1."""
    text: str


class Region(NamedTuple):
    """Lines that share a decoration: their range, and their text without it."""

    first: int
    end: int
    lines: list[Line]


def runs(lines: list[Line], is_part: Callable[[str], bool]) -> Iterator[tuple[int, int]]:
    """Ranges of consecutive lines that match: the first, and one past the last."""
    first: int | None = None
    for place, line in enumerate(lines):
        if is_part(line.text):
            first = place if first is None else first
        elif first is not None:
            yield first, place
            first = None
    if first is not None:
        yield first, len(lines)


def indent(texts: list[str]) -> int:
    """How many spaces all non-blank texts begin with."""
    return min((len(t) - len(t.lstrip(" ")) for t in texts if t.strip()), default=0)
