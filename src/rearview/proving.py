"""Why a position is dead: which detector proves it, and the fewest boxes that it takes.

A set of boxes is dead when these boxes alone, all others taken off the board, can never all stand
on targets, whichever targets they take. Then every position that holds them is dead as well: other
boxes are only in the way. So each detector is asked about sets of boxes, smaller and smaller:

- dead_squares, freeze and corral look at boxes and walls, and never at how many targets there are;
- matching asks for a target of its own for each box, and spare targets only make that easier;
- zones is left to matching, which sees all that it sees;
- packing counts on every target being filled, so it speaks of all boxes together or not at all.

Where the detectors fall silent, everything is tried within a number of states: so no box is left
that is not needed, unless it takes more states than that to show it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from rearview import _core
from rearview._core import Answer, Board, Detector, Motion
from rearview.deadlock_words import NO_WAY_ON, describe, describe_reach, describe_unfilled
from rearview.levels.grid import Grid
from rearview.levels.level import Level
from rearview.levels.validation import ProblemKind, Severity, validate
from rearview.positions import with_only
from rearview.state import Square

SEARCH: Final = "search"
"""In place of a detector's name, where only trying everything proves it."""
VALIDATION: Final = "validation"
"""The same where the drawing alone proves it: a box behind walls, where the player never comes."""
MAX_STATES: Final = 2_000
"""To try everything with one set of boxes: some tens of milliseconds on most boards."""
MAX_WORK: Final = 100_000_000
"""States times squares times boxes squared, some 0.3 s: fewer states on huge boards."""

Boxes = tuple[Square, ...]
IsInTime = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Proof:
    """What shows that a position is dead."""

    detector: str
    reason: str
    boxes: Boxes = ()
    """None of them can be left out. Empty where only a search of all boxes proves it."""
    squares: tuple[Square, ...] = ()
    """To look at beside the boxes: the targets that it is about, or what is shut off."""


@cache
def detectors() -> tuple[str, ...]:
    """Those that can call a set of boxes dead, the simplest reason first."""
    return tuple(
        one.name
        for one in _core.detector_catalogue()
        if one.promise == "dead" and not one.covered_by
    )


def find_detector(position: Level, names: Sequence[str] = ()) -> str | None:
    """The first detector that proves a position dead, of which boxes may have been taken off."""
    board = Board(position.rows, allow_spare_targets=True)
    start = board.start()
    for name in names or detectors():
        if Detector(board, name, Motion.push).is_dead(start):
            return name
    return None


def prove(position: Level, is_in_time: IsInTime = lambda: True) -> Proof | None:
    """A proof that a position is dead without a search of the whole of it, if there is one.

    The level must not be invalid. When the time is over, more boxes may be left than are needed.
    """
    if find_detector(position) is None:
        return _prove_by_drawing(position)
    return _smallest_proof(position, is_in_time)


def prove_by_trying(position: Level, is_in_time: IsInTime = lambda: True) -> Proof:
    """The proof for a position that a search has proven dead: with boxes, if they are found by
    trying everything in few states."""
    if not _is_dead_by_trying(position):
        return Proof(SEARCH, NO_WAY_ON)
    return _smallest_proof(position, is_in_time)


def _smallest_proof(position: Level, is_in_time: IsInTime) -> Proof:
    """Detectors alone first: what they leave is little, and has a reason that can be told."""
    grid = Grid(position)
    boxes = grid.squares(grid.boxes & grid.area())

    def leave_out_while(is_dead: Callable[[Level], bool]) -> Boxes:
        return leave_out(boxes, lambda some: is_in_time() and is_dead(with_only(position, some)))

    boxes = leave_out_while(_is_seen_dead)
    boxes = leave_out_while(_is_dead)
    alone = with_only(position, boxes)
    # Where several boxes hold each other, that is the reason, whatever each of them could reach.
    held = find_detector(alone, ["freeze"]) if len(boxes) > 1 else None
    return _tell(alone, boxes, held or find_detector(alone) or SEARCH)


def _is_seen_dead(position: Level) -> bool:
    return find_detector(position) is not None


def _is_dead(position: Level) -> bool:
    return _is_seen_dead(position) or _is_dead_by_trying(position)


def _is_dead_by_trying(position: Level) -> bool:
    board = Board(position.rows, allow_spare_targets=True)
    work = board.square_count * max(1, board.box_count) ** 2
    max_states = min(MAX_STATES, MAX_WORK // work)
    return _core.try_everything(board, board.start(), max_states) is Answer.dead


def leave_out(boxes: Boxes, is_dead: Callable[[Boxes], bool]) -> Boxes:
    """A set from which no box can be left out, of boxes that are dead together.

    Large parts are left out first, so that a few among hundreds are found with few questions.
    """
    kept = boxes
    size = max(1, len(kept) // 2)
    while size:
        before, begin = len(kept), 0
        while begin < len(kept):
            fewer = kept[:begin] + kept[begin + size :]
            if fewer and is_dead(fewer):
                kept = fewer
            else:
                begin += size
        # A box may have become needless only after others were left out.
        if size > 1 or len(kept) == before:
            size //= 2
    return kept


def _tell(alone: Level, boxes: Boxes, detector: str) -> Proof:
    """The proof in words, with what is worth a look beside the boxes."""
    if detector == "matching":
        return _tell_matching(alone, boxes)
    squares: Sequence[Square] = ()
    if detector == "packing":
        squares = alone.squares(".+")
    elif detector == "corral":
        squares = _shut_off(alone)
    return Proof(detector, describe(detector, boxes), boxes, tuple(squares))


def _tell_matching(alone: Level, boxes: Boxes) -> Proof:
    board = Board(alone.rows, allow_spare_targets=True)
    walled = set(board.walled_boxes)
    reached = walled | {
        board.coordinates(square) for square in _core.reachable_targets(board, board.start())
    }
    grid = Grid(alone)
    targets = grid.squares(grid.targets & grid.area())
    if len(boxes) == len(targets):
        unfilled = tuple(target for target in targets if target not in reached)
        return Proof("matching", describe_unfilled(len(unfilled)), boxes, unfilled)
    squares = tuple(target for target in targets if target in reached)
    return Proof("matching", describe_reach(len(boxes), len(squares)), boxes, squares)


def _shut_off(alone: Level) -> tuple[Square, ...]:
    grid = Grid(alone)
    walked = grid.flood(grid.players, grid.walls | grid.boxes)
    return grid.squares(grid.area() - walked - grid.boxes)


def _prove_by_drawing(position: Level) -> Proof | None:
    for problem in validate(position):
        if problem.severity is not Severity.UNSOLVABLE:
            continue
        if problem.kind is ProblemKind.TARGET_STAYS_EMPTY:
            return Proof(VALIDATION, problem.message, squares=problem.squares)
        return Proof(VALIDATION, problem.message, problem.squares[:1])
    return None
