"""The search of the core without detectors against a naive one, node by node as they are found.

The two share no code: rules, features, choices and values are all done over again, and must lead
to the same states in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isclose

import pytest

from grown_trees import WEIGHTS, grow, hint_for
from rearview._core import Motion, SearchTree, Ties, TreeNode, feature_names, grow_tree
from rearview._core import State as CoreState
from rearview._core.testing import is_consistent
from reference.agents import Found, backward_agent, forward_agent, macros_of_box
from reference.agents import Ties as ReferenceTies
from reference.known_levels import spread
from reference.level import draw
from reference.planner import Node, Planner
from reference.rules import macro_moves, start_state
from reference.small_levels import random_levels
from reference.translate import MOTIONS, STEPS_OF, Both

STEPS = 300
BUNDLED_STEPS = 100
AGENTS = {Motion.push: forward_agent, Motion.pull: backward_agent}

each_motion = pytest.mark.parametrize("motion", MOTIONS, ids=lambda motion: motion.name)


def small_levels() -> list[Both]:
    return [Both(rows, level) for rows, level in random_levels(seed=71, count=40)]


def bundled_levels() -> list[Both]:
    return [Both(known.rows) for known in spread("microban", 8)]


def searched_naively(
    both: Both,
    motion: Motion,
    weights: Mapping[str, float],
    trajectory: Sequence[CoreState],
    steps: int,
    has_cells: bool = False,
    ties: ReferenceTies = "nearest",
    epsilon_scale: float = 1,
    knows_reward: bool = True,
) -> Planner[Found]:
    hint = [both.to_reference(state) for state in trajectory]
    agent = AGENTS[motion](both.level, weights, hint)
    return agent.search(steps, has_cells, ties, epsilon_scale, knows_reward)


def core_facts(both: Both, state: CoreState, node: TreeNode) -> tuple[object, ...]:
    move = node.move
    return (
        both.to_reference(state),
        node.parent,
        move and (both.square_at[move.source], both.square_at[move.destination]),
        node.is_dead,
        node.is_expanded,
        node.visits,
        node.children,
        node.best_child,
    )


def naive_facts(node: Node[Found]) -> tuple[object, ...]:
    move = node.content.move
    return (
        node.content.state,
        node.parent and node.parent.number,
        move and (move.source, move.destination),
        node.is_dead,
        node.is_expanded,
        node.visits,
        [child.number for child in node.children],
        node.best_child and node.best_child.number,
    )


def is_close(found: TreeNode, expected: Node[Found]) -> bool:
    """The value of a dead node says nothing."""
    return isclose(found.raw_value, expected.raw_value, abs_tol=1e-6) and (
        found.is_dead or isclose(found.value, expected.value, abs_tol=1e-6)
    )


def assert_same_tree(both: Both, motion: Motion, tree: SearchTree, naive: Planner[Found]) -> None:
    level = f"{motion.name}\n{draw(both.level)}"
    assert tree.leaves == [leaf.number for leaf in naive.leaves], level
    assert len(tree) == len(naive.nodes), level
    for found, expected in zip(tree.nodes, naive.nodes, strict=True):
        facts = core_facts(both, tree.state(expected.number), found)
        if facts != naive_facts(expected) or not is_close(found, expected):
            state = draw(both.level, expected.content.state)
            pytest.fail(
                f"node {expected.number}\n{state}\n{level}\n"
                f"found    {facts} {found.value} {found.raw_value}\n"
                f"expected {naive_facts(expected)} {expected.value} {expected.raw_value}"
            )


@each_motion
@pytest.mark.parametrize("has_cells", [False, True], ids=["by-value", "with-cells"])
@pytest.mark.parametrize("is_hinted", [False, True], ids=["alone", "hinted"])
@pytest.mark.parametrize(
    ("levels", "steps"),
    [(small_levels, STEPS), (bundled_levels, BUNDLED_STEPS)],
    ids=["small", "bundled"],
)
def test_grows_the_tree_of_a_naive_search(
    levels: Callable[[], list[Both]], steps: int, is_hinted: bool, has_cells: bool, motion: Motion
) -> None:
    for both in levels():
        trajectory = hint_for(both, motion, 20) if is_hinted else []
        naive = searched_naively(both, motion, WEIGHTS[motion], trajectory, steps, has_cells)
        tree = grow(both, motion, steps, (), trajectory, use_cells=has_cells)
        assert_same_tree(both, motion, tree, naive)
        assert is_consistent(tree)


@each_motion
def test_cells_lead_elsewhere_than_the_value(motion: Motion) -> None:
    for both in bundled_levels():
        assert grow(both, motion, STEPS, use_cells=True).leaves != grow(both, motion, STEPS).leaves


@each_motion
@pytest.mark.parametrize("ties", ["nearest", "farthest", "random"])
def test_ties_say_which_of_equal_values_is_the_best(motion: Motion, ties: ReferenceTies) -> None:
    """With one weight nearly all states are equal, and only order and turns decide."""
    weights = {"targets": -0.5}
    in_order = [weights.get(name, 0.0) for name in feature_names()]
    for both in small_levels()[::2]:
        naive = searched_naively(both, motion, weights, [], STEPS, ties=ties)
        tree = grow_tree(both.board, motion, in_order, [], [], STEPS, ties=getattr(Ties, ties))
        assert_same_tree(both, motion, tree, naive)


@each_motion
@pytest.mark.parametrize("scale", [0, 0.25, 0.5, 0.7, 3, 10])
def test_epsilon_scale_says_how_often_a_visit_is_not_to_the_best(
    motion: Motion, scale: float
) -> None:
    for both in small_levels()[::4] + bundled_levels()[::2]:
        naive = searched_naively(
            both, motion, WEIGHTS[motion], [], BUNDLED_STEPS, epsilon_scale=scale
        )
        tree = grow(both, motion, BUNDLED_STEPS, (), epsilon_scale=scale)
        assert_same_tree(both, motion, tree, naive)


@each_motion
def test_an_agent_that_does_not_know_its_reward_goes_by_its_weights(motion: Motion) -> None:
    is_other = False
    for both in small_levels()[::2]:
        naive = searched_naively(both, motion, WEIGHTS[motion], [], STEPS, knows_reward=False)
        tree = grow(both, motion, STEPS, (), knows_reward=False)
        assert_same_tree(both, motion, tree, naive)
        is_other |= tree.leaves != grow(both, motion, STEPS).leaves
    assert is_other


@each_motion
def test_random_ties_depend_on_the_seed(motion: Motion) -> None:
    equal = [0.0] * len(feature_names())
    for both in bundled_levels():
        trees = [
            grow_tree(both.board, motion, equal, [], [], STEPS, seed, ties=Ties.random)
            for seed in (1, 2)
        ]
        assert trees[0].leaves != trees[1].leaves


def test_the_levels_show_what_trees_can_have() -> None:
    """Several roots, trees searched to the end and not, boxes back on their own squares."""
    levels = small_levels() + bundled_levels()
    trees = [grow(both, motion, STEPS) for both in levels for motion in MOTIONS]
    roots = [tree.node(root) for tree in trees for root in tree.roots]
    assert any(len(tree.roots) > 1 for tree in trees)
    assert sum(root.is_dead for root in roots) > 10
    assert sum(not root.is_dead for root in roots) > 10
    moves = [node.move for tree in trees for node in tree.nodes if node.move is not None]
    assert any(move.source == move.destination for move in moves)


@each_motion
def test_the_naive_search_tries_every_move(motion: Motion) -> None:
    steps_of = STEPS_OF[motion]
    for both in small_levels():
        state = start_state(both.level)
        moves = [m for box in state[0] for m in macros_of_box(both.level, state, box, steps_of)]
        assert set(moves) == macro_moves(both.level, state, steps_of)
        assert len(set(moves)) == len(moves)
