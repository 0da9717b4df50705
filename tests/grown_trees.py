"""Search trees that tests look at: grown with weights that no training changes."""

from __future__ import annotations

from collections.abc import Sequence

from rearview._core import Motion, SearchTree, State, feature_names, grow_tree
from reference.translate import Both

# Of the size and the signs that are learned. Equal values of unequal states should be rare.
WEIGHTS = {
    Motion.push: {
        "targets": -0.15,
        "distance": -0.17,
        "gamma1": 0.32,
        "gamma2": 0.41,
        "connectivity": -0.13,
        "overlap": 0.11,
        "perm": 0.24,
        "bias": 0.07,
    },
    Motion.pull: {
        "targets": -0.06,
        "distance": 0.05,
        "gamma1": 0.31,
        "gamma2": 0.43,
        "connectivity": -0.37,
        "overlap": 0.53,
        "bias": 0.02,
    },
}


def grow(
    both: Both,
    motion: Motion,
    steps: int,
    detectors: Sequence[str] = (),
    trajectory: Sequence[State] = (),
    seed: int = 0,
    use_cells: bool = False,
    epsilon_scale: float = 1,
    knows_reward: bool = True,
) -> SearchTree:
    weights = [WEIGHTS[motion].get(name, 0.0) for name in feature_names()]
    return grow_tree(
        both.board, motion, weights, detectors, trajectory, steps, seed, use_cells,
        epsilon_scale=epsilon_scale, knows_reward=knows_reward,
    )  # fmt: skip


def hint_for(both: Both, motion: Motion, steps: int) -> list[State]:
    """The way of the other agent to the last leaf that it came to in a search of its own."""
    tree = grow(both, Motion.pull if motion == Motion.push else Motion.push, steps)
    nodes = tree.nodes
    way: list[State] = []
    number = tree.leaves[-1] if tree.leaves else None
    while number is not None:
        way.insert(0, tree.state(number))
        number = nodes[number].parent
    return way
