"""Decides whether the digits in the rows of a board are run lengths.

Digits may also be line numbers, labels or typos, and nothing must be proven about a misread board.
They are read as counts only if they look as if a program wrote them:

- no count is 1, and none begins with 0;
- there are no four equal symbols in a row, which a count would shorten;
- the rows do not all begin with different numbers, as numbered lines do.
"""

from __future__ import annotations

import re

from rearview.levels.lines import Line

_DIGITS = re.compile(r"[0-9]+")
_NO_COUNT = re.compile(r"(?<![0-9])(?:1|0[0-9]*)(?![0-9])")
_WRITTEN_OUT = re.compile(r"([#@+$*.pPbBo \t_-])\1{3}")
_FIRST_NUMBER = re.compile(r"\s*([0-9]{1,9})")


def ambiguous_count(rows: list[Line]) -> tuple[int, str] | None:
    """The line and the digits that may not be a run length, in lines that together draw a board."""
    found = impossible_count(rows)
    if found is None and _are_numbered([row.text for row in rows]):
        return _first_digits(rows)
    return found


def impossible_count(rows: list[Line]) -> tuple[int, str] | None:
    """The line and the digits that are surely no run length, in lines that draw boards."""
    for row in rows:
        if wrong := _NO_COUNT.search(row.text):
            return row.number, wrong[0]
    # With `|` between rows, digits can be nothing else.
    single = [row for row in rows if "|" not in row.text.lstrip(" \t|0123456789")]
    counted = [row for row in single if _DIGITS.search(row.text)]
    if counted and any(_WRITTEN_OUT.search(row.text.strip(" \t_-")) for row in single):
        return _first_digits(counted)
    return None


def _first_digits(rows: list[Line]) -> tuple[int, str]:
    """In rows that all have some."""
    digits = _DIGITS.search(rows[0].text)
    return rows[0].number, digits[0] if digits else ""


def _are_numbered(texts: list[str]) -> bool:
    """Whether all lines begin with a number, and no two with the same."""
    numbers = {match[1] for match in map(_FIRST_NUMBER.match, texts) if match}
    return len(numbers) == len(texts) > 1
