"""`Result`: how a search of one level ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from rearview.objective import Objective
from rearview.state import State


class Outcome(Enum):
    """How a search ended."""

    SOLVED = "solved"
    """There is a solution, and the checker has replayed it."""
    UNSOLVED = "unsolved"
    """No solution was found; `Result.reason` says what ended the search."""
    UNSOLVABLE = "unsolvable"
    """There is provably no solution."""
    INVALID = "invalid"
    """Not a level that could be searched; `Result.error` names every problem."""


class StopReason(Enum):
    """What ended a search that found nothing."""

    NODES = "nodes"
    TIME = "time"
    MEMORY = "memory"
    CANCELLED = "cancelled"
    """`on_progress` said so."""
    MOVES = "moves"
    """A solution was found that is longer than rearview replays."""
    CRASHED = "crashed"
    """The process that searched the level died, as when the system is out of memory."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a search ended, and what it took. Truthy when the level is solved."""

    outcome: Outcome
    reason: StopReason | None = None
    """What ended the search; None unless it is unsolved."""
    lurd: str = ""
    """The solution; empty unless solved, and for a level that starts solved."""
    moves: int = 0
    """Moves of the solution, pushes included."""
    pushes: int = 0
    seconds: float = 0.0
    """Wall-clock time of everything, validation and replay included."""
    backward_nodes: int = 0
    """Expansions of all backward passes."""
    forward_nodes: int = 0
    """Expansions of all forward passes."""
    backward_states: int = 0
    """In the trees of all backward passes: what was expanded, and all that it led to."""
    forward_states: int = 0
    """In the trees of all forward passes."""
    backward_dead: int = 0
    """Leaves of all backward passes that a costly detector killed: chosen, but not expanded."""
    forward_dead: int = 0
    """Leaves of all forward passes that a costly detector killed."""
    backward_seconds: float = 0.0
    """Spent looking back."""
    forward_seconds: float = 0.0
    """Spent going forward."""
    rounds: int = 0
    """How often the agents looked back."""
    met: bool = False
    """The solution was found where the two searches met: its first pushes are those of the forward
    search, its last ones those of the backward search, and there is at least one of each."""
    cleared: bool = False
    """The first look back took all boxes off the targets."""
    most_home: int = 0
    """The most boxes that stood on targets at once, going forward; 0 if it never went forward."""
    trajectory: tuple[State, ...] = ()
    """What guided the last forward pass: from the goal backwards, what the backward agent did."""
    error: str = ""
    """What is wrong with the level, or what went wrong, in words; usually empty."""

    objective: Objective | None = None
    """What the solution was to be shortest in; None when any would do."""
    is_optimal: bool = False
    """Proven: no solution has fewer moves or pushes, by the objective; of those with as many, none
    has fewer of the other."""
    lower_bound: int | None = None
    """Proven: every solution has at least so many moves or pushes, by the objective."""

    moves_before: int | None = None
    """Moves of the solution that was made shorter; None when none was."""
    pushes_before: int | None = None

    def __bool__(self) -> bool:
        return self.outcome is Outcome.SOLVED
