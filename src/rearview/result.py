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
    """It is proven that there is no solution."""
    INVALID = "invalid"
    """Not a valid level; `Result.error` lists every problem."""


class StopReason(Enum):
    """What ended a search without a solution."""

    NODES = "nodes"
    TIME = "time"
    MEMORY = "memory"
    CANCELLED = "cancelled"
    """`on_progress` returned False."""
    MOVES = "moves"
    """A solution was found that is longer than rearview replays."""
    CRASHED = "crashed"
    """The process that searched the level died, for example out of memory."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a search ended, with its statistics. Truthy when the level is solved."""

    outcome: Outcome
    reason: StopReason | None = None
    """What ended the search; None unless it is unsolved."""
    lurd: str = ""
    """The solution; empty unless solved, and for a level that starts solved."""
    moves: int = 0
    """Moves of the solution, pushes included."""
    pushes: int = 0
    seconds: float = 0.0
    """Wall-clock time of everything, including validation and replay."""
    backward_nodes: int = 0
    """Expansions of all backward passes and of the backward beam."""
    forward_nodes: int = 0
    """Expansions of all forward passes."""
    backward_states: int = 0
    """States in the trees of all backward passes and of the beam: expanded ones and their
    children."""
    forward_states: int = 0
    """States in the trees of all forward passes."""
    backward_dead: int = 0
    """Leaves of all backward passes that a costly detector found dead: chosen, but not expanded."""
    forward_dead: int = 0
    """Leaves of all forward passes that a costly detector found dead."""
    backward_seconds: float = 0.0
    """Seconds of the backward passes and of the beam."""
    forward_seconds: float = 0.0
    """Seconds of the forward passes."""
    rounds: int = 0
    """How often the agents looked back."""
    met: bool = False
    """The solution was found where the two searches met: its first pushes are from the forward
    search, its last ones from the backward search, and there is at least one of each."""
    cleared: bool = False
    """The first backward pass removed all boxes from the targets."""
    most_home: int = 0
    """The most boxes on targets at once in the forward passes; 0 if there were none."""
    trajectory: tuple[State, ...] = ()
    """What guided the last forward pass: the states of the backward agent, from the goal on."""
    error: str = ""
    """What is wrong with the level, or what went wrong, in words; usually empty."""

    objective: Objective | None = None
    """What the solution was to minimise; None if any would do."""
    is_optimal: bool = False
    """Proven: no solution has fewer moves or pushes, by the objective; among those with as many,
    none has fewer of the other."""
    lower_bound: int | None = None
    """Proven: every solution has at least so many moves or pushes, by the objective."""

    moves_before: int | None = None
    """Moves of the solution before it was shortened; None if it was not."""
    pushes_before: int | None = None

    def __bool__(self) -> bool:
        return self.outcome is Outcome.SOLVED
