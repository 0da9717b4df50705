"""A solution as box moves: which box goes where, in which order.

A *move* is one step of the player. A *box move* is all pushes of one box until another box is
pushed: players describe solutions this way, and the search works with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rearview.frames import frames
from rearview.levels.level import Level
from rearview.state import Square, State


@dataclass(frozen=True, slots=True)
class BoxMove:
    """One box pushed along any path while the others stay where they are."""

    box: int
    """The number of the box, from 1, in the order in which boxes are first moved."""
    source: Square
    destination: Square
    pushes: int
    after: State
    """The level before the last of these pushes."""
    leaves_target: bool = False
    """The box was on a target, and had to leave it."""
    goes_home: bool = False
    """The box ends on a target, and is not pushed again."""


def split(level: Level, lurd: str) -> tuple[BoxMove, ...]:
    """The box moves of a valid solution."""
    moves = _runs(level, lurd)
    targets = frozenset(level.squares(".*+"))
    last = {move.box: number for number, move in enumerate(moves)}
    return tuple(
        replace(
            move,
            leaves_target=move.source in targets and move.destination != move.source,
            goes_home=move.destination in targets and last[move.box] == number,
        )
        for number, move in enumerate(moves)
    )


def packing_begins(moves: Sequence[BoxMove]) -> int:
    """How many box moves come before the packing phase, in which each brings a box home for
    good."""
    count = len(moves)
    while count and moves[count - 1].goes_home:
        count -= 1
    return count


def _runs(level: Level, lurd: str) -> list[BoxMove]:
    """Consecutive pushes of one box, as one box move."""
    moves: list[BoxMove] = []
    box_at: dict[Square, int] = {}
    count = 0
    for frame in frames(level, lurd):
        if frame.pushed is None:
            continue
        source, destination = frame.pushed
        if source not in box_at:
            count += 1
        box = box_at[destination] = box_at.pop(source, count)
        if moves and moves[-1].box == box:
            moves[-1] = replace(
                moves[-1],
                destination=destination,
                pushes=moves[-1].pushes + 1,
                after=frame.state,
            )
        else:
            moves.append(BoxMove(box, source, destination, 1, frame.state))
    return moves
