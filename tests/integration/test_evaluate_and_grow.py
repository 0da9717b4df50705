"""`rearview.evaluate` and `rearview.grow_tree`: any state, both agents, plain objects."""

from __future__ import annotations

import copy
import doctest
import pickle
from typing import Any

import numpy as np
import pytest

import rearview.evaluating
import rearview.growing
import rearview.state
from drawn_levels import EASY, INVALID
from rearview import (
    ArgumentError,
    LevelError,
    OptionError,
    SolutionError,
    State,
    Strategy,
    evaluate,
    explain,
    grow_tree,
    load_levels,
    read_level,
    solve,
    verify,
)
from rearview._core import Board, Motion, Move
from rearview.model import Agent

LEVEL = read_level(EASY)
CORRIDOR = read_level("########\n#@ $ .*#\n########")
lie: Any = rearview


@pytest.mark.parametrize("module", [rearview.evaluating, rearview.state, rearview.growing])
def test_the_examples_of_the_docstrings_are_true(module: Any) -> None:
    tried = doctest.testmod(module)
    assert tried.attempted
    assert not tried.failed


def test_evaluates_states_as_an_explanation_does() -> None:
    (level,) = load_levels("microban:7")
    result = solve(level)
    explanation = explain(level, result)
    for step in explanation.steps:
        seen = evaluate(level, step.state, trajectory=iter(explanation.trajectory))
        assert (seen.forward.features, seen.forward.value) == (step.features, step.value)


def test_the_start_is_evaluated_unless_a_state_is_given() -> None:
    assert evaluate(LEVEL) == evaluate(LEVEL, State.of(LEVEL))
    assert evaluate(LEVEL) != evaluate(LEVEL, State.after(LEVEL, solve(LEVEL).lurd))
    assert "perm" not in evaluate(LEVEL).backward.features


def test_a_box_that_never_moves_is_part_of_the_state() -> None:
    assert evaluate(CORRIDOR).state.boxes == {(3, 1), (6, 1)}
    assert evaluate(CORRIDOR, State(frozenset({(4, 1), (6, 1)}), (3, 1)))


def test_squares_may_be_numpys() -> None:
    squares = [tuple(box) for box in np.array([[4, 1], [6, 1]])]
    state: Any = State(frozenset(squares), (np.int64(1), np.int64(1)))
    assert evaluate(CORRIDOR, state) == evaluate(CORRIDOR, State.after(CORRIDOR, "rR"))


@pytest.mark.parametrize(
    ("boxes", "player", "message"),
    [
        ({(3, 1)}, (1, 1), "it has 1 box, and the level has 2"),
        ({(3, 1), (4, 1)}, (1, 1), "the box at row 2, column 7 can never move"),
        ({(0, 1), (6, 1)}, (1, 1), "there is no floor at row 2, column 1"),
        ({(10**30, 1), (6, 1)}, (1, 1), "there is no floor at row 2, column 1000"),
        ({(3, 1), (6, 1)}, (3, 1), "player and box are both at row 2, column 4"),
        ({(3, 1), (6, 1)}, (-1, 1), "there is no floor at row 2, column 0"),
        ({(3, 1), (6, 1)}, 7, "its squares must be pairs of whole numbers"),
        ({(3, 1), (6.5, 1)}, (1, 1), "its squares must be pairs of whole numbers"),
    ],
)
def test_a_state_that_does_not_fit_is_refused(boxes: Any, player: Any, message: str) -> None:
    state = State(frozenset(boxes), player)
    for call in (
        lambda: evaluate(CORRIDOR, state),
        lambda: evaluate(CORRIDOR, trajectory=[state]),
        lambda: grow_tree(CORRIDOR, state=state),
    ):
        with pytest.raises(ArgumentError, match=message):
            call()


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: lie.evaluate("#@$.#"), ArgumentError),
        (lambda: lie.evaluate(LEVEL, 5), ArgumentError),
        (lambda: lie.evaluate(LEVEL, model=5), ArgumentError),
        (lambda: lie.evaluate(LEVEL, trajectory=5), ArgumentError),
        (lambda: lie.evaluate(read_level(INVALID)), LevelError),
        (lambda: lie.grow_tree(LEVEL, trajectory="x"), ArgumentError),
        (lambda: lie.grow_tree(LEVEL, trajectory=[5]), ArgumentError),
        (lambda: lie.grow_tree(LEVEL, strategy=5), ArgumentError),
        (lambda: lie.grow_tree(LEVEL, 0), OptionError),
        (lambda: lie.grow_tree(LEVEL, 10**9), OptionError),
        (lambda: lie.grow_tree(LEVEL, agent="sideways"), OptionError),
        (lambda: lie.grow_tree(LEVEL, agent=[]), OptionError),
        (lambda: lie.grow_tree(LEVEL, seed=-1), OptionError),
        (lambda: lie.grow_tree(read_level(INVALID)), LevelError),
        (lambda: State.after(LEVEL, "lllll"), SolutionError),
        (lambda: State.after(LEVEL, "x"), SolutionError),
        (lambda: lie.State.of("x"), ArgumentError),
    ],
)
def test_bad_arguments_are_refused_in_one_line(call: Any, error: type[Exception]) -> None:
    with pytest.raises(error) as refusal:
        call()
    assert str(refusal.value).count("\n") == 0


