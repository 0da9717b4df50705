"""Macro moves of the core against the naive reference: sets of states, players and all.

Covered: on LEVELS_PER_COLLECTION levels spread over each of the five collections, for pushes from
the start and for pulls from the goals, the whole sets of states after 1, 2 and 3 macro moves, as
long as expanding a set is at most WORK: states times boxes times squares. A larger set is expanded
on a random sample of SAMPLE of its states. At least MIN_WHOLE levels are covered whole, more than
60 for each motion. Under the marker `soundness` the same with WORK_AT_LENGTH, which covers pulls of
XSokoban as well. The same from the middle of known solutions, and whole on random small levels.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given, settings

from rearview._core import Motion
from reference.known_levels import NAMES, spread
from reference.level import State, draw
from reference.replay import replay
from reference.rules import goal_states_with_pull, start_state, successors
from reference.small_levels import Rows, random_levels, widened
from reference.strategies import small_level_rows
from reference.translate import MOTIONS, STEPS_OF, Both

LEVELS_PER_COLLECTION = 24
WORK = 300_000
WORK_AT_LENGTH = 8_000_000
EVERYTHING = 10**9
SAMPLE = 25
DEPTH = 3
MIN_WHOLE = {
    Motion.push: {"microban": 20, "xsokoban": 5, "microban2": 20, "grigr": 18, "sasquatch1": 5},
    Motion.pull: {"microban": 20, "xsokoban": 0, "microban2": 20, "grigr": 18, "sasquatch1": 5},
}
MIN_WHOLE_AT_LENGTH = 8


def order(state: State) -> tuple[object, ...]:
    return (sorted(state[0]), state[1])


def roots(both: Both, motion: Motion) -> set[State]:
    if motion == Motion.push:
        return {start_state(both.level)}
    return goal_states_with_pull(both.level)


def difference(both: Both, expected: set[State], found: set[State]) -> str:
    """What to tell when the two sets differ: the first state that one has and the other lacks."""
    for what, states in (("missing", expected - found), ("wrong", found - expected)):
        for state in sorted(states, key=order):
            return f"{len(states)} {what}, the first:\n{draw(both.level, state)}"
    return ""


def assert_same_successors(
    both: Both, states: Iterable[State], motion: Motion, name: str
) -> set[State]:
    states = list(states)
    expected = successors(both.level, states, STEPS_OF[motion])
    after = both.core_successors([both.to_core(state) for state in states], motion)
    found = {both.to_reference(state) for state in after}
    if expected != found:
        from_one = [f"from\n{draw(both.level, state)}\n" for state in states if len(states) == 1]
        pytest.fail(f"{name} {motion.name}: {''.join(from_one)}{difference(both, expected, found)}")
    return expected


def compare_to_depth(
    both: Both, states: set[State], motion: Motion, name: str, max_work: int
) -> bool:
    """Compare depth by depth. True when every set was compared whole."""
    rng = Random(name)
    complete = True
    for depth in range(1, DEPTH + 1):
        if len(states) * len(both.level.boxes) * len(both.level.floor) > max_work:
            complete = False
            states = set(rng.sample(sorted(states, key=order), min(SAMPLE, len(states))))
        states = assert_same_successors(both, states, motion, f"{name}, depth {depth},")
    return complete


def complete_levels(collection: str, motion: Motion, max_work: int) -> int:
    """Compare levels spread over a collection. How many of them were compared whole."""
    complete = 0
    for known in spread(collection, LEVELS_PER_COLLECTION):
        both = Both(known.rows)
        complete += compare_to_depth(both, roots(both, motion), motion, known.title, max_work)
    return complete


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda motion: motion.name)
@pytest.mark.parametrize("collection", NAMES)
def test_states_after_1_2_and_3_moves_equal_the_reference(collection: str, motion: Motion) -> None:
    assert complete_levels(collection, motion, WORK) >= MIN_WHOLE[motion][collection]


@pytest.mark.soundness
@pytest.mark.parametrize("motion", MOTIONS, ids=lambda motion: motion.name)
@pytest.mark.parametrize("collection", NAMES)
def test_larger_sets_after_1_2_and_3_moves_equal_the_reference(
    collection: str, motion: Motion
) -> None:
    assert complete_levels(collection, motion, WORK_AT_LENGTH) >= MIN_WHOLE_AT_LENGTH


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda motion: motion.name)
@pytest.mark.parametrize("collection", NAMES)
def test_moves_from_the_middle_of_known_solutions_equal_the_reference(
    collection: str, motion: Motion
) -> None:
    for known in spread(collection, 10):
        both = Both(known.rows)
        pushes = replay(both.level, known.lurd)
        for quarter in (1, 2, 3):
            state = pushes[len(pushes) * quarter // 4].before
            name = f"{known.title} after {len(pushes) * quarter // 4} pushes"
            after = assert_same_successors(both, [state], motion, name)
            sample = Random(name).sample(sorted(after, key=order), min(len(after), 5))
            assert_same_successors(both, sample, motion, f"{name}, depth 2,")


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda motion: motion.name)
def test_states_after_1_2_and_3_moves_equal_the_reference_on_random_levels(
    motion: Motion,
) -> None:
    for number, (rows, level) in enumerate(random_levels(seed=11, count=300)):
        both = Both(rows, level)
        name = f"random level {number}"
        assert compare_to_depth(both, roots(both, motion), motion, name, EVERYTHING)


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda motion: motion.name)
@pytest.mark.parametrize("side", [7, 10, 15, 20, 30, 60])
def test_states_after_1_2_and_3_moves_equal_the_reference_on_wide_boards(
    side: int, motion: Motion
) -> None:
    for number, (rows, _) in enumerate(random_levels(seed=side, count=20)):
        both = Both(widened(rows, side, side))
        name = f"random level {number} widened by {side}"
        compare_to_depth(both, roots(both, motion), motion, name, WORK)


@settings(max_examples=150, derandomize=True, deadline=None)
@given(small_level_rows())
def test_states_after_moves_equal_the_reference_on_any_small_level(rows: Rows) -> None:
    both = Both(rows)
    for motion in MOTIONS:
        compare_to_depth(both, roots(both, motion), motion, "small level", EVERYTHING)


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda motion: motion.name)
def test_moves_are_distinct_and_say_what_they_do(motion: Motion) -> None:
    for rows, level in random_levels(seed=12, count=200):
        both = Both(rows, level)
        for state in sorted(roots(both, motion), key=order):
            before = both.to_core(state)
            moves = both.board.moves(before, motion)
            assert len(set(moves)) == len(moves), rows
            afters = [both.board.apply(before, move) for move in moves]
            assert before not in afters, rows
            for move, after in zip(moves, afters, strict=True):
                expected = sorted({*before.boxes} - {move.source} | {move.destination})
                assert list(after.boxes) == expected, rows
                assert both.board.state(expected, move.player) == after, rows
            by_box = {(move.source, after) for move, after in zip(moves, afters, strict=True)}
            assert len(by_box) == len(moves), rows
