"""Marks for the start of a level: dead squares, and boxes that are lost or frozen.

Everything marked is proven; what is not marked may still be hopeless.
"""

from __future__ import annotations

from dataclasses import dataclass

from rearview.levels import Level
from rearview.levels.grid import Grid
from rearview.levels.stuck import find_stuck
from rearview.state import Square


@dataclass(frozen=True, slots=True)
class Marks:
    """Squares to mark on a drawn board, as (x, y) from 0."""

    dead: frozenset[Square] = frozenset()
    """Squares from which a box never reaches a target, even alone on the board."""
    frozen: frozenset[Square] = frozenset()
    """Boxes that can never move: blocked by walls and each other, or out of the player's reach."""
    lost: frozenset[Square] = frozenset()
    """Boxes that are not frozen, but can never reach a target."""


def find_marks(level: Level) -> Marks:
    """The marks of a level that is not invalid."""
    # The native module is imported only here, as it would slow down every command.
    from rearview._core import Board, Motion

    grid = Grid(level)
    area = grid.area()
    stuck = find_stuck(grid, area)
    board = Board(level.rows)
    dead = frozenset(map(board.coordinates, board.dead_squares(Motion.push)))
    frozen = frozenset(grid.squares(stuck.immovable | (grid.boxes - area)))
    hopeless = frozenset(grid.squares(stuck.boxes)) | dead.intersection(level.squares("$*"))
    return Marks(dead, frozen, lost=hopeless - frozen)
