"""`find_solution`: what another solver has written, searched for a solution.

Every solver writes differently, but a solution is letters of LURD in all of them, and the checker
knows it when it sees one. So all that could be a solution is replayed.
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
"""A program that writes rubbish without end is not replayed without end."""


def find_solution(level: Level, text: str) -> str | None:
    """The last solution of the level in a text, with pushes in upper case; None without any."""
    for candidate in _candidates(text):
        try:
            replay = verify(level, candidate)
        except SolutionError:  # Longer than what is replayed.
            continue
        if replay:
            return _mark_pushes(level, candidate)
    return None


def _candidates(text: str) -> Iterator[str]:
    """The last first: whole paragraphs, as long solutions are broken into lines, then words."""
    paragraphs = [one[0].split() for one in _PARAGRAPH.finditer(text)][-_MAX_CANDIDATES:]
    for words in reversed(paragraphs):
        yield "".join(words)
        if len(words) > 1:
            yield from reversed(words[-_MAX_CANDIDATES:])


def _mark_pushes(level: Level, lurd: str) -> str:
    """Some solvers write small letters only."""
    played = list(frames(level, lurd))[1:]
    pairs = zip(lurd.lower(), played, strict=True)
    return "".join(letter.upper() if frame.pushed else letter for letter, frame in pairs)
