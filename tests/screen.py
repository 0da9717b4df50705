"""What a terminal shows: its output, played on an emulated screen."""

from __future__ import annotations

import pyte


def visible_lines(output: bytes, columns: int = 80, rows: int = 24) -> list[str]:
    """The lines on the screen at the end, without what is empty on the right and below."""
    screen = pyte.Screen(columns, rows)
    pyte.ByteStream(screen).feed(output)
    lines = [line.rstrip() for line in screen.display]
    while lines and not lines[-1]:
        lines.pop()
    return lines
