"""`estimate_difficulty`: how hard a level is for a person, and what contributes to it.

The score is the mean of log2(1 + part) over five parts. It is about 1 for a level of two pushes,
and grows by 1 when all parts double. All parts have the same weight; nothing is fitted.
`benchmarks/difficulty_ranks.py` compares it with independent measures; docs/oracle.md has the
numbers.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from math import log2
from typing import Final

from rearview._core import Board, Detector, Motion
from rearview.arguments import check_kind
from rearview.box_moves import split
from rearview.clock import Clock
from rearview.levels.level import Level
from rearview.limit import Limit
from rearview.model import Model
from rearview.positions import check_playable
from rearview.proving import detectors
from rearview.result import Outcome, Result
from rearview.solving import solve
from rearview.state import State, to_native

DEFAULT_LIMIT: Final = Limit(seconds=10)


@dataclass(frozen=True, slots=True)
class DifficultyParts:
    """What makes a level hard, counted along the solution that the search found."""

    box_changes: int
    """Box moves: how often the solution switches to another box."""
    pushes: int
    forks: int
    """Other box moves that were possible along the solution and not found dead."""
    dead_ends: int
    """Other box moves that were possible along the solution and that a detector proves dead."""
    nodes: int
    """States that the search has expanded, backward and forward."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a level is. Truthy when known: if it was solved, and alternatives were counted in
    time."""

    outcome: Outcome
    """Of the search for a solution."""
    score: float | None = None
    """The mean of log2(1 + part); None unless known. Microban has 0.6 to 9.6."""
    parts: DifficultyParts | None = None
    """None unless known."""
    lurd: str = ""
    """The solution that the parts were counted along."""

    def __bool__(self) -> bool:
        return self.score is not None


def estimate_difficulty(
    level: Level,
    *,
    result: Result | None = None,
    limit: Limit = DEFAULT_LIMIT,
    model: Model | None = None,
    seed: int = 0,
) -> Difficulty:
    """Estimate how hard a level is, from a solution and its alternatives.

    Without a result the level is searched. An estimate is only as good as the solution: a person
    may find a better one. The limit covers the search and the counting of alternatives together.
    Raises LevelError for an invalid level.

    >>> import rearview
    >>> level = rearview.read_level("#######\\n#@ $ .#\\n#######")
    >>> rearview.estimate_difficulty(level).parts.pushes
    2
    """
    check_playable(level)
    check_kind("result", result, Result, type(None))
    check_kind("limit", limit, Limit)
    clock = Clock(limit)
    if result is None:
        result = solve(level, limit=limit, model=model, seed=seed)
    return rate_within(clock, level, result)


def rate_within(clock: Clock, level: Level, result: Result) -> Difficulty:
    """The same with a clock that is already running, and perhaps a result."""
    counted = _alternatives(level, result.lurd, clock) if result else None
    if counted is None:
        return Difficulty(result.outcome)
    forks, dead_ends = counted
    parts = DifficultyParts(
        box_changes=len(split(level, result.lurd)),
        pushes=result.pushes,
        forks=forks,
        dead_ends=dead_ends,
        nodes=result.backward_nodes + result.forward_nodes,
    )
    logs = [log2(1 + part) for part in astuple(parts)]
    return Difficulty(result.outcome, sum(logs) / len(logs), parts, result.lurd)


def _alternatives(level: Level, lurd: str, clock: Clock) -> tuple[int, int] | None:
    """Box moves beside the solution: those that may be alive, and those that are dead.

    None when the time is over: a large, empty board has tens of thousands.
    """
    board = Board(level.rows)
    asked = [Detector(board, name, Motion.push) for name in detectors()]
    forks = dead_ends = 0
    state = to_native(board, State.of(level))
    for box_move in split(level, lurd):
        for move in board.moves(state, Motion.push):
            if not clock.is_in_time():
                return None
            after = board.apply(state, move)
            if any(detector.is_dead(after) for detector in asked):
                dead_ends += 1
            else:
                forks += 1
        forks -= 1  # The solution's own.
        state = to_native(board, box_move.after)
    return forks, dead_ends
