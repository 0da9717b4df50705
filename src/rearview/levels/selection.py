"""What a user names: a file, `-` (standard input) or a bundled collection, and level numbers.

    microban      levels.sok      -          all levels
    microban:7    microban:3-9    -:1,4,9    some of them, counted from 1, in the order named

A path may contain colons: the numbers are cut off only where they look like numbers, and never
when a file has the whole name. A bundled name wins over a file of that name; write `./microban`
for the file. In other letters (`Microban`) it is a bundled name only where there is no such file.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from rearview.errors import SelectionError
from rearview.levels.bundled import CREDITS
from rearview.output.counting import counted

_NUMBERS = re.compile(r"[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*")
_MAX_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Selection:
    """A source of levels and the ranges asked of it, ends included; no range means all levels."""

    source: str
    ranges: tuple[tuple[int, int], ...] = ()

    @property
    def file(self) -> str | int | None:
        """What is opened for it: a path, or 0 for standard input; nothing for what is bundled."""
        if self.source in CREDITS:
            return None
        return 0 if self.source == "-" else self.source

    def pick(self, level_count: int) -> list[int]:
        """The level numbers asked for, each once, in the order first named."""
        if not self.ranges:
            return list(range(1, level_count + 1))
        numbers: dict[int, None] = {}
        for first, last in self.ranges:
            if last > level_count:
                has = f"{self.source} has {counted(level_count, 'level')}"
                raise SelectionError(f"{has}: there is no level {last}")
            numbers.update(dict.fromkeys(range(first, last + 1)))
        return list(numbers)


def parse_selection(what: str) -> Selection:
    """Raises SelectionError when what follows a known source is not a list of level numbers."""
    source, colon, numbers = what.rpartition(":")
    if not colon or _is_file(what):
        return Selection(_bundled_name(what))
    source = _bundled_name(source)
    if _NUMBERS.fullmatch(numbers) and source:
        return Selection(source, tuple(_parse_range(part) for part in numbers.split(",")))
    if source in CREDITS or source == "-" or _is_file(source):
        raise SelectionError(
            f"{numbers!r} is not a list of level numbers: write {source}:7, {source}:3-9 "
            f"or {source}:1,4,9"
        )
    return Selection(what)


def _bundled_name(source: str) -> str:
    """The bundled name that is spelt in other letters, or else what was given."""
    name = source.lower()
    return name if name in CREDITS and not _is_file(source) else source


def _parse_range(part: str) -> tuple[int, int]:
    first, _, last = part.partition("-")
    if max(len(first), len(last)) > _MAX_DIGITS:
        raise SelectionError(f"level number of more than {_MAX_DIGITS} digits")
    start, end = int(first), int(last or first)
    if start == 0:
        raise SelectionError("there is no level 0: levels are counted from 1")
    if start > end:
        raise SelectionError(f"range {part} is backwards: write {end}-{start}")
    return start, end


def _is_file(path: str) -> bool:
    try:
        return Path(path).is_file()
    except (OSError, ValueError):
        return False
