"""Functions for tests and benchmarks only."""

from collections.abc import Sequence

import rearview._core


def is_consistent(tree: rearview._core.SearchTree) -> bool:
    """
    Whether every value and death of the tree equals a computation from scratch.
    """

class Expander:
    """
    All children of a state, checked by cheap detectors, hashed, with features.
    """

    def __init__(self, board: rearview._core.Board, motion: rearview._core.Motion, detectors: Sequence[str], trajectory: Sequence[rearview._core.State]) -> None: ...

    def expand(self, state: rearview._core.State) -> list[tuple[rearview._core.Move, list[float]]]:
        """
        Moves that no cheap detector calls dead, each with its features in order.
        """

    def expand_all(self, states: Sequence[rearview._core.State]) -> int:
        """
        Expands many states and returns the number of children: for benchmarks.
        """

def distance(board: rearview._core.Board, motion: rearview._core.Motion, square: int, player: int, goal: int) -> int:
    """
    The fewest pushes (pulls) that bring a lone box from square to goal, or -1.
    """

def push_bounds(board: rearview._core.Board, motion: rearview._core.Motion, looks: Sequence[tuple[Sequence[int], int, Sequence[int], Sequence[tuple[int, int, int]]]]) -> list[list[int | None]]:
    """
    For each position (boxes, player, goals, pushes): the least pushes to the goals, and those after each push (number of the box, its square, the player's); None: no way.
    """

def pass_nodes(first: int, growth: float, rounds: int) -> list[int]:
    """How many nodes the passes of an agent have, round by round."""

def td_error(reward: float, discount: float, next_value: float, value: float) -> float:
    """The TD error: the target minus the value of the state."""
