"""What the engine knows of a level's start: where a box would be lost, and what never moves."""

from __future__ import annotations

from dataclasses import dataclass

from rearview.levels import Level

Square = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Marks:
    """Squares to mark on a drawn board, as (x, y) from 0."""

    dead: frozenset[Square] = frozenset()
    frozen: frozenset[Square] = frozenset()


def find_marks(level: Level) -> Marks:
    """The marks of a valid level."""
    # The engine is loaded only when a board is marked: every command would pay for it.
    from rearview._core import Board, Motion

    board = Board(level.rows)
    frozen = board.frozen(board.start(), Motion.push)
    return Marks(
        dead=frozenset(map(board.coordinates, board.dead_squares(Motion.push))),
        frozen=frozenset(map(board.coordinates, frozen)) | frozenset(board.walled_boxes),
    )
