"""What each detector is there to see: one hand-drawn dead state for each, beside its level.

That no detector sees too much is for `test_soundness.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rearview._core import Board, Detector, Motion, detector_catalogue, detector_names
from reference.exhaustive import is_solvable, pushed_from_start
from reference.level import State, squares_marked
from reference.rules import normalised
from reference.translate import MOTIONS, Both

MAX_STATES = 20_000

CORNER = [
    ("######", "######"),
    ("#@   #", "#$   #"),
    ("# $ .#", "#@  .#"),
    ("#    #", "#    #"),
    ("######", "######"),
]
SIDE_BY_SIDE_AT_A_WALL = [
    ("#######", "#######"),
    ("#.  . #", "#.$$. #"),
    ("# $$  #", "#     #"),
    ("#  @  #", "#  @  #"),
    ("#######", "#######"),
]
NO_BOX_LEFT_FOR_THE_LOWER_TARGET = [
    ("########", "########"),
    ("#  .   #", "# $. $ #"),
    ("# $ $  #", "#      #"),
    ("#      #", "#      #"),
    ("#   .  #", "#   .  #"),
    ("#@     #", "#@     #"),
    ("########", "########"),
]
TWO_BOXES_FOR_THE_UPPER_TARGET = [
    ("########", "########"),
    ("#  .   #", "# $. $ #"),
    ("# $ $  #", "#      #"),
    ("#  $   #", "#  $   #"),
    ("#  ..  #", "#  ..  #"),
    ("#@     #", "#@     #"),
    ("########", "########"),
]
NO_WAY_TO_FILL_BOTH_TARGETS_OF_A_ROW = [
    ("#####", "#####"),
    ("#@ ##", "#@ ##"),
    ("#$* #", "# . #"),
    ("#   #", "#$$ #"),
    ("#.* #", "#.* #"),
    ("#####", "#####"),
]
FENCE_THAT_NEVER_OPENS = [
    ("#####", "#####"),
    ("#@$.#", "# $+#"),
    ("#*  #", "#*  #"),
    ("#  ##", "#  ##"),
    ("#  ##", "#  ##"),
    ("#####", "#####"),
]
NICHE_BESIDE_A_CORRIDOR = [
    ("######", "######"),
    ("#@$ .#", "# @ .#"),
    ("### ##", "###$##"),
    ("######", "######"),
]
PAIR_THAT_NEVER_COMES_APART = [
    ("#####", "#####"),
    ("#@  #", "#@  #"),
    ("# $ #", "# $$#"),
    ("# *.#", "# ..#"),
    ("#####", "#####"),
]
START_THAT_NO_BOX_COMES_BACK_TO = [
    ("######", "######"),
    ("#. $@#", "#.$  #"),
    ("## $.#", "##@$.#"),
    ("##  ##", "##  ##"),
    ("######", "######"),
]
TWO_BOXES_FOR_ONE_START = [
    ("#####", "#####"),
    ("## .#", "## .#"),
    ("###$#", "### #"),
    ("##@ #", "##@$#"),
    ("# $$#", "# $ #"),
    ("##..#", "##.*#"),
    ("#####", "#####"),
]
DEAD = {
    Motion.push: {
        "dead_squares": CORNER,
        "freeze": SIDE_BY_SIDE_AT_A_WALL,
        "zones": NO_BOX_LEFT_FOR_THE_LOWER_TARGET,
        "matching": TWO_BOXES_FOR_THE_UPPER_TARGET,
        "packing": NO_WAY_TO_FILL_BOTH_TARGETS_OF_A_ROW,
        "corral": FENCE_THAT_NEVER_OPENS,
    },
    Motion.pull: {
        "dead_squares": NICHE_BESIDE_A_CORRIDOR,
        "freeze": PAIR_THAT_NEVER_COMES_APART,
        "zones": START_THAT_NO_BOX_COMES_BACK_TO,
        "matching": TWO_BOXES_FOR_ONE_START,
    },
}
"""By detector: a level, and beside it a dead state of it."""


def level_and_state(pair: Sequence[tuple[str, str]]) -> tuple[Both, State]:
    both = Both([left for left, _ in pair])
    drawn = [right for _, right in pair]
    (player,) = squares_marked(drawn, "@+")
    return both, normalised(both.level, squares_marked(drawn, "$*"), player)


@pytest.mark.parametrize(("name", "pair"), DEAD[Motion.push].items())
def test_detector_sees_the_dead_push_state_it_is_there_for(
    name: str, pair: Sequence[tuple[str, str]]
) -> None:
    both, state = level_and_state(pair)
    detector = Detector(both.board, name, Motion.push)
    assert not is_solvable(both.level, state, MAX_STATES)
    assert detector.is_dead(both.to_core(state))
    assert not detector.is_dead(both.board.start())


@pytest.mark.parametrize(("name", "pair"), DEAD[Motion.pull].items())
def test_detector_sees_the_dead_pull_state_it_is_there_for(
    name: str, pair: Sequence[tuple[str, str]]
) -> None:
    both, state = level_and_state(pair)
    detector = Detector(both.board, name, Motion.pull)
    assert state not in pushed_from_start(both.level, MAX_STATES)
    assert detector.is_dead(both.to_core(state))
    assert not detector.is_dead(both.board.start())


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda motion: motion.name)
def test_detectors_say_who_they_are_and_what_they_promise(motion: Motion) -> None:
    board = Board([left for left, _ in CORNER])
    names = detector_names(motion)
    assert len(names) == len(set(names))
    for name in names:
        detector = Detector(board, name, motion)
        assert (detector.name, detector.motion) == (name, motion)
        if detector.promise == "dead":
            assert name in DEAD[motion], f"draw a dead state that {name} sees, in DEAD"
        else:
            assert (detector.promise, name in DEAD[motion]) == ("skip", False)


def test_the_catalogue_says_of_each_detector_what_the_detector_says_itself() -> None:
    board = Board([left for left, _ in CORNER])
    for motion in MOTIONS:
        entries = [entry for entry in detector_catalogue() if motion in entry.motions]
        assert [entry.name for entry in entries] == detector_names(motion)
        for entry in entries:
            assert Detector(board, entry.name, motion).promise == entry.promise
    cheap = {entry.name for entry in detector_catalogue() if entry.is_cheap}
    assert cheap >= {"dead_squares", "freeze"}
    assert not cheap & {"zones", "matching", "packing", "corral"}


def test_rejects_a_detector_that_does_not_exist() -> None:
    board = Board([left for left, _ in CORNER])
    for name, motion in (("nonsense", Motion.push), ("corral", Motion.pull), ("", Motion.pull)):
        with pytest.raises(ValueError, match="detector"):
            Detector(board, name, motion)


def test_frozen_boxes_are_those_that_can_never_move_again() -> None:
    both, state = level_and_state(SIDE_BY_SIDE_AT_A_WALL)
    found = both.to_squares(both.board.frozen(both.to_core(state), Motion.push))
    assert found == {(2, 1), (3, 1)}
    assert both.board.frozen(both.board.start(), Motion.push) == []


def test_a_solved_state_is_never_dead() -> None:
    both = Both([left for left, _ in TWO_BOXES_FOR_THE_UPPER_TARGET])
    solved = both.to_core(normalised(both.level, both.level.targets, both.level.player))
    for name in detector_names(Motion.push):
        detector = Detector(both.board, name, Motion.push)
        assert detector.promise == "skip" or not detector.is_dead(solved)
