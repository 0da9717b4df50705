"""`evaluate`: the features and values of a state for both agents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rearview import _core
from rearview._core import Board, Motion
from rearview.arguments import check_kind, check_kinds, to_whole
from rearview.errors import ArgumentError, LevelError
from rearview.levels.level import Level
from rearview.model import Model
from rearview.output.counting import counted
from rearview.state import Square, State, from_native


@dataclass(frozen=True, slots=True)
class AgentView:
    """The features and the value of a state for one agent."""

    features: Mapping[str, float]
    """By name; the backward agent has no hint features."""
    value: float
    """The agent's weights times the features. A search uses 1 for a goal state, whatever this
    says."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The features and values of a state for both agents."""

    state: State
    """Its player is on the first square of its region, from the top, then from the left."""
    forward: AgentView
    """Of the agent that pushes the boxes to the targets."""
    backward: AgentView
    """Of the agent that pulls the boxes off the targets."""


def evaluate(
    level: Level,
    state: State | None = None,
    model: Model | None = None,
    trajectory: Iterable[State] = (),
) -> Evaluation:
    """Features and values of any state of a level, by default of its start.

    Without a model, the shipped one is used. The trajectory is the hint of the forward agent, as in
    `Result.trajectory`: from the goal backward. Without one, the hint features are 0. Raises
    LevelError for an invalid level, and ArgumentError for a state that does not fit.

    >>> import rearview
    >>> level = rearview.read_level("#######\\n#@ $ .#\\n#######")
    >>> rearview.evaluate(level).forward.features["targets"]
    0.0
    >>> solved = rearview.State.after(level, "rRR")
    >>> rearview.evaluate(level, solved).forward.features["targets"]
    1.0
    """
    check_kind("model", model, Model, type(None))
    board = board_of(level)
    placed = board.start() if state is None else place(board, state)
    hint = place_all(board, trajectory)
    model = model or Model.shipped()
    return Evaluation(
        state=from_native(level, board, [placed])[0],
        forward=view(board, placed, Motion.push, model, hint),
        backward=view(board, placed, Motion.pull, model),
    )


def view(
    board: Board,
    state: _core.State,
    motion: Motion,
    model: Model,
    hint: Sequence[_core.State] = (),
) -> AgentView:
    """The evaluation by the agent with this motion."""
    weights = model.forward if motion is Motion.push else model.backward
    features = _core.features(board, state, motion, hint, model.discount)
    return AgentView(features, sum(weights[name] * value for name, value in features.items()))


def board_of(level: Level) -> Board:
    """The level as a native board. Raises ArgumentError and LevelError."""
    check_kind("level", level, Level)
    try:
        return Board(level.rows)
    except ValueError as error:
        raise LevelError(str(error)) from None


def place_all(board: Board, trajectory: Iterable[State]) -> list[_core.State]:
    """A trajectory as native states. Raises ArgumentError for a state that does not fit."""
    check_kinds("trajectory", trajectory, State)
    return [
        place(board, state, f"number {number} of trajectory")
        for number, state in enumerate(trajectory, 1)
    ]


def place(board: Board, state: State, name: str = "state") -> _core.State:
    """A state as a native state. Raises ArgumentError unless it fits onto the board."""
    check_kind(name, state, State)
    player, boxes = _square(name, state.player), {_square(name, box) for box in state.boxes}
    walled = set(board.walled_boxes)
    wanted = board.box_count + len(walled)
    if len(boxes) != wanted:
        here = counted(len(boxes), "box")
        raise ArgumentError(f"{name} does not fit: it has {here}, and the level has {wanted}")
    for box in sorted(walled - boxes):
        raise ArgumentError(f"{name} does not fit: the box at {_where(box)} can never move")
    if player in boxes:
        raise ArgumentError(f"{name} does not fit: player and box are both at {_where(player)}")
    for square in sorted((boxes - walled) | {player}):
        if not _is_floor(board, square):
            raise ArgumentError(f"{name} does not fit: there is no floor at {_where(square)}")
    return board.state(
        [board.square_at(*box) for box in sorted(boxes - walled)], board.square_at(*player)
    )


def _square(name: str, square: object) -> Square:
    if isinstance(square, Sequence) and len(square) == 2:
        x, y = map(to_whole, square)
        if x is not None and y is not None:
            return x, y
    raise ArgumentError(f"{name} does not fit: its squares must be pairs of whole numbers")


def _is_floor(board: Board, square: Square) -> bool:
    x, y = square
    is_inside = 0 <= x < board.width and 0 <= y < board.height
    return is_inside and board.square_at(x, y) >= 0


def _where(square: Square) -> str:
    return f"row {square[1] + 1}, column {square[0] + 1}"
