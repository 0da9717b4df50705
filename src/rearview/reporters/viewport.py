"""`Viewport`: the part of a board that a terminal has room for."""

from __future__ import annotations

from collections.abc import Sequence

from rearview.state import Square

_MARGIN = 3
"""Squares that stay in sight on every side of the one that is followed."""


class Viewport:
    """Follows a square, and moves no more than it must to keep it in sight."""

    def __init__(self) -> None:
        self._left = self._top = 0

    def look(
        self, rows: Sequence[str], followed: Square, columns: int, lines: int
    ) -> tuple[list[str], str]:
        """What is in sight, and which part of the board that is: empty when it is all of it.

        The words stand on a line of their own, which is one of those there is room for.
        """
        width, height = max(map(len, rows)), len(rows)
        if width <= columns and height <= lines:
            return list(rows), ""
        columns, lines = max(1, columns), max(1, lines - 1)
        x, y = followed
        self._left = _scroll(self._left, x, width, columns)
        self._top = _scroll(self._top, y, height, lines)
        right, bottom = self._left + columns, self._top + lines
        parts = [
            f"{name} {first + 1}-{min(end, length)} of {length}"
            for name, first, end, length in (
                ("rows", self._top, bottom, height),
                ("columns", self._left, right, width),
            )
            if end - first < length
        ]
        seen = [row[self._left : right] for row in rows[self._top : bottom]]
        return seen, ", ".join(parts)


def _scroll(first: int, followed: int, length: int, room: int) -> int:
    """The first of so many in sight, if it was another before."""
    margin = min(_MARGIN, (room - 1) // 2)
    first = min(first, followed - margin)
    first = max(first, followed + margin + 1 - room)
    return max(0, min(first, length - room))
