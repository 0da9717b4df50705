"""The explanation of a result.

For players: the box moves, or why there is no solution. For researchers: the trajectory, the
packing order, and the forward agent's values along the solution.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rearview import _core
from rearview._core import Board, Detector, Motion
from rearview.arguments import check_kind
from rearview.box_moves import BoxMove, packing_begins, split
from rearview.errors import SolutionError
from rearview.evaluating import board_of, view
from rearview.levels.level import Level
from rearview.levels.validation import Problem, Severity, validate
from rearview.marks import Marks, find_marks
from rearview.model import Model
from rearview.result import Result
from rearview.solution import verify
from rearview.state import Square, State, to_native


@dataclass(frozen=True, slots=True)
class Step:
    """The level after a box move, as seen by the forward agent."""

    state: State
    pushes: int
    """Pushes made so far."""
    features: Mapping[str, float]
    value: float
    """The forward agent's value of the state: weights times features."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The explanation of a result."""

    box_moves: tuple[BoxMove, ...]
    """Which box goes where, in order; empty if there is no solution."""
    packing_begins: int
    """After this many box moves only packing remains: each brings a box home for good."""
    problems: tuple[Problem, ...]
    """Problems that prove that the level has no solution; empty when solved."""
    deadlocks: tuple[str, ...]
    """The deadlock detectors that prove the same for the start, the simplest first."""
    marks: Marks
    """Boxes that are lost or frozen at the start, and dead squares; empty when solved."""
    trajectory: tuple[State, ...]
    """What guided the search, from the goal backward; empty if nothing did."""
    packing_order: tuple[Square, ...]
    """The targets in the order in which the trajectory fills them."""
    steps: tuple[Step, ...]
    """The start, then the level after each box move; empty if there is no solution."""

    @property
    def moved_again(self) -> dict[int, int]:
        """Boxes that are moved more than once, by number, and how often."""
        counts: dict[int, int] = {}
        for move in self.box_moves:
            counts[move.box] = counts.get(move.box, 0) + 1
        return {box: count for box, count in counts.items() if count > 1}


def explain(level: Level, result: Result, model: Model | None = None) -> Explanation:
    """Explain a result, with the model that found it.

    Raises LevelError for an invalid level, and SolutionError for a result of another level.
    """
    check_kind("level", level, Level)
    check_kind("result", result, Result)
    check_kind("model", model, Model, type(None))
    board, model = board_of(level), model or Model.shipped()
    if result and not verify(level, result.lurd):
        raise SolutionError("the result belongs to another level: its solution does not solve it")
    moves = split(level, result.lurd) if result else ()
    states = _states(level, moves) if result else []
    trajectory = result.trajectory
    if not trajectory and _was_found_backward(result):
        trajectory = tuple(state for state, _ in reversed(states))
    try:
        guidance = [to_native(board, state) for state in trajectory]
    except ValueError:
        why = "its trajectory does not fit"
        raise SolutionError(f"the result belongs to another level: {why}") from None
    return Explanation(
        box_moves=moves,
        packing_begins=packing_begins(moves),
        problems=() if result else _proofs(level),
        deadlocks=() if result else _deadlocks(board),
        marks=Marks() if result else find_marks(level),
        trajectory=trajectory,
        packing_order=tuple(map(board.coordinates, _core.packing_order(board, guidance))),
        steps=_evaluate_steps(board, states, guidance, model),
    )


def _was_found_backward(result: Result) -> bool:
    """Whether the backward search reached the start: its reversed path is the solution."""
    return result.pushes > 0 and result.backward_nodes > 0 and result.forward_nodes == 0


def _states(level: Level, moves: tuple[BoxMove, ...]) -> list[tuple[State, int]]:
    """The start and the state after each box move, with the pushes made so far."""
    states = [(State(frozenset(level.squares("$*")), level.squares("@+")[0]), 0)]
    for move in moves:
        states.append((move.after, states[-1][1] + move.pushes))
    return states


def _proofs(level: Level) -> tuple[Problem, ...]:
    return tuple(one for one in validate(level) if one.severity is Severity.UNSOLVABLE)


def _deadlocks(board: Board) -> tuple[str, ...]:
    detectors = (Detector(board, name, Motion.push) for name in _core.detector_names(Motion.push))
    start = board.start()
    return tuple(one.name for one in detectors if one.promise == "dead" and one.is_dead(start))


def _evaluate_steps(
    board: Board, states: list[tuple[State, int]], guidance: list[_core.State], model: Model
) -> tuple[Step, ...]:
    steps = []
    for state, pushes in states:
        seen = view(board, to_native(board, state), Motion.push, model, guidance)
        steps.append(Step(state, pushes, seen.features, seen.value))
    return tuple(steps)
