"""`diagnose`: whether a position can still be solved, and if not, why, and how far to go back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from rearview._core import Detector, Motion, Progress
from rearview.arguments import check_callable
from rearview.clock import Clock
from rearview.levels.level import Level
from rearview.limit import Limit
from rearview.model import Model
from rearview.positions import History, is_solved, replay
from rearview.progress import OnProgress
from rearview.proving import Proof, detectors, prove, prove_by_trying
from rearview.remembering import Memory, memory_of
from rearview.result import Outcome
from rearview.search import Search
from rearview.state import Square

DEFAULT_LIMIT: Final = Limit(seconds=2)
_LOOK_BACK: Final = {"backward_nodes": 2_000, "forward_nodes": 5_000}
"""Nodes to test whether an earlier position is dead too: as in the first round of a search."""


class Verdict(Enum):
    """What is known about a position."""

    ALIVE = "alive"
    """It can be solved: see `Diagnosis.solution`."""
    DEAD = "dead"
    """It is proven that it cannot be solved any more."""
    UNKNOWN = "unknown"
    """Neither was found within the limit."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What is known about a position, and why."""

    verdict: Verdict
    detector: str | None = None
    """What proves that it is dead: the name of a detector; "search" if only an exhaustive search
    does; "validation" if the drawing does. None unless dead."""
    reason: str = ""
    """The same in plain words, about the boxes and squares below; empty unless dead."""
    boxes: tuple[Square, ...] = ()
    """Boxes that can never all reach targets, even with all others removed; none of them can be
    left out. Empty unless dead, and if only a long search proves it."""
    squares: tuple[Square, ...] = ()
    """Squares to draw with the boxes: the only targets that they reach, those that stay empty, or
    the region that they shut off. Often empty."""
    alive_moves: int | None = None
    """The number of moves to the last position that is not proven dead: where to go back to. None
    unless dead, and if the level is dead from its start."""
    solution: str = ""
    """LURD from this position on, if it is alive; also empty if it is solved already."""


def diagnose(
    level: Level,
    moves: str = "",
    *,
    limit: Limit = DEFAULT_LIMIT,
    model: Model | None = None,
    on_progress: OnProgress[Progress] | None = None,
) -> Diagnosis:
    """Whether the position after some moves can be solved, and if not, why.

    Deadlock detectors run first, then a search within the limit. Dead and alive are proven: the
    solution has been replayed by `rearview.verify`. The set of boxes is minimal if an exhaustive
    search with these boxes takes few states; otherwise, or when the time is over, it may contain a
    box that is not needed.

    `on_progress` is called about 20 times a second while a search runs, and stops it when it
    returns False: the verdict may be unknown then. Raises LevelError for an invalid level, and
    SolutionError for a text that is not LURD or an impossible move.

    >>> import rearview
    >>> level = rearview.read_level("#######\\n#     #\\n# $@ .#\\n#######")
    >>> diagnosis = rearview.diagnose(level, "L")
    >>> diagnosis.verdict, diagnosis.boxes, diagnosis.alive_moves
    (<Verdict.DEAD: 'dead'>, ((1, 2),), 0)
    >>> diagnosis.reason
    'this box can never reach a target from where it stands'
    """
    search = Search(limit=limit, model=model)
    check_callable("on_progress", on_progress)
    return diagnose_within(Clock(limit, on_progress), level, moves, search)


def diagnose_within(clock: Clock, level: Level, moves: str, search: Search) -> Diagnosis:
    """The same with a clock that is already running."""
    history = replay(level, moves)
    position = history.position_now
    if is_solved(position):
        return Diagnosis(Verdict.ALIVE)
    memory = memory_of(level, search)
    proof = prove(position, clock.is_in_time)
    if proof is None:
        found = _search(history, memory, clock)
        if found.verdict is not Verdict.DEAD:
            return found
        proof = prove_by_trying(position, clock.is_in_time)
    return _dead(history, proof, _undo_point(history, memory, clock))


def _search(history: History, memory: Memory, clock: Clock) -> Diagnosis:
    """Alive, unknown, or dead without a reason yet."""
    plan = memory.plan_through(history.now)
    if plan is None:
        result, plan = memory.search(history.now, clock)
        if result.outcome is Outcome.UNSOLVABLE:
            return Diagnosis(Verdict.DEAD)
        if plan is None:
            return Diagnosis(Verdict.UNKNOWN)
    begin = plan.places[memory.name(history.now)]
    return Diagnosis(Verdict.ALIVE, solution="".join(plan.rest(history.level, history.now, begin)))


def _dead(history: History, proof: Proof, alive_moves: int | None) -> Diagnosis:
    reason = proof.reason
    if alive_moves is None and history.push_count:
        reason += "; the level could not be solved from its start"
    return Diagnosis(Verdict.DEAD, proof.detector, reason, proof.boxes, proof.squares, alive_moves)


def _undo_point(history: History, memory: Memory, clock: Clock) -> int | None:
    """The moves before the first push to a position that is proven dead.

    Everything after a dead position is dead. So the first position that a detector calls dead is an
    upper bound; then a short search tests the one before and, if that is dead too, bisects.
    """
    dead = _first_found_dead(history, memory, clock)
    alive = -1
    middle = dead - 1
    while alive < middle < dead and clock.is_in_time():
        result, _ = memory.search(history.state(middle), clock, 0.5, **_LOOK_BACK)
        if result.outcome is Outcome.UNSOLVABLE:
            dead = middle
        else:
            alive = middle
        middle = (alive + dead) // 2
    return history.move_counts[dead] - 1 if dead > 0 else None


def _first_found_dead(history: History, memory: Memory, clock: Clock) -> int:
    """The pushes to the first state that a detector calls dead; at the latest the last one."""
    asked: list[Callable[..., bool]] = [
        Detector(memory.board, name, Motion.push).is_dead for name in detectors()
    ]
    for pushes, state in enumerate(map(memory.name, history.states())):
        if not clock.is_in_time():
            break
        if any(is_dead(state) for is_dead in asked):
            return pushes
    return history.push_count
