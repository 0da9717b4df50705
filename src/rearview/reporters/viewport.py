"""`Viewport`: the part of a board that fits on a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rearview.state import Square

_MARGIN = 3
"""Squares that stay visible on every side of the one that is followed."""


class Viewport:
    """Follows a square, and scrolls no more than needed to keep it visible."""

    def __init__(self) -> None:
        self._left = self._top = 0

    def look(
        self, rows: Sequence[str], followed: Square, columns: int, lines: int
    ) -> tuple[list[str], str]:
        """The visible rows, and which part of the board they are: empty if it is all of it.

        The text takes one of the available lines.
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
    """The first visible one of so many, given where it was before."""
    margin = min(_MARGIN, (room - 1) // 2)
    first = min(first, followed - margin)
    first = max(first, followed + margin + 1 - room)
    return max(0, min(first, length - room))
