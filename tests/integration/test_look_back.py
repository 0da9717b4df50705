"""`look_back`: one backward pass by itself."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate
from typing import Any

import pytest

from rearview import Level, Limit, Model, Strategy, Ties, load_levels
from rearview._core import (
    Board,
    LookBack,
    Motion,
    SearchTree,
    State,
    StopReason,
    grow_tree,
    look_back,
    solve,
)
from rearview.model import FEATURES
from rearview.search import Search
from rearview.solving import make_options

USUAL = Strategy()
WHOLE = Strategy(whole_look_back=True)
DETECTORS = USUAL.detectors_used
WEIGHTS = [Model.shipped().backward.get(name, 0.0) for name in FEATURES]


def look_back_on(level: Level, max_nodes: int, strategy: Strategy = USUAL) -> LookBack:
    return look_back(
        Board(level.rows), WEIGHTS, DETECTORS, max_nodes, ties=strategy.ties.native,
        is_whole=strategy.whole_look_back,
    )  # fmt: skip


@pytest.mark.parametrize(
    "changes",
    [
        *({"ties": ties} for ties in Ties),
        {"whole_look_back": False},
        {"whole_look_back": True},
    ],
    ids=str,
)
@pytest.mark.parametrize("nodes", [1, 7, 50, 400])
def test_is_what_a_search_does_before_it_goes_forward(nodes: int, changes: Any) -> None:
    for level in load_levels("microban:1-40"):
        limit = Limit(backward_nodes=nodes, forward_nodes=1)
        strategy = replace(Strategy.paper(), **changes)
        options = make_options(Search(limit=limit, strategy=strategy))
        searched = solve(Board(level.rows), options, float("inf"), 2**62)
        back = look_back_on(level, nodes, strategy)
        assert back.trajectory == searched.trajectory, level.index
        assert (back.cleared, back.nodes) == (searched.cleared, searched.backward_nodes)


def test_its_discount_is_that_of_a_search() -> None:
    """With one weight, that of gamma1: where gamma is 1 all states are equal."""
    weights = [float(name == "gamma1") for name in FEATURES]
    limit = Limit(backward_nodes=50, forward_nodes=1)
    options = make_options(Search(limit=limit, strategy=Strategy()))
    options.use_meeting = options.use_cells = options.use_alternation = False
    options.backward_weights = weights

    def trajectory_length(level: Level, discount: float) -> int:
        board = Board(level.rows)
        options.discount = discount
        back = look_back(board, weights, DETECTORS, 50, ties=USUAL.ties.native, discount=discount)
        assert back.trajectory == solve(board, options, float("inf"), 2**62).trajectory
        return len(back.trajectory)

    levels = load_levels("microban:1-20")
    lengths = [[trajectory_length(level, discount) for level in levels] for discount in (0.5, 1.0)]
    assert lengths[0] != lengths[1]


def test_ends_when_the_targets_are_clear() -> None:
    level = Level(("#######", "#@ $ .#", "#######"))
    back = look_back_on(level, 1_000)
    assert back.cleared
    assert back.reason is StopReason.none
    board = Board(level.rows)
    assert back.trajectory[0] in board.goals()
    assert not set(back.trajectory[-1].boxes) & set(board.targets)


def test_a_whole_look_back_spends_all_its_nodes_and_ends_at_the_best_leaf() -> None:
    is_other = False
    for level in load_levels("xsokoban:1-3"):
        back = look_back_on(level, 300, WHOLE)
        assert (back.nodes, back.reason) == (300, StopReason.nodes)
        assert back.trajectory == way_to_the_best(grow_back(level, expansions=300))
        is_other |= back.trajectory != look_back_on(level, 300).trajectory
    assert is_other


def grow_back(level: Level, expansions: int) -> SearchTree:
    """A tree of so many expansions, grown without regard to the reward."""

    def grow(steps: int) -> SearchTree:
        board = Board(level.rows)
        return grow_tree(
            board, Motion.pull, WEIGHTS, DETECTORS, [], steps,
            ties=USUAL.ties.native, knows_reward=False,
        )  # fmt: skip

    tree = grow(10 * expansions)
    is_expanded = [tree.node(leaf).is_expanded for leaf in tree.leaves]
    counts = list(accumulate(map(int, is_expanded)))
    return grow(counts.index(expansions) + 1)


def way_to_the_best(tree: SearchTree) -> list[State]:
    """To the unexpanded state of the highest value, the first of equals from the root on."""
    nodes = tree.nodes
    live = [n for n, node in enumerate(nodes) if not node.is_dead]
    best = max(nodes[n].value for n in live if not nodes[n].is_expanded)
    number: int | None = next(n for n in tree.roots if n in live and nodes[n].value == best)
    way: list[State] = []
    while number is not None:
        assert nodes[number].value == best
        way.append(tree.state(number))
        number = nodes[number].best_child
    return way


def test_a_whole_look_back_whose_tree_ends_leads_to_clear_targets() -> None:
    level = Level(("#######", "#@ $ .#", "#######"))
    back = look_back_on(level, 1_000, WHOLE)
    assert back.cleared
    assert back.reason is StopReason.none
    assert not set(back.trajectory[-1].boxes) & set(Board(level.rows).targets)


def test_says_which_limit_ended_it() -> None:
    (level,) = load_levels("xsokoban:1")
    board = Board(level.rows)
    assert look_back(board, WEIGHTS, DETECTORS, 3).reason is StopReason.nodes
    timed = look_back(board, WEIGHTS, DETECTORS, 1_000, max_seconds=0.0)
    assert (timed.reason, timed.trajectory) == (StopReason.time, [])
    full = look_back(board, WEIGHTS, DETECTORS, 1_000, max_bytes=0)
    assert full.reason is StopReason.memory


def test_has_no_trajectory_where_no_box_can_be_pulled() -> None:
    back = look_back_on(Level(("####", "#$.#", "#@##", "####")), 1_000)
    assert (back.trajectory, back.cleared, back.reason) == ([], False, StopReason.none)


def test_rejects_a_detector_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="nonsense"):
        look_back(Board(("#####", "#@$.#", "#####")), WEIGHTS, ["nonsense"], 1)
