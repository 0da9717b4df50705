"""Between the naive reference and `rearview._core`, by coordinates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rearview._core import Board, Motion, Move
from rearview._core import State as CoreState
from reference.level import Level, Square, State, parse
from reference.rules import StepsOfBox, pulls_of, pushes_of

STEPS_OF: dict[Motion, StepsOfBox] = {Motion.push: pushes_of, Motion.pull: pulls_of}
MOTIONS = (Motion.push, Motion.pull)


class Both:
    """One level, as the reference sees it and as the core does."""

    def __init__(self, rows: Sequence[str], level: Level | None = None) -> None:
        self.rows = tuple(rows)
        self.level = parse(rows) if level is None else level
        self.board = Board(list(rows))
        self.square_at = [self.board.coordinates(n) for n in range(self.board.square_count)]
        self.number_of = {square: n for n, square in enumerate(self.square_at)}

    def to_core(self, state: State) -> CoreState:
        return self.board.state(
            sorted(self.number_of[box] for box in state[0]), self.number_of[state[1]]
        )

    def to_reference(self, state: CoreState) -> State:
        return frozenset(self.square_at[box] for box in state.boxes), self.square_at[state.player]

    def to_squares(self, numbers: Iterable[int]) -> set[Square]:
        return {self.square_at[number] for number in numbers}

    def after(self, state: CoreState, move: Move) -> CoreState:
        return self.board.apply(state, move)

    def core_successors(self, states: Iterable[CoreState], motion: Motion) -> set[CoreState]:
        """The states after one macro move from any of `states`."""
        return {
            self.board.apply(state, move)
            for state in states
            for move in self.board.moves(state, motion)
        }
