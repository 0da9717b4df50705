"""Any position as a level: after some moves, or with only some of its boxes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from rearview.arguments import check_kind
from rearview.errors import LevelError, SolutionError
from rearview.frames import frames
from rearview.levels.level import Level
from rearview.levels.validation import Severity, validate
from rearview.solution import parse_lurd, verify
from rearview.state import Square, State, draw

_WITHOUT_BOX = {"$": " ", "*": "."}


@dataclass(frozen=True, slots=True)
class History:
    """The moves made in a level, push by push. Walks between pushes do not matter.

    States are created on access: all states of a long game with hundreds of boxes would fill the
    memory.
    """

    level: Level
    moves: str
    move_counts: tuple[int, ...]
    """How many moves lead to each of the states."""
    now: State
    """After all moves."""

    @property
    def push_count(self) -> int:
        return len(self.move_counts) - 1

    def states(self) -> Iterator[State]:
        """The start, then the state after each push."""
        for number, frame in enumerate(frames(self.level, self.moves)):
            if frame.pushed is not None or number == 0:
                yield frame.state

    def state(self, pushes: int) -> State:
        """The state after so many pushes."""
        return next(islice(self.states(), pushes, None))

    @property
    def position_now(self) -> Level:
        return draw_as_level(self.level, self.now)


def replay(level: Level, moves: str) -> History:
    """Play moves from the start of a level.

    Raises LevelError for an invalid level, and SolutionError for a text that is not LURD or an
    impossible move.
    """
    check_playable(level)
    letters = parse_lurd(moves)
    played = verify(level, letters)
    if played.failed_move is not None:
        raise SolutionError(played.reason)
    counts = [0]
    for count, frame in enumerate(frames(level, letters)):
        if frame.pushed is not None:
            counts.append(count)
    return History(level, letters, tuple(counts), frame.state)


def level_after(level: Level, moves: str) -> Level:
    """The level after some moves: a position as a level of its own.

    The solutions of its file are left out, as they start elsewhere. Raises SolutionError for a text
    that is not LURD or an impossible move, and LevelError unless the level has one player.

    >>> import rearview
    >>> level = rearview.read_level("#######\\n#@ $ .#\\n#######")
    >>> print(rearview.level_after(level, "rR"))
    #######
    #  @$.#
    #######
    """
    check_kind("level", level, Level)
    return draw_as_level(level, State.after(level, moves))


def draw_as_level(level: Level, state: State) -> Level:
    """The level with the boxes and the player of a state."""
    return replace(level, rows=draw(level, state), solutions=())


def check_playable(level: Level) -> None:
    """Raises LevelError, with all problems, for an invalid level."""
    check_kind("level", level, Level)
    invalid = [str(one) for one in validate(level) if one.severity is Severity.INVALID]
    if invalid:
        raise LevelError("; ".join(invalid))


def is_solved(position: Level) -> bool:
    return not position.squares("$")


def with_only(level: Level, boxes: Collection[Square]) -> Level:
    """The level with only these boxes; all targets stay."""
    kept = frozenset(boxes)
    rows = tuple(
        "".join(
            _WITHOUT_BOX.get(symbol, symbol) if (x, y) not in kept else symbol
            for x, symbol in enumerate(row)
        )
        for y, row in enumerate(level.rows)
    )
    return replace(level, rows=rows, solutions=())
