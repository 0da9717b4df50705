"""Along known solutions: no state is called dead, and every push is a generated move.

Forward, the states are those before each push and after the last. Backward, the same solution is
played in reverse: every push is a pull, and its result has the player where the push began.

Of a pruning rule a known solution says little: the rule may skip the solution's own moves as
long as others lead to a solution. It must keep a move, though, since one is needed, and must not
invent any. That it always keeps a solution is for `test_soundness.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import pytest

from rearview._core import Detector, Motion, State, detector_names
from reference.known_levels import NAMES, KnownLevel, known_levels
from reference.level import draw
from reference.replay import Push, replay
from reference.translate import MOTIONS, Both

LEVELS_IN = {"microban": 155, "xsokoban": 90, "microban2": 135, "grigr": 140, "sasquatch1": 50}


def detectors(both: Both, motion: Motion, promise: str) -> list[Detector]:
    every = [Detector(both.board, name, motion) for name in detector_names(motion)]
    return [detector for detector in every if detector.promise == promise]


def in_order(pushes: Sequence[Push], motion: Motion) -> Sequence[Push]:
    return pushes if motion == Motion.push else pushes[::-1]


def states_along(both: Both, pushes: Sequence[Push]) -> list[State]:
    return [both.to_core(push.before) for push in pushes] + [both.to_core(pushes[-1].after)]


def assert_none_dead(
    known: KnownLevel, both: Both, watching: Iterable[Detector], states: Sequence[State]
) -> None:
    for detector in watching:
        for index, state in enumerate(states):
            if detector.is_dead(state):
                pytest.fail(
                    f"{known.title}: {detector.name} ({detector.motion.name}) calls the state "
                    f"after {index} pushes dead:\n{draw(both.level, both.to_reference(state))}"
                )


def check_alone(known: KnownLevel, motion: Motion) -> None:
    """Each detector sees the whole solution in the order in which the search would play it."""
    both = Both(known.rows)
    states = states_along(both, replay(both.level, known.lurd))
    if motion == Motion.pull:
        states.reverse()
    assert_none_dead(known, both, detectors(both, motion, "dead"), states)


def check_together(known: KnownLevel, motion: Motion) -> None:
    """All detectors take turns on each state."""
    both = Both(known.rows)
    watching = detectors(both, motion, "dead")
    states = states_along(both, replay(both.level, known.lurd))
    for state in states if motion == Motion.push else states[::-1]:
        assert_none_dead(known, both, watching, [state])


def check_moves(known: KnownLevel, motion: Motion) -> None:
    """Every push (pull) is a generated move, and the pruning rules keep some move."""
    both = Both(known.rows)
    rules = detectors(both, motion, "skip")
    for push in in_order(replay(both.level, known.lurd), motion):
        ends = [both.to_core(push.before), both.to_core(push.after)]
        squares = [both.number_of[push.source], both.number_of[push.destination]]
        if motion == Motion.pull:
            ends.reverse()
            squares.reverse()
        before, after = ends
        moves = both.board.moves(before, motion)
        here = f"{known.title} {motion.name}\n{draw(both.level, both.to_reference(before))}"
        assert any(
            [move.source, move.destination] == squares and both.board.apply(before, move) == after
            for move in moves
        ), here
        for rule in rules:
            kept = rule.keep(before, moves)
            assert kept, f"{rule.name} skips every move: {here}"
            assert set(kept) <= set(moves), f"{rule.name} invents a move: {here}"


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda motion: motion.name)
@pytest.mark.parametrize("collection", NAMES)
@pytest.mark.parametrize("check", [check_alone, check_together, check_moves])
def test_every_known_solution_is_never_dead_and_always_generated(
    check: Callable[[KnownLevel, Motion], None], collection: str, motion: Motion
) -> None:
    levels = known_levels(collection)
    assert len(levels) == LEVELS_IN[collection]
    for known in levels:
        check(known, motion)
