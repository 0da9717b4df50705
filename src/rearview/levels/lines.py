"""`Line`: a line of a level file that remembers its number, whatever is taken off it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple


class Line(NamedTuple):
    """One line; several have the same number when one line of the file drew several rows."""

    number: int
    """Its place in the file, from 1."""
    text: str


class Region(NamedTuple):
    """Lines that share a decoration: where they are, and how they read without it."""

    first: int
    end: int
    lines: list[Line]


def runs(lines: list[Line], is_part: Callable[[str], bool]) -> Iterator[tuple[int, int]]:
    """Where neighbouring lines are all part of something: the first, and one past the last."""
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
    """How many spaces all texts begin with that are not blank."""
    return min((len(t) - len(t.lstrip(" ")) for t in texts if t.strip()), default=0)
