"""How the passes of the alternation grow: the same on every machine, and as a power says."""

from __future__ import annotations

import math

import pytest

from rearview._core import SolverOptions
from rearview._core.testing import pass_nodes

MOST_NODES = 2**32
"""A tree numbers its nodes with 32 bits: no pass can be larger."""
UNLIMITED = 10**18


@pytest.mark.parametrize("growth", [1.0, 1.25, 1.5, 1.75, 2.0, 3.0, 10.0, 1000.0])
@pytest.mark.parametrize("first", [1, 7, 2_000, 5_000, 123_456])
def test_passes_are_what_a_power_would_give(first: int, growth: float) -> None:
    for number, nodes in enumerate(pass_nodes(first, growth, 90)):
        power = min(first * math.pow(growth, number), UNLIMITED)
        if power < MOST_NODES:
            assert nodes == int(power), number


def test_the_solver_grows_by_half() -> None:
    options = SolverOptions()
    assert options.growth == 1.5
    assert pass_nodes(options.backward_nodes, options.growth, 5) == [
        2_000,
        3_000,
        4_500,
        6_750,
        10_125,
    ]


@pytest.mark.parametrize("first", [0, 1])
def test_growth_without_end_stays_a_number(first: int) -> None:
    assert pass_nodes(first, 1000.0, 500)[-1] == first * UNLIMITED
