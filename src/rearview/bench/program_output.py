"""`find_solution`: search the output of another solver for a solution.

Every solver has its own format, but a solution is always LURD letters. So everything that could be
a solution is replayed by the checker.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rearview.errors import SolutionError
from rearview.frames import frames
from rearview.levels import Level
from rearview.solution import verify

_LETTERS: Final = r"\b[lurdLURD]+\b"
_PARAGRAPH: Final = re.compile(rf"{_LETTERS}(?:\s+{_LETTERS})*")
_MAX_CANDIDATES: Final = 1_000
"""Limits the replays for a program that writes nonsense without end."""


def find_solution(level: Level, text: str) -> str | None:
    """The last solution of the level in a text, with pushes in upper case; None if there is
    none."""
    for candidate in _candidates(text):
        try:
            replay = verify(level, candidate)
        except SolutionError:  # Longer than the limit of the checker.
            continue
        if replay:
            return _mark_pushes(level, candidate)
    return None


def _candidates(text: str) -> Iterator[str]:
    """Last first: whole paragraphs, as long solutions are wrapped into lines, then words."""
    paragraphs = [one[0].split() for one in _PARAGRAPH.finditer(text)][-_MAX_CANDIDATES:]
    for words in reversed(paragraphs):
        yield "".join(words)
        if len(words) > 1:
            yield from reversed(words[-_MAX_CANDIDATES:])


def _mark_pushes(level: Level, lurd: str) -> str:
    """Some solvers write lower-case letters only."""
    played = list(frames(level, lurd))[1:]
    pairs = zip(lurd.lower(), played, strict=True)
    return "".join(letter.upper() if frame.pushed else letter for letter, frame in pairs)
