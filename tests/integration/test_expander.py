"""All children of a state at once: the features that are kept up to date, and what is left out."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from rearview._core import Board, Motion, State, detector_names, features
from rearview._core.testing import Expander
from reference.audit import Space, dead_detector_names, in_some_order, rule_names, space_of
from reference.exhaustive import TooManyStatesError
from reference.known_levels import NAMES, spread
from reference.replay import replay
from reference.small_levels import random_levels, widened
from reference.translate import MOTIONS, Both

ORDER = (
    "targets",
    "distance",
    "gamma1",
    "gamma2",
    "connectivity",
    "overlap",
    "perm",
    "bias",
)
ONLY_FORWARD = ("overlap", "perm")


def random_pulls(both: Both, count: int, rng: Random) -> list[State]:
    """A trajectory: a goal, then random macro pulls."""
    goals = both.board.goals()
    states = [rng.choice(goals)] if goals else []
    for _ in range(count if goals else 0):
        moves = both.board.moves(states[-1], Motion.pull)
        if not moves:
            break
        states.append(both.board.apply(states[-1], rng.choice(moves)))
    return states


def assert_children_have_their_features(
    both: Both, motion: Motion, states: Sequence[State], trajectory: Sequence[State]
) -> None:
    """With no detectors every move is there, each with the features of the state after it."""
    expander = Expander(both.board, motion, [], trajectory)
    for state in states:
        children = expander.expand(state)
        moves = [move for move, _ in children]
        assert set(moves) == set(both.board.moves(state, motion)), both.rows
        assert len(set(moves)) == len(moves), both.rows
        for move, found in children:
            after = both.board.apply(state, move)
            expected = features(both.board, after, motion, trajectory)
            named = dict(zip(ORDER, found, strict=True))
            if motion == Motion.pull:
                named = {name: named[name] for name in ORDER if name not in ONLY_FORWARD}
            assert named == pytest.approx(expected, abs=1e-9), (both.rows, state, move)


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda motion: motion.name)
@pytest.mark.parametrize("collection", NAMES)
def test_children_have_the_features_of_their_states_along_known_solutions(
    collection: str, motion: Motion
) -> None:
    rng = Random(61)
    for known in spread(collection, 10):
        both = Both(known.rows)
        pushes = rng.sample(replay(both.level, known.lurd), 6)
        states = [both.to_core(push.before) for push in pushes]
        trajectory = random_pulls(both, 10, rng) if motion == Motion.push else []
        assert_children_have_their_features(both, motion, states, trajectory)


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda motion: motion.name)
def test_children_have_the_features_of_their_states_on_random_levels(motion: Motion) -> None:
    rng = Random(62)
    for number, (rows, _) in enumerate(random_levels(seed=62, count=200)):
        both = Both(widened(rows, number // 2, 9) if number % 10 == 9 else rows)
        trajectory = random_pulls(both, 5, rng)
        states = [both.board.start(), *trajectory]
        assert_children_have_their_features(
            both, motion, states, trajectory if motion == Motion.push else []
        )


def spaces(seed: int, count: int) -> list[Space]:
    found = []
    for rows, level in random_levels(seed, count):
        try:
            found.append(space_of(rows, level, 300))
        except TooManyStatesError:
            continue
    return found


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda motion: motion.name)
def test_no_detector_makes_the_expander_leave_out_a_move_to_an_alive_state(
    motion: Motion,
) -> None:
    """In an expander, detectors know which box has moved and may use it."""
    for space in spaces(63, 300):
        both, alive = space.both, space.on_a_solution()
        names = dead_detector_names(both, motion)
        for chosen in (*([name] for name in names), names):
            expander = Expander(both.board, motion, chosen, [])
            for state in in_some_order(alive, Random(64)):
                before = both.to_core(state)
                found = {move for move, _ in expander.expand(before)}
                wanted = {
                    move
                    for move in both.board.moves(before, motion)
                    if both.to_reference(both.board.apply(before, move)) in alive
                }
                assert wanted <= found, (chosen, both.rows, state)


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda motion: motion.name)
def test_with_everything_on_the_expander_keeps_a_move_to_an_alive_state(motion: Motion) -> None:
    for space in spaces(65, 300):
        both, alive = space.both, space.on_a_solution()
        assert rule_names(both, motion)
        expander = Expander(both.board, motion, detector_names(motion), [])
        for state in in_some_order(alive - space.home(motion), Random(66)):
            before = both.to_core(state)
            after = {
                both.to_reference(both.board.apply(before, move))
                for move, _ in expander.expand(before)
            }
            assert after & alive, (both.rows, state)


def test_rejects_a_detector_that_does_not_exist() -> None:
    both = Both(("#####", "#@$.#", "#####"))
    with pytest.raises(ValueError, match="detector"):
        Expander(both.board, Motion.push, ["nonsense"], [])


def test_rejects_states_of_another_board() -> None:
    small = Board(["#####", "#@$.#", "#####"])
    large = Board(["########", "#      #", "# $ $. #", "# @ .  #", "########"])
    expander = Expander(small, Motion.push, detector_names(Motion.push), [])
    with pytest.raises(ValueError, match="no square"):
        expander.expand_all([large.start()])
    with pytest.raises(ValueError, match="no square"):
        Expander(small, Motion.push, [], [large.start()])
