"""Every second round has another rule of ties and another epsilon."""

from __future__ import annotations

from typing import Any

import pytest

from rearview import Limit, Strategy, Ties, load_levels
from rearview._core import Board, SearchResult, SolverOptions, solve
from rearview.search import Search
from rearview.solving import make_options

LEVEL = Board(load_levels("xsokoban:29")[0].rows)
NODES = 50


def search(rounds: int, **strategy: Any) -> SearchResult:
    nodes = rounds * NODES
    limit = Limit(backward_nodes=nodes, forward_nodes=nodes)
    options = make_options(Search(limit=limit, strategy=Strategy(persistence=False, **strategy)))
    options.backward_nodes = options.forward_nodes = NODES
    options.growth = 1
    found = solve(LEVEL, options, float("inf"), 1 << 30)
    assert found.rounds == rounds
    return found


def sizes(found: SearchResult) -> tuple[int, ...]:
    return (
        found.backward_states, found.forward_states, found.backward_dead, found.forward_dead,
    )  # fmt: skip


def test_the_first_round_is_never_varied_and_the_second_is() -> None:
    assert sizes(search(1)) == sizes(search(1, variation=False))
    assert sizes(search(2)) != sizes(search(2, variation=False))


@pytest.mark.parametrize("ties", [Ties.NEAREST, Ties.FARTHEST])
@pytest.mark.parametrize("scale", [0.25, 1.0])
def test_only_rules_that_the_rounds_do_not_have_anyway_make_a_difference(
    ties: Ties, scale: float
) -> None:
    rules = {"ties": ties, "forward_epsilon_scale": scale}
    is_same = sizes(search(3, **rules)) == sizes(search(3, **rules, variation=False))
    assert is_same == (ties is Ties.NEAREST and scale == 1)


def test_it_is_on_unless_switched_off() -> None:
    assert SolverOptions().use_variation
    assert not make_options(Search(strategy=Strategy(variation=False))).use_variation
    assert not make_options(Search(strategy=Strategy.paper())).use_variation
