"""`State`: the boxes and the player, in the coordinates of a level's drawing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rearview.errors import SolutionError
from rearview.levels.level import Level

if TYPE_CHECKING:
    from rearview import _core

Square = tuple[int, int]
"""Column and row, from 0."""

_SYMBOLS = {
    # (is a target, what is on it)
    (False, "box"): "$",
    (True, "box"): "*",
    (False, "player"): "@",
    (True, "player"): "+",
    (False, ""): " ",
    (True, ""): ".",
}


@dataclass(frozen=True, slots=True)
class State:
    """All boxes of a level, and one square of the region in which the player can walk."""

    boxes: frozenset[Square]
    player: Square

    @classmethod
    def of(cls, level: Level) -> State:
        """The start state of a level. Raises LevelError unless it has one player."""
        return cls.after(level, "")

    @classmethod
    def after(cls, level: Level, lurd: str) -> State:
        """The state after some moves from the start; they need not solve the level.

        Raises SolutionError if a text is not LURD or a move is impossible, and LevelError unless
        the level has one player.

        >>> import rearview
        >>> level = rearview.read_level("#######\\n#@ $ .#\\n#######")
        >>> rearview.State.after(level, "rR")
        State(boxes=frozenset({(4, 1)}), player=(3, 1))
        """
        from rearview.frames import frames
        from rearview.solution import parse_lurd, verify

        moves = parse_lurd(lurd)
        played = verify(level, moves)
        if played.failed_move is not None:
            raise SolutionError(played.reason)
        for frame in frames(level, moves):
            state = frame.state
        return state


def from_native(
    level: Level, board: _core.Board, states: Iterable[_core.State]
) -> tuple[State, ...]:
    """Converts native states to coordinates, with the boxes that the core treats as walls."""
    fixed = [square for square in level.squares("$*") if board.square_at(*square) < 0]
    return tuple(
        State(
            boxes=frozenset([*map(board.coordinates, state.boxes), *fixed]),
            player=board.coordinates(state.player),
        )
        for state in states
    )


def to_native(board: _core.Board, state: State) -> _core.State:
    """The state as a native state."""
    squares = [board.square_at(*square) for square in sorted(state.boxes)]
    return board.state(
        [square for square in squares if square >= 0], board.square_at(*state.player)
    )


def draw(level: Level, state: State, marks: Mapping[Square, str] | None = None) -> tuple[str, ...]:
    """The level's rows with the boxes and player of the state, and marks on top."""
    targets = set(level.squares(".*+"))
    rows = []
    for y, row in enumerate(level.rows):
        symbols = []
        for x, symbol in enumerate(row.ljust(level.width)):
            square = (x, y)
            if marks and square in marks:
                symbols.append(marks[square])
            elif symbol == "#":
                symbols.append(symbol)
            else:
                here = "box" if square in state.boxes else ""
                here = here or ("player" if square == state.player else "")
                symbols.append(_SYMBOLS[square in targets, here])
        rows.append("".join(symbols))
    return tuple(rows)
