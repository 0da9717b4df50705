"""`unused_floor`: floor that a solution never uses, for level designers."""

from __future__ import annotations

from rearview.arguments import check_kind
from rearview.errors import SolutionError
from rearview.frames import frames
from rearview.levels.grid import Grid
from rearview.levels.level import Level
from rearview.solution import parse_lurd, verify
from rearview.state import Square


def unused_floor(level: Level, solution: str) -> tuple[Square, ...]:
    """The floor that a solution never uses: neither the player nor a box is ever there.

    This is only about one solution: another one may need that floor. After closing a square, solve
    the level again. Raises LevelError unless the level has one player, and SolutionError if the
    solution does not solve it.

    >>> import rearview
    >>> level = rearview.read_level("#######\\n#     #\\n#@ $ .#\\n#######")
    >>> rearview.unused_floor(level, "rRR")
    ((1, 1), (2, 1), (3, 1), (4, 1), (5, 1))
    """
    check_kind("level", level, Level)
    letters = parse_lurd(solution)
    played = verify(level, letters)
    if not played:
        raise SolutionError(f"the solution does not solve the level: {played.reason}")
    used: set[Square] = set()
    for frame in frames(level, letters):
        used |= frame.state.boxes
        used.add(frame.state.player)
    grid = Grid(level)
    return tuple(square for square in grid.squares(grid.area()) if square not in used)
