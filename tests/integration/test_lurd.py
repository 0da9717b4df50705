"""From a list of macro pushes to a LURD string, replayed by the naive reference."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from rearview._core import Motion, Move, State
from reference.known_levels import NAMES, spread
from reference.replay import Push, replay, shortest_walk
from reference.rules import start_state
from reference.small_levels import random_levels
from reference.translate import Both


def random_moves(both: Both, count: int, rng: Random) -> tuple[list[Move], list[State]]:
    """Up to `count` random macro pushes from the start, and the state after each."""
    state = both.board.start()
    moves, states = [], []
    for _ in range(count):
        choices = both.board.moves(state, Motion.push)
        if not choices:
            break
        move = rng.choice(choices)
        state = both.board.apply(state, move)
        moves.append(move)
        states.append(state)
    return moves, states


def assert_passes_through(both: Both, pushes: Sequence[Push], states: Sequence[State]) -> None:
    """The replay ends in the last state and passes through all others in order."""
    wanted = [both.to_reference(state) for state in states]
    if not wanted:
        assert not pushes
        return
    assert pushes[-1].after == wanted[-1], both.rows
    seen = iter(push.after for push in pushes)
    assert all(any(state == after for after in seen) for state in wanted), both.rows


def assert_walks_are_shortest(both: Both, pushes: Sequence[Push]) -> None:
    for push in pushes:
        shortest = shortest_walk(both.level, push.before[0], push.walk_from, push.walk_to)
        assert push.walk == shortest, both.rows


def check_lurd(both: Both, count: int, rng: Random) -> None:
    moves, states = random_moves(both, count, rng)
    lurd = both.board.to_lurd(moves)
    pushes = replay(both.level, lurd)
    assert_passes_through(both, pushes, states)
    assert_walks_are_shortest(both, pushes)
    assert not lurd or lurd[-1].isupper()


@pytest.mark.parametrize("collection", NAMES)
def test_random_moves_replay_to_the_same_states_with_shortest_walks(collection: str) -> None:
    rng = Random(31)
    for known in spread(collection, 12):
        both = Both(known.rows)
        for count in (1, 5, 20):
            check_lurd(both, count, rng)


def test_random_moves_replay_on_random_small_levels() -> None:
    rng = Random(32)
    for rows, level in random_levels(seed=32, count=400):
        check_lurd(Both(rows, level), 12, rng)


def test_no_moves_give_an_empty_string() -> None:
    assert Both(("#####", "#@$.#", "#####")).board.to_lurd([]) == ""


def test_known_solutions_as_moves_push_for_push_replay_to_the_goal() -> None:
    """Each push of a known solution, taken as a macro of its own, gives its pushes back."""
    for known in spread("microban", 40):
        both = Both(known.rows)
        moves = []
        pushes = replay(both.level, known.lurd)
        for push in pushes:
            before, after = both.to_core(push.before), both.to_core(push.after)
            moves.append(
                next(
                    move
                    for move in both.board.moves(before, Motion.push)
                    if both.square_at[move.source] == push.source
                    and both.board.apply(before, move) == after
                )
            )
        replayed = replay(both.level, both.board.to_lurd(moves))
        assert replayed[-1].after == pushes[-1].after
        assert replayed[0].before == start_state(both.level)
        assert [push.after for push in replayed] == [push.after for push in pushes]
