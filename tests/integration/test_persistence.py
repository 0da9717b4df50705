"""If trees are narrow, every second round continues those of the first."""

from __future__ import annotations

import pytest

from rearview import Limit, Strategy
from rearview._core import Board, Outcome, SearchResult, solve
from rearview.search import Search
from rearview.solving import make_options
from rounds import set_rounds

# A box that comes to the bend cannot be pushed down to the target.
BEND = Board(
    [
        "##########",
        "#@     ###",
        "# $ $    #",
        "#  . $ # #",
        "# .    #.#",
        "##########",
    ]
)
# This level's trees have more than 10 states for each expansion, and fewer than that.
WIDE, NARROW = 10, 1_000
# A pass of these sees a part of what there is, in however many rounds.
NODES = 10


def search(max_nodes: int, persistence: bool = True, max_narrow: float = NARROW) -> SearchResult:
    limit = Limit(backward_nodes=max_nodes, forward_nodes=max_nodes)
    strategy = Strategy(detectors=(), persistence=persistence)
    options = make_options(Search(limit=limit, strategy=strategy))
    set_rounds(options, NODES)
    options.max_narrow = max_narrow
    return solve(BEND, options, 60.0, 1 << 30)


def test_a_tree_that_goes_on_is_searched_to_its_end() -> None:
    found = search(1_000)
    assert found.outcome is Outcome.unsolvable
    assert found.rounds > 1


def test_trees_that_always_begin_anew_are_not() -> None:
    assert search(1_000, persistence=False).outcome is Outcome.unsolved


def test_wide_trees_begin_anew() -> None:
    wide, off = search(1_000, max_narrow=WIDE), search(1_000, persistence=False)
    assert (wide.rounds, wide.forward_states) == (off.rounds, off.forward_states)
    assert wide.outcome is Outcome.unsolved


@pytest.mark.parametrize("max_nodes", [2 * NODES, 35, 100])
def test_limits_of_nodes_hold_for_all_rounds_together(max_nodes: int) -> None:
    found = search(max_nodes)
    assert found.outcome is Outcome.unsolved
    assert (found.backward_nodes, found.forward_nodes) == (max_nodes, max_nodes)
