"""The player's walks: shortest paths between two squares while the boxes stay where they are."""

from __future__ import annotations

from collections import deque

from rearview.levels.level import Level
from rearview.state import Square, State

_STEPS = {"l": (-1, 0), "u": (0, -1), "r": (1, 0), "d": (0, 1)}


def walk(level: Level, state: State, to: Square) -> str | None:
    """The letters of a shortest walk to a square, always the same one; None if there is none."""
    blocked = state.boxes.union(level.squares("#"))
    came_by: dict[Square, str] = {state.player: ""}
    waiting = deque([state.player])
    while waiting and to not in came_by:
        x, y = waiting.popleft()
        for letter, (dx, dy) in _STEPS.items():
            ahead = (x + dx, y + dy)
            if ahead not in blocked and ahead not in came_by:
                came_by[ahead] = letter
                waiting.append(ahead)
    return _letters_to(to, came_by) if to in came_by else None


def _letters_to(square: Square, came_by: dict[Square, str]) -> str:
    letters = []
    while came_by[square]:
        letters.append(came_by[square])
        dx, dy = _STEPS[letters[-1]]
        square = (square[0] - dx, square[1] - dy)
    return "".join(reversed(letters))
