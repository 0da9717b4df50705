"""Detectors and pruning rules against exhaustive search on random small levels.

Forward, a state is alive when pushes lead from it to a goal; backward, when pulls lead from it to
the start. No detector may call an alive state dead. Each runs alone, once freshly built for every
state and once reused across all states that a search can meet, in several orders, dead states among
them: detectors remember.

A pruning rule must keep a solution: from every state on a solution the moves that it keeps lead
home. Each rule alone, and all together in every order, with and without leaving out first the
moves into states that detectors call dead.

By default SAMPLE levels with up to SAMPLE_STATES states each way; under the marker `soundness` also
WHOLE others with more states and more boxes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from random import Random

import pytest
from hypothesis import assume, given, settings

from rearview._core import Detector, Motion, detector_names
from reference.audit import (
    Space,
    dead_detector_names,
    false_deaths,
    in_some_order,
    lost_solutions,
    rule_names,
    space_of,
    wrongly_frozen,
)
from reference.exhaustive import TooManyStatesError
from reference.level import parse
from reference.shrink import shrink
from reference.small_levels import Rows, random_levels, widened
from reference.strategies import small_level_rows
from reference.translate import MOTIONS

SAMPLE, SAMPLE_STATES, SAMPLE_BOXES = 2000, 400, 4
WHOLE, WHOLE_STATES, WHOLE_BOXES = 10_000, 3000, 6
WIDE, WIDE_STATES, ROOM_SIDES = 40, 60, (7, 10, 15, 20, 30, 60)
CHUNKS = 10
FRESH_STATES = 12

PARKED_IN_A_DOORWAY: tuple[Rows, ...] = (
    (
        "########",
        "##@#####",
        "# $    #",
        "## ##  #",
        "## ##  #",
        "#..  $ #",
        "########",
    ),
    (
        "#########",
        "# $..#@ #",
        "# # ##  #",
        "#  $##  #",
        "# #     #",
        "#### ####",
        "#########",
    ),
)
"""Rare among random levels: lost when a box may not stop where a corridor ends."""

Check = Callable[[Space], Iterator[str]]


def is_worth_a_look(space: Space) -> bool:
    return len(space.pushed) >= 8 and len(space.on_a_solution()) >= 2


def dead_when_reused(space: Space) -> Iterator[str]:
    """Every state that a search meets, in two orders, one detector for all of them."""
    for motion in MOTIONS:
        for seed in (1, 2):
            states = in_some_order(space.met(motion), Random(seed))
            yield from false_deaths(space, motion, states, space.on_a_solution(), fresh=False)


def dead_when_fresh(space: Space) -> Iterator[str]:
    for motion in MOTIONS:
        states = in_some_order(space.on_a_solution(), Random(3))[:FRESH_STATES]
        yield from false_deaths(space, motion, states, space.on_a_solution(), fresh=True)


def dead_though_never_met(space: Space) -> Iterator[str]:
    """States from which the goal can be reached, though the start does not lead there."""
    for motion in MOTIONS:
        alive = space.alive(motion)
        states = in_some_order(alive - space.on_a_solution(), Random(4))
        yield from false_deaths(space, motion, states, alive, fresh=False)


def solution_lost(space: Space) -> Iterator[str]:
    for motion in MOTIONS:
        for with_detectors in (False, True):
            yield from lost_solutions(space, motion, space.on_a_solution(), with_detectors)


def frozen_box_moves(space: Space) -> Iterator[str]:
    for motion in MOTIONS:
        yield from wrongly_frozen(space, motion)


CHECKS: tuple[Check, ...] = (
    dead_when_reused,
    dead_when_fresh,
    dead_though_never_met,
    solution_lost,
    frozen_box_moves,
)


def spaces(seed: int, count: int, max_states: int, max_boxes: int) -> Iterator[Space]:
    """`count` levels worth a look, searched exhaustively both ways."""
    for rows, level in random_levels(seed, 100 * count, max_boxes):
        try:
            space = space_of(rows, level, max_states)
        except TooManyStatesError:
            continue
        if is_worth_a_look(space):
            yield space
            count -= 1
        if count == 0:
            return
    raise AssertionError("too few levels are worth a look")


def first_complaint(rows: Rows, check: Check, max_states: int) -> str | None:
    try:
        return next(check(space_of(rows, parse(rows), max_states)), None)
    except TooManyStatesError:
        return None


def assert_no_complaint(levels: Iterable[Space], max_states: int) -> None:
    """Fails with the first complaint, on the level made as small as it gets."""
    for space in levels:
        for check in CHECKS:
            for text in check(space):
                kind = text.splitlines()[0]

                def fails(rows: Rows, check: Check = check, kind: str = kind) -> bool:
                    return (first_complaint(rows, check, max_states) or "").startswith(kind)

                smallest = shrink(space.both.rows, fails)
                pytest.fail(first_complaint(smallest, check, max_states) or text)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_detectors_and_rules_agree_with_exhaustive_search(chunk: int) -> None:
    levels = spaces(100 + chunk, SAMPLE // CHUNKS, SAMPLE_STATES, SAMPLE_BOXES)
    assert_no_complaint(levels, SAMPLE_STATES)


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda motion: motion.name)
def test_every_detector_and_rule_has_work_on_the_random_levels(motion: Motion) -> None:
    """Otherwise the tests above would prove nothing."""
    work: Counter[str] = Counter()
    for space in spaces(100, 100, SAMPLE_STATES, SAMPLE_BOXES):
        both, dead = space.both, space.met(motion).keys() - space.on_a_solution()
        for name in dead_detector_names(both, motion):
            detector = Detector(both.board, name, motion)
            work[name] += sum(detector.is_dead(both.to_core(state)) for state in dead)
        for name in rule_names(both, motion):
            rule = Detector(both.board, name, motion)
            for state in map(both.to_core, space.on_a_solution()):
                moves = both.board.moves(state, motion)
                work[name] += len(moves) - len(rule.keep(state, moves))
    assert set(work) == set(detector_names(motion))
    assert min(work.values()) >= 20, work


@pytest.mark.parametrize("rows", PARKED_IN_A_DOORWAY)
def test_rules_keep_solutions_that_park_a_box_in_a_doorway(rows: Rows) -> None:
    space = space_of(rows, parse(rows), WHOLE_STATES)
    complaints = [text for check in CHECKS for text in check(space)]
    assert not complaints, "\n\n".join(complaints)


@pytest.mark.parametrize("side", ROOM_SIDES)
def test_detectors_and_rules_agree_with_exhaustive_search_on_wide_boards(side: int) -> None:
    """The core keeps boards of different size classes in different types: reach them all."""
    for small in spaces(side, WIDE, WIDE_STATES, SAMPLE_BOXES):
        rows = widened(small.both.rows, side, side)
        try:
            space = space_of(rows, parse(rows), 2 * WIDE_STATES)
        except TooManyStatesError:
            continue
        complaints = [text for check in CHECKS for text in check(space)]
        assert not complaints, "\n\n".join(complaints)


@pytest.mark.soundness
@pytest.mark.parametrize("chunk", range(10 * CHUNKS))
def test_detectors_and_rules_agree_with_exhaustive_search_at_length(chunk: int) -> None:
    levels = spaces(1000 + chunk, WHOLE // (10 * CHUNKS), WHOLE_STATES, WHOLE_BOXES)
    assert_no_complaint(levels, WHOLE_STATES)


@settings(max_examples=200, derandomize=True, deadline=None)
@given(small_level_rows())
def test_detectors_and_rules_agree_with_exhaustive_search_on_any_small_level(rows: Rows) -> None:
    try:
        space = space_of(rows, parse(rows), SAMPLE_STATES)
    except TooManyStatesError:
        assume(False)
    complaints = [text for check in CHECKS for text in check(space)]
    assert not complaints, "\n\n".join(complaints)