@pytest.mark.parametrize("agent", ["forward", "backward"])
def test_a_tree_hangs_together(agent: Agent) -> None:
    tree = grow_tree(LEVEL, 30, agent)
    assert tree.agent == agent
    assert [node.number for node in tree] == list(range(len(tree)))
    assert [tree[root].parent for root in tree.roots] == [None] * len(tree.roots)
    for node in tree:
        for child in node.children:
            assert tree[child].parent == node.number
        if node.move is not None:
            assert node.parent is not None
            source, destination = node.move
            assert node.state.boxes - {destination} == tree[node.parent].state.boxes - {source}
    assert tree[-1] == tree[len(tree) - 1] == tree[-1:][0]
    assert {node.number for node in tree if node.is_expanded} <= set(tree.chosen)
    with pytest.raises(IndexError):
        tree[len(tree)]


def test_raw_values_are_those_that_evaluate_gives() -> None:
    result = solve(LEVEL)
    tree = grow_tree(LEVEL, 30, trajectory=result.trajectory)
    for node in tree:
        seen = evaluate(LEVEL, node.state, trajectory=result.trajectory).forward
        assert node.raw_value == pytest.approx(1 if node.is_done else seen.value, abs=1e-6)


def test_a_way_to_a_state_that_is_done_solves_the_level() -> None:
    tree = grow_tree(LEVEL, 200)
    done = next(node for node in tree if node.is_done)
    board = Board(LEVEL.rows)
    moves = []
    for node in tree.path(done.number)[1:]:
        assert node.move is not None
        source, destination = (board.square_at(*square) for square in node.move)
        moves.append(Move(source, destination, board.square_at(*node.state.player)))
    assert verify(LEVEL, board.to_lurd(moves))


@pytest.mark.parametrize("agent", ["forward", "backward"])
def test_a_tree_begins_where_it_is_told(agent: Agent) -> None:
    state = evaluate(LEVEL, State.after(LEVEL, solve(LEVEL).lurd[:15])).state
    tree = grow_tree(LEVEL, 5, agent, state)
    assert [tree[root].state for root in tree.roots] == [state]
    assert state not in [node.state for node in grow_tree(LEVEL, 1, agent)][:1]


def test_an_exhausted_tree_says_so() -> None:
    assert grow_tree(CORRIDOR, 100, strategy=Strategy(cells=False)).is_exhausted
    assert not grow_tree(LEVEL, 1).is_exhausted


def test_a_pickled_tree_is_grown_again() -> None:
    tree = grow_tree(LEVEL, 20, "backward", seed=3)
    again = pickle.loads(pickle.dumps(tree))
    assert list(again) == list(tree)
    assert again.chosen == tree.chosen


def pickled_and_back(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


def test_native_boards_states_and_moves_can_be_pickled_and_copied() -> None:
    for level in [*load_levels("xsokoban:1-20"), *load_levels("microban:140-155"), CORRIDOR]:
        board = Board(level.rows)
        state = board.start()
        for make in (copy.copy, copy.deepcopy, pickled_and_back):
            same = make(board)
            assert same.rows == board.rows
            assert (same.starts, same.targets) == (board.starts, board.targets)
            assert same.walled_boxes == board.walled_boxes
            assert make(state) == state == same.start()
            assert same.moves(make(state), Motion.push) == board.moves(state, Motion.push)
            assert [make(move) for move in board.moves(state, Motion.push)] == same.moves(
                state, Motion.push
            )
