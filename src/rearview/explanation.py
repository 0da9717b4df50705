"""Why a solution was found: the trajectory, the packing order, what the agent saw on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rearview import _core
from rearview._core import Board, Motion
from rearview.arguments import check_kind
from rearview.errors import LevelError, SolutionError
from rearview.levels.level import Level
from rearview.model import Model
from rearview.replay import replay
from rearview.result import Result
from rearview.solution import verify
from rearview.state import Square, State, to_native


@dataclass(frozen=True, slots=True)
class Step:
    """The level after a move: one box pushed any way while the others stood still."""

    state: State
    pushes: int
    """Pushes made so far."""
    features: Mapping[str, float]
    value: float
    """What the forward agent thinks of the state: weights times features."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What lies behind a result."""

    trajectory: tuple[State, ...]
    """From the goal backwards; empty when the search had no hint."""
    packing_order: tuple[Square, ...]
    """The targets in the order in which the trajectory says that they are to be packed."""
    steps: tuple[Step, ...]
    """From the start to the end of the solution; empty when there is none."""


def explain(level: Level, result: Result, model: Model | None = None) -> Explanation:
    """Explain a result, with the model that it was found with.

    Raises LevelError for a level that is invalid, and SolutionError for a result of another level.
    """
    check_kind("level", level, Level)
    check_kind("result", result, Result)
    check_kind("model", model, Model, type(None))
    weights = (model or Model.shipped()).forward
    try:
        board = Board(level.rows)
    except ValueError as error:
        raise LevelError(str(error)) from None
    if result and not verify(level, result.lurd):
        raise SolutionError("the result is not of this level: its solution does not solve it")
    steps = list(_moves(level, result.lurd)) if result else []
    trajectory = result.trajectory
    if not trajectory and result.met and not result.forward_nodes:
        # The backward search met the start itself: its way there is the solution, backwards.
        trajectory = tuple(state for state, _ in reversed(steps))
    try:
        hint = [to_native(board, state) for state in trajectory]
    except ValueError:
        raise SolutionError("the result is not of this level: its hint does not fit") from None

    def judge(state: State, pushes: int) -> Step:
        features = _core.features(board, to_native(board, state), Motion.push, hint)
        value = sum(weights[name] * feature for name, feature in features.items())
        return Step(state, pushes, features, value)

    return Explanation(
        trajectory=trajectory,
        packing_order=tuple(map(board.coordinates, _core.packing_order(board, hint))),
        steps=tuple(judge(state, pushes) for state, pushes in steps),
    )


def _moves(level: Level, lurd: str) -> Iterator[tuple[State, int]]:
    """The state at the start and after each move, with the pushes made so far."""
    frames = replay(level, lurd)
    state, pushes = next(frames).state, 0
    last_pushed: Square | None = None
    for frame in frames:
        if frame.pushed is None:
            continue
        source, destination = frame.pushed
        if source != last_pushed:
            yield state, pushes
        state, pushes, last_pushed = frame.state, pushes + 1, destination
    yield state, pushes
