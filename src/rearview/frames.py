"""`frames`: a valid solution as states, one after each move, for animations and explanations.

Nothing is checked here; `rearview.solution.verify` does that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rearview.levels.level import Level
from rearview.state import Square, State

_STEPS = {"l": (-1, 0), "u": (0, -1), "r": (1, 0), "d": (0, 1)}


@dataclass(frozen=True, slots=True)
class Frame:
    """The level after one step of the player."""

    state: State
    pushed: tuple[Square, Square] | None = None
    """Where a box came from and where it went, if the step pushed one."""


def frames(level: Level, lurd: str) -> Iterator[Frame]:
    """The start, then the level after each step of a valid solution."""
    boxes = frozenset(level.squares("$*"))
    player = level.squares("@+")[0]
    yield Frame(State(boxes, player))
    for letter in lurd.lower():
        dx, dy = _STEPS[letter]
        player = (player[0] + dx, player[1] + dy)
        pushed = None
        if player in boxes:
            beyond = (player[0] + dx, player[1] + dy)
            boxes = boxes - {player} | {beyond}
            pushed = (player, beyond)
        yield Frame(State(boxes, player), pushed)
