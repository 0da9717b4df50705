"""Why a position is dead: which detector proves it, and a minimal set of boxes.

A set of boxes is dead if these boxes alone, with all others removed, can never all reach targets,
whichever targets they take. Then every position with these boxes is dead too, as other boxes only
get in the way. So each detector is called with smaller and smaller sets of boxes:

- dead_squares, freeze and corral depend only on boxes and walls, not on the number of targets;
- matching needs one target per box, and spare targets only make that easier;
- zones is not needed, as matching finds everything that it finds;
- packing assumes that every target is filled, so it is called with all boxes or not at all.

If the detectors find nothing, an exhaustive search of a limited number of states decides. So the
set has no unnecessary box, unless more states would be needed to show it.
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
"""Instead of a detector's name, if only an exhaustive search proves it."""
VALIDATION: Final = "validation"
"""The same if the drawing alone proves it: a box behind walls, out of the player's reach."""
MAX_STATES: Final = 2_000
"""For an exhaustive search with one set of boxes: some tens of milliseconds on most boards."""
MAX_WORK: Final = 100_000_000
"""States times squares times boxes squared, some 0.3 s: fewer states on huge boards."""

Boxes = tuple[Square, ...]
IsInTime = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Proof:
    """The proof that a position is dead."""

    detector: str
    reason: str
    boxes: Boxes = ()
    """None of them can be left out. Empty if only a search of all boxes proves it."""
    squares: tuple[Square, ...] = ()
    """Squares to draw with the boxes: the targets concerned, or the region shut off."""


@cache
def detectors() -> tuple[str, ...]:
    """The detectors that can call a set of boxes dead, the simplest reason first."""
    return tuple(
        one.name
        for one in _core.detector_catalogue()
        if one.promise == "dead" and not one.covered_by
    )


def find_detector(position: Level, names: Sequence[str] = ()) -> str | None:
    """The first detector that proves a position dead; boxes may have been removed from it."""
    board = Board(position.rows, allow_spare_targets=True)
    start = board.start()
    for name in names or detectors():
        if Detector(board, name, Motion.push).is_dead(start):
            return name
    return None


def prove(position: Level, is_in_time: IsInTime = lambda: True) -> Proof | None:
    """A proof that a position is dead without searching all of it, if there is one.

    The level must not be invalid. When the time is over, more boxes may remain than are needed.
    """
    if find_detector(position) is None:
        return _prove_by_drawing(position)
    return _smallest_proof(position, is_in_time)


def prove_by_trying(position: Level, is_in_time: IsInTime = lambda: True) -> Proof:
    """The proof for a position that a search has proven dead: with boxes, if an exhaustive search
    of few states finds them."""
    if not _is_dead_by_trying(position):
        return Proof(SEARCH, NO_WAY_ON)
    return _smallest_proof(position, is_in_time)


def _smallest_proof(position: Level, is_in_time: IsInTime) -> Proof:
    """Detectors alone first: they leave few boxes, and give a reason in words."""
    grid = Grid(position)
    boxes = grid.squares(grid.boxes & grid.area())

    def leave_out_while(is_dead: Callable[[Level], bool]) -> Boxes:
        return leave_out(boxes, lambda some: is_in_time() and is_dead(with_only(position, some)))

    boxes = leave_out_while(_is_found_dead)
    boxes = leave_out_while(_is_dead)
    alone = with_only(position, boxes)
    # If several boxes block each other, that is the reason, whatever each of them could reach.
    held = find_detector(alone, ["freeze"]) if len(boxes) > 1 else None
    return _tell(alone, boxes, held or find_detector(alone) or SEARCH)


def _is_found_dead(position: Level) -> bool:
    return find_detector(position) is not None


def _is_dead(position: Level) -> bool:
    return _is_found_dead(position) or _is_dead_by_trying(position)


def _is_dead_by_trying(position: Level) -> bool:
    board = Board(position.rows, allow_spare_targets=True)
    work = board.square_count * max(1, board.box_count) ** 2
    max_states = min(MAX_STATES, MAX_WORK // work)
    return _core.try_everything(board, board.start(), max_states) is Answer.dead


def leave_out(boxes: Boxes, is_dead: Callable[[Boxes], bool]) -> Boxes:
    """A set of boxes that are dead together, from which no box can be left out.

    Large parts are left out first, so that a few among hundreds are found with few tests.
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
        # A box may have become unnecessary only after others were left out.
        if size > 1 or len(kept) == before:
            size //= 2
    return kept


def _tell(alone: Level, boxes: Boxes, detector: str) -> Proof:
    """The proof in words, with squares to draw beside the boxes."""
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
