"""`diagnose`: dead or alive as exhaustive search says, and why, with the fewest boxes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest

import rearview
from rearview import Diagnosis, Level, LevelError, Limit, SolutionError, Verdict, diagnose
from rearview._core import Answer, Board, Detector, Motion, detector_catalogue, try_everything
from rearview.clock import Clock
from rearview.diagnosing import diagnose_within
from rearview.positions import replay, with_only
from rearview.proving import leave_out, prove
from rearview.remembering import forget_everything
from rearview.search import Search
from reference.diagnoses import complaints, in_reading_order, some_positions
from reference.small_levels import random_levels_explored
from reference.some_boxes import can_come_home

LEVELS, STATES_PER_LEVEL, MAX_STATES = 150, 8, 1500

CORNER = Level(("######", "#$   #", "#@  .#", "#    #", "######"))
PAIR_AT_A_WALL = Level(("########", "#.$$. *#", "#      #", "#  @ $.#", "########"))
ONE_TARGET_STAYS_EMPTY = Level(
    ("########", "# $. $ #", "#      #", "#   .  #", "#@     #", "########")
)
NO_ORDER_OF_PACKING = Level(("#####", "#@ ##", "# . #", "#$$ #", "#.* #", "#####"))
FENCE = Level(("#######", "# $+ ##", "#*  # #", "#  #  #", "#  $. #", "#######"))
BEHIND_BOXES_THAT_NEVER_MOVE = Level(
    ("########", "#@  ** #", "# $ **.#", "#      #", "########"),
)
ONLY_SEARCH = Level(("#########", "##@*  * #", "## .$## #", "##   ## #", "#       #", "#########"))
ENCLOSED_BOX = Level(("#######", "#@$.#$#", "#######"))
TWO_PUSHES = Level(("#######", "#@ $ .#", "#######"))


def checked(position: Level) -> Diagnosis:
    """The diagnosis of a dead position, which exhaustive search confirms."""
    diagnosis = diagnose(position)
    assert list(complaints(position, is_alive=False, diagnosis=diagnosis)) == []
    return diagnosis


def test_random_states_are_judged_as_exhaustive_search_judges_them() -> None:
    rng = Random(16)
    seen = set()
    for rows, level, graph in random_levels_explored(16, LEVELS, MAX_STATES):
        for position, is_alive in some_positions(rng, rows, level, graph, STATES_PER_LEVEL):
            diagnosis = diagnose(position)
            wrong = list(complaints(position, is_alive, diagnosis))
            assert not wrong, f"{wrong}\n{position}\n{diagnosis}"
            seen.add(diagnosis.detector)
    assert {None, "dead_squares", "freeze", "matching", "corral"} <= seen


@pytest.mark.parametrize(
    ("position", "detector", "boxes", "squares", "reason"),
    [
        (
            CORNER,
            "dead_squares",
            [(1, 1)],
            [],
            "this box can never reach a target from where it stands",
        ),
        (
            PAIR_AT_A_WALL,
            "freeze",
            [(2, 1), (3, 1)],
            [],
            "these boxes hold each other, and none can move without being lost",
        ),
        (
            ONE_TARGET_STAYS_EMPTY,
            "matching",
            [(2, 1), (5, 1)],
            [(4, 3)],
            "no box can reach this target any more",
        ),
        (
            FENCE,
            "corral",
            [(2, 1), (1, 2)],
            [(1, 1)],
            "these boxes shut off a part of the board that can neither be opened nor filled",
        ),
    ],
)
def test_a_dead_position_is_explained_by_the_fewest_boxes(
    position: Level,
    detector: str,
    boxes: Sequence[tuple[int, int]],
    squares: Sequence[tuple[int, int]],
    reason: str,
) -> None:
    diagnosis = checked(position)
    assert diagnosis.detector == detector
    assert diagnosis.boxes == tuple(boxes)
    assert diagnosis.squares == tuple(squares)
    assert diagnosis.reason.startswith(reason)


def test_boxes_that_reach_too_few_targets_are_shown_with_these_targets() -> None:
    position = Level(
        ("##########", "# $.$    #", "#        #", "#  $  .. #", "#@       #", "##########")
    )
    diagnosis = checked(position)
    assert diagnosis.boxes == ((2, 1), (4, 1))
    assert diagnosis.squares == ((3, 1),)
    assert diagnosis.reason == "these 2 boxes can reach only 1 target between them"


def test_an_order_of_packing_that_fails_is_shown_with_the_targets_that_are_left() -> None:
    diagnosis = checked(NO_ORDER_OF_PACKING)
    assert diagnosis.detector == "packing"
    assert diagnosis.squares == ((2, 2), (1, 4))


def test_boxes_that_never_move_are_shown_when_they_are_in_the_way() -> None:
    diagnosis = checked(BEHIND_BOXES_THAT_NEVER_MOVE)
    assert (2, 2) in diagnosis.boxes
    assert {(4, 1), (4, 2)} <= set(diagnosis.boxes)


def test_what_only_trying_everything_shows_still_has_its_boxes() -> None:
    diagnosis = checked(ONLY_SEARCH)
    assert diagnosis.detector == "search"
    assert diagnosis.boxes == ((6, 1), (4, 2))


def test_a_box_behind_walls_is_named() -> None:
    diagnosis = diagnose(ENCLOSED_BOX)
    assert diagnosis.verdict is Verdict.DEAD
    assert diagnosis.detector == "validation"
    assert diagnosis.boxes == ((5, 1),)
    assert diagnosis.reason == "the player can never reach the box at row 2, column 6"


def test_a_live_position_comes_with_its_rest() -> None:
    diagnosis = diagnose(TWO_PUSHES, "rR")
    assert diagnosis == Diagnosis(Verdict.ALIVE, solution="R")


def test_a_solved_position_is_alive_and_has_nothing_left_to_do() -> None:
    assert diagnose(TWO_PUSHES, "rRR") == Diagnosis(Verdict.ALIVE)


def test_a_position_on_a_solution_that_was_found_before_is_not_searched_again() -> None:
    forget_everything()
    level = rearview.load_levels("microban:5")[0]
    solution = diagnose(level).solution
    calls: list[object] = []
    diagnosis = diagnose(level, solution[:9], on_progress=calls.append)
    assert diagnosis.solution == solution[9:]
    assert not calls


def test_a_limit_of_nodes_that_is_too_small_leaves_it_unknown() -> None:
    level = rearview.load_levels("xsokoban:1")[0]
    limit = Limit(backward_nodes=1, forward_nodes=1)
    assert diagnose(level, limit=limit) == Diagnosis(Verdict.UNKNOWN)


def test_the_search_ends_when_progress_says_so() -> None:
    level = rearview.load_levels("sasquatch1:48")[0]
    diagnosis = diagnose(level, limit=Limit(seconds=600), on_progress=lambda _: False)
    assert diagnosis.verdict is Verdict.UNKNOWN


def test_looking_for_the_fewest_boxes_ends_when_it_is_no_longer_wanted() -> None:
    """No search runs meanwhile that could ask."""
    questions = 0

    def is_wanted() -> bool:
        nonlocal questions
        questions += 1
        return questions < 3

    rows = ["#" * 22, *["#" + "$ " * 10 + "#", "#" + " " * 20 + "#"] * 3, "#@" + " ." * 9 + " #"]
    rows += ["#" + "." * 20 + "#", "#." + " " * 19 + "#", "#" * 22]
    level = Level(tuple(rows))
    clock = Clock(Limit(seconds=600), is_wanted=is_wanted)
    stopped = diagnose_within(clock, level, "", Search())
    assert stopped.verdict is Verdict.DEAD
    assert len(stopped.boxes) > len(diagnose(level).boxes)


def test_the_states_of_a_game_are_those_after_each_push() -> None:
    history = replay(Level(("########", "#@ $  .#", "########")), "rlrRR")
    assert [sorted(state.boxes) for state in history.states()] == [[(3, 1)], [(4, 1)], [(5, 1)]]
    assert history.state(1).boxes == {(4, 1)}


def test_the_undo_point_is_right_before_the_push_that_killed_it() -> None:
    level = Level(("########", "#      #", "# $@  .#", "#      #", "########"))
    diagnosis = diagnose(level, "udLrurrd")
    assert diagnosis.verdict is Verdict.DEAD
    assert diagnosis.alive_moves == len("ud")
    assert diagnose(level, "ud").verdict is Verdict.ALIVE


def test_the_undo_point_goes_back_beyond_what_the_detectors_see() -> None:
    """Dead after its first push, as only a search sees; a detector sees it after the second."""
    level = Level(("######", "#@   #", "# $**#", "# $..#", "######"))
    assert prove(rearview.level_after(level, "rrrD")) is None
    assert diagnose(level, "rrrD").verdict is Verdict.DEAD
    diagnosis = diagnose(level, "rrrDulllddR")
    assert diagnosis.detector == "freeze"
    assert diagnosis.alive_moves == len("rrr")


def test_a_level_that_was_dead_from_the_start_has_no_undo_point() -> None:
    level = Level(("########", "#$     #", "# $@  .#", "#     .#", "########"))
    diagnosis = diagnose(level, "L")
    assert diagnosis.alive_moves is None
    assert diagnosis.reason.endswith("; the level could not be solved from its start")
    assert diagnose(level).reason == "this box can never reach a target from where it stands"


@pytest.mark.parametrize("function", [diagnose, rearview.hint, rearview.level_after])
def test_a_move_that_is_impossible_is_named(function: Callable[..., object]) -> None:
    with pytest.raises(SolutionError, match=r"move 2 \(u\): the player walks into a wall"):
        function(TWO_PUSHES, "ru")
    with pytest.raises(SolutionError, match="'x' at position 1 is not a move"):
        function(TWO_PUSHES, "x")


@pytest.mark.parametrize("function", [diagnose, rearview.hint, rearview.estimate_difficulty])
def test_an_invalid_level_is_refused_with_all_that_is_wrong(
    function: Callable[..., object],
) -> None:
    with pytest.raises(LevelError, match="1 box but 0 targets"):
        function(Level(("#####", "#@$ #", "#####")))


def test_a_position_is_a_level_with_the_same_title() -> None:
    level = rearview.load_levels("microban:1")[0]
    after = rearview.level_after(level, "dlU")
    assert str(after).splitlines()[2:5] == ["#$ ###", "#+   #", "#  $ #"]
    assert (after.title, after.index) == (level.title, level.index)


def test_few_boxes_of_many_are_found_with_few_questions() -> None:
    boxes = tuple((n, 0) for n in range(512))
    asked = 0

    def is_dead(some: Sequence[tuple[int, int]]) -> bool:
        nonlocal asked
        asked += 1
        return {(3, 0), (200, 0)} <= set(some)

    assert leave_out(boxes, is_dead) == ((3, 0), (200, 0))
    assert asked < 60


def test_detectors_and_trying_everything_are_right_about_some_boxes_of_a_level() -> None:
    """Never dead when exhaustive search brings them home; trying everything agrees with it."""
    rng = Random(3)
    names = [one.name for one in detector_catalogue() if one.promise == "dead"]
    fired = set()
    for rows, level, graph in random_levels_explored(33, 60, 400):
        states = in_reading_order(graph)
        for position, _ in some_positions(rng, rows, level, graph, min(4, len(states))):
            boxes = position.squares("$*")
            some = with_only(position, rng.sample(boxes, rng.randint(1, len(boxes))))
            board = Board(some.rows, allow_spare_targets=True)
            alive = can_come_home(some.rows, some.squares("$*"), 20_000)
            answer = try_everything(board, board.start(), 20_000)
            assert answer is (Answer.alive if alive else Answer.dead), some
            dead = {n for n in names if Detector(board, n, Motion.push).is_dead(board.start())}
            assert not (alive and dead), (some, dead)
            fired |= dead
    assert {"dead_squares", "freeze", "zones", "matching"} <= fired


def test_trying_everything_gives_up_after_its_states() -> None:
    board = Board(rearview.load_levels("xsokoban:1")[0].rows)
    assert try_everything(board, board.start(), 10) is Answer.undecided
