"""Search trees of the core, with detectors: every value, death and choice computed over again.

The raw values, what is below what, and which leaves were seen to be dead are taken from the tree;
everything else that it holds follows from them.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grown_trees import WEIGHTS, grow, hint_for
from rearview._core import (
    Board,
    Motion,
    SearchTree,
    State,
    TreeNode,
    detector_names,
    features,
    grow_tree,
)
from rearview._core.testing import is_consistent
from reference.known_levels import spread
from reference.level import draw
from reference.planner import Planner
from reference.small_levels import Rows
from reference.strategies import small_level_rows
from reference.translate import MOTIONS, Both

TINY = ("#####", "#@$.#", "#####")

each_motion = pytest.mark.parametrize("motion", MOTIONS, ids=lambda motion: motion.name)


def bundled(count: int) -> list[Both]:
    return [Both(known.rows) for known in spread("microban", count)]


def assert_children_are_contiguous(nodes: list[TreeNode]) -> None:
    below: dict[int | None, list[int]] = {}
    for number, node in enumerate(nodes):
        below.setdefault(node.parent, []).append(number)
    for number, node in enumerate(nodes):
        assert node.children == below.get(number, []), number
        first = node.children[0] if node.children else 0
        assert node.children == list(range(first, first + len(node.children))), number
        assert node.is_expanded or not node.children, number


def assert_values_and_deaths_come_from_below(nodes: list[TreeNode]) -> None:
    for number, node in enumerate(nodes):
        live = [child for child in node.children if not nodes[child].is_dead]
        if not node.is_expanded:
            assert (node.value, node.visits, node.best_child) == (node.raw_value, 0, None), number
            continue
        assert node.is_dead == (not live), number
        if live:
            assert node.value == max(nodes[child].value for child in live), number
            best = [child for child in live if nodes[child].value == node.value]
            assert node.best_child == best[0], number


def assert_each_state_is_there_once(both: Both, motion: Motion, tree: SearchTree) -> None:
    states = [tree.state(number) for number in range(len(tree))]
    assert len(set(states)) == len(states)
    starts = [both.board.start()] if motion == Motion.push else both.board.goals()
    assert tree.roots == list(range(len(starts)))
    assert states[: len(starts)] == starts
    for state, node in zip(states, tree.nodes, strict=True):
        if node.parent is not None:
            assert node.move is not None
            assert both.board.apply(states[node.parent], node.move) == state


def assert_leaves_were_chosen_in_turn(boxes: int, tree: SearchTree) -> None:
    """The same search over again, with the children that the tree holds."""
    nodes = tree.nodes

    def expand(number: int) -> list[tuple[int, float]] | None:
        node = nodes[number]
        children = [(child, nodes[child].raw_value) for child in node.children]
        return children if node.is_expanded else None

    roots = [(root, nodes[root].raw_value) for root in tree.roots]
    again = Planner(roots, boxes, expand)
    again.take_steps(len(tree.leaves))
    assert tree.leaves == [leaf.content for leaf in again.leaves]
    assert [node.content for node in again.nodes] == list(range(len(nodes)))
    for expected, found in zip(again.nodes, nodes, strict=True):
        assert (found.is_dead, found.visits) == (expected.is_dead, expected.visits)
        assert found.is_dead or found.value == expected.value


def assert_raw_values_are_weighted_features(
    both: Both, motion: Motion, tree: SearchTree, trajectory: list[State]
) -> None:
    """For a few of the nodes: features take long."""
    done = len(both.level.targets) if motion == Motion.push else 0
    for number in range(0, len(tree), 1 + len(tree) // 20):
        node, state = tree.node(number), tree.state(number)
        named = features(both.board, state, motion, trajectory)
        expected = sum(WEIGHTS[motion].get(name, 0.0) * value for name, value in named.items())
        if node.parent is not None and len(set(state.boxes) & set(both.board.targets)) == done:
            expected = 1.0
        assert node.raw_value == pytest.approx(expected, abs=1e-6), number


def assert_is_right(both: Both, motion: Motion, tree: SearchTree, hint: list[State]) -> None:
    try:
        assert is_consistent(tree)
        assert_children_are_contiguous(tree.nodes)
        assert_values_and_deaths_come_from_below(tree.nodes)
        assert_each_state_is_there_once(both, motion, tree)
        assert_leaves_were_chosen_in_turn(both.board.box_count, tree)
        if motion == Motion.push or not hint:
            assert_raw_values_are_weighted_features(both, motion, tree, hint)
    except AssertionError as error:
        raise AssertionError(f"{motion.name}\n{draw(both.level)}") from error


@each_motion
@pytest.mark.parametrize("steps", [1, 10, 300])
@pytest.mark.parametrize("is_hinted", [False, True], ids=["alone", "hinted"])
def test_holds_what_follows_from_its_leaves(is_hinted: bool, steps: int, motion: Motion) -> None:
    for both in bundled(25):
        hint = hint_for(both, motion, 30) if is_hinted else []
        tree = grow(both, motion, steps, detector_names(motion), hint)
        assert len(tree.leaves) == steps or all(tree.node(root).is_dead for root in tree.roots)
        assert_is_right(both, motion, tree, hint)


@settings(max_examples=120)
@given(
    rows=small_level_rows(),
    motion=st.sampled_from(MOTIONS),
    steps=st.integers(1, 120),
    is_hinted=st.booleans(),
    is_pruned=st.booleans(),
)
def test_holds_what_follows_from_its_leaves_on_random_levels(
    rows: Rows, motion: Motion, steps: int, is_hinted: bool, is_pruned: bool
) -> None:
    both = Both(rows)
    hint = hint_for(both, motion, 10) if is_hinted else []
    detectors = detector_names(motion) if is_pruned else []
    assert_is_right(both, motion, grow(both, motion, steps, detectors, hint), hint)


def test_some_leaves_are_seen_to_be_dead_when_they_are_chosen() -> None:
    """Else the tests above would miss a kind of death."""
    for motion in MOTIONS:
        trees = [grow(both, motion, 300, detector_names(motion)) for both in bundled(25)]
        leaves = [tree.node(leaf) for tree in trees for leaf in tree.leaves]
        assert sum(leaf.is_dead and not leaf.is_expanded for leaf in leaves) > 10, motion


def shape(tree: SearchTree) -> list[object]:
    return [tree.leaves, *((node.parent, node.move, node.raw_value) for node in tree.nodes)]


@each_motion
def test_a_shorter_search_is_the_beginning_of_a_longer_one(motion: Motion) -> None:
    for both in bundled(8):
        short, long = (grow(both, motion, n, detector_names(motion)) for n in (40, 200))
        assert short.leaves == long.leaves[: len(short.leaves)]
        assert shape(short)[1:] == shape(long)[1 : len(short) + 1]


def test_is_the_same_on_every_thread() -> None:
    def run(both: Both) -> list[object]:
        tree = grow(both, Motion.push, 200, detector_names(Motion.push))
        return [*shape(tree), *((node.value, node.visits) for node in tree.nodes)]

    levels = bundled(8)
    one_by_one = [run(both) for both in levels]
    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(run, levels)) == one_by_one


def test_a_seed_changes_the_turns_and_nothing_else() -> None:
    both = bundled(25)[-2]
    trees = [grow(both, Motion.push, 200, (), (), seed) for seed in (0, 5, 5)]
    assert shape(trees[1]) == shape(trees[2]) != shape(trees[0])
    before_any_turn = both.board.box_count
    assert trees[0].leaves[:before_any_turn] == trees[1].leaves[:before_any_turn]
    for tree in trees:
        assert is_consistent(tree)
        assert_values_and_deaths_come_from_below(tree.nodes)


def test_a_tree_that_is_searched_to_the_end_grows_no_more() -> None:
    tree = grow(Both(TINY), Motion.push, 1_000)
    assert tree.leaves == [0, 1]
    assert [node.is_dead for node in tree.nodes] == [True, True]


def test_outlives_the_board() -> None:
    board = Board(TINY)
    tree = grow_tree(board, Motion.push, [0.0] * 8, [], [], 1)
    del board
    assert tree.state(1).boxes == (2,)


def test_rejects_what_does_not_fit() -> None:
    tiny, weights = Both(TINY), [0.0] * 8
    other = bundled(2)[0]
    with pytest.raises(ValueError, match="detector"):
        grow_tree(tiny.board, Motion.push, weights, ["nonsense"], [], 1)
    with pytest.raises(ValueError, match="no square"):
        grow_tree(tiny.board, Motion.push, weights, [], [other.board.start()], 1)
    with pytest.raises(TypeError):
        grow_tree(tiny.board, Motion.push, weights[1:], [], [], 1)
    tree = grow(tiny, Motion.push, 1)
    for ask in (tree.node, tree.state):
        with pytest.raises(ValueError, match="there is no node 2 in this tree"):
            ask(2)
