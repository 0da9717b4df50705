"""Small rounds of a search, for tests of what happens from one to the next."""

from __future__ import annotations

from rearview._core import SolverOptions


def set_rounds(options: SolverOptions, nodes: int) -> None:
    """Gives each pass of each round, varied or not, so many nodes."""
    options.backward_nodes = options.forward_nodes = nodes
    options.varied_backward_nodes = options.varied_forward_nodes = nodes
    options.growth = 1
