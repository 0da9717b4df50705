"""Solutions as LURD text, and the independent checker that replays them.

A solution is a string of `l u r d`, upper case if the move pushes a box. It may be run-length
encoded (`3r2(uL)`), and white space is ignored. Lower-case letters may push as well. An upper-case
letter that pushes nothing is a failure: the solution was made for another level, or is damaged, and
this is the first move that shows it.

The checker is plain Python on purpose: it shares no code with the native core that it checks.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from rearview.arguments import check_kind
from rearview.errors import LevelError, SolutionError
from rearview.levels.level import Level
from rearview.levels.limits import MAX_MOVES
from rearview.levels.run_length import ExpansionError, RunLengthError, expand
from rearview.output.counting import counted

_STEPS = {"l": (-1, 0), "u": (0, -1), "r": (1, 0), "d": (0, 1)}
_LETTERS = frozenset("lurdLURD")
_TEXT = _LETTERS | frozenset("0123456789()")


class ReplayEnding(Enum):
    """How a replay ended."""

    SOLVED = "solved"
    BOXES_LEFT = "boxes left"
    """Every move is legal, but at the end some box is not on a target."""
    WALL = "wall"
    """The player walks into a wall or off the board."""
    BLOCKED = "blocked"
    """A box is pushed into a wall, another box or off the board."""
    NO_PUSH = "no push"
    """An upper-case letter moves no box."""


@dataclass(frozen=True, slots=True)
class Replay:
    """The result of replaying a solution. Truthy when the level is solved."""

    ending: ReplayEnding
    moves: int
    """Moves made before the replay ended, pushes included."""
    pushes: int
    reason: str = ""
    """Why it failed, in words; empty if it did not."""
    failed_move: int | None = None
    """The number of the move that failed, from 1."""
    square: tuple[int, int] | None = None
    """Where it failed: the blocked square, or the square of a box that is left; (x, y) from 0."""

    def __bool__(self) -> bool:
        return self.ending is ReplayEnding.SOLVED


def parse_lurd(text: str) -> str:
    """Plain LURD letters: white space removed, run lengths expanded. Raises SolutionError."""
    check_kind("lurd", text, str)
    compact = "".join(text.split())
    try:
        moves = expand(compact, MAX_MOVES)
    except ExpansionError:
        raise SolutionError(f"the solution is over the limit of {MAX_MOVES:,} moves") from None
    except RunLengthError as error:
        raise SolutionError(f"not a solution: {error}") from None
    if set(moves) <= _LETTERS:
        return moves
    position, letter = next((n, m) for n, m in enumerate(compact, 1) if m not in _TEXT)
    raise SolutionError(f"not a solution: {letter!r} at position {position} is not a move")


def count_moves(lurd: str) -> int:
    """How many moves a solution makes, pushes included."""
    return len(parse_lurd(lurd))


def verify(level: Level, lurd: str) -> Replay:
    """Replay a solution from the level's start, and return how it ended.

    Raises SolutionError if the text is not LURD, and LevelError without exactly one player.
    """
    check_kind("level", level, Level)
    moves = parse_lurd(lurd)
    players = level.squares("@+")
    if len(players) != 1:
        has = f"the level has {counted(len(players), 'player')}"
        raise LevelError(f"{has}, so it cannot be replayed")
    return _Player(level, players[0]).run(moves)


class _Player:
    """The state of a replay; squares are (x, y), and only walls and boxes are stored."""

    def __init__(self, level: Level, player: tuple[int, int]) -> None:
        self._width, self._height = level.width, level.height
        self._walls = set(level.squares("#"))
        self._boxes = set(level.squares("$*"))
        self._targets = set(level.squares(".*+"))
        self._player = player
        self._moves = 0
        self._pushes = 0

    def run(self, moves: str) -> Replay:
        boxes = self._boxes
        for letter in moves:
            dx, dy = _STEPS[letter.lower()]
            x, y = ahead = (self._player[0] + dx, self._player[1] + dy)
            if self._is_wall(ahead):
                return self._fail(ReplayEnding.WALL, letter, ahead, "the player walks into a wall")
            if ahead in boxes:
                beyond = (x + dx, y + dy)
                if beyond in boxes or self._is_wall(beyond):
                    what = "another box" if beyond in boxes else "a wall"
                    return self._fail(
                        ReplayEnding.BLOCKED, letter, beyond, f"a box is pushed into {what}"
                    )
                boxes.remove(ahead)
                boxes.add(beyond)
                self._pushes += 1
            elif letter.isupper():
                return self._fail(ReplayEnding.NO_PUSH, letter, ahead, "there is no box to push")
            self._player = ahead
            self._moves += 1
        return self._final_state()

    def _is_wall(self, square: tuple[int, int]) -> bool:
        """Whether a square is blocked; everything outside the board is wall."""
        x, y = square
        return square in self._walls or not (0 <= x < self._width and 0 <= y < self._height)

    def _fail(self, ending: ReplayEnding, letter: str, square: tuple[int, int], why: str) -> Replay:
        number = self._moves + 1
        where = f"row {square[1] + 1}, column {square[0] + 1}"
        reason = f"move {number} ({letter}): {why} at {where}"
        return Replay(ending, self._moves, self._pushes, reason, number, square)

    def _final_state(self) -> Replay:
        left = sorted(self._boxes - self._targets, key=lambda square: square[::-1])
        if not left:
            return Replay(ReplayEnding.SOLVED, self._moves, self._pushes)
        x, y = left[0]
        stand = "stands" if len(left) == 1 else "stand"
        boxes = f"{counted(len(left), 'box')} {stand} on no target"
        reason = f"after the last move, {boxes} (row {y + 1}, column {x + 1})"
        return Replay(ReplayEnding.BOXES_LEFT, self._moves, self._pushes, reason, square=left[0])
