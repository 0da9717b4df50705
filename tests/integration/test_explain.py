"""What `--explain` says, and where `rearview.explain` has it from."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from conftest import Ran
from drawn_levels import EASY, HARD, STARTS_SOLVED, UNSOLVABLE_BY_SEARCH
from rearview import Level, Limit, Model, Strategy, explain, load_levels, solve, verify
from rearview._core import Board, Detector, Motion, detector_names
from rearview.deadlock_words import DEADLOCKS
from rearview.frames import frames
from rearview.levels import ProblemKind, read_level
from rearview.reporters.explain import describe
from rearview.reporters.explain_to_players import letter_of
from rearview.result import Outcome, Result, StopReason
from terminal import run_on_terminal

Cli = Callable[..., Ran]
LOST = "#######\n#@$   #\n#     #\n#   . #\n#######\n"
EASY_SOLUTION = "dlUrrrdLullddrUluRuulDrddrruLdlUU"


def solved(drawing: str, lurd: str) -> tuple[Level, Result]:
    """A level with a solution that we know, whatever the search would find."""
    level = read_level(drawing)
    verdict = verify(level, lurd)
    assert verdict
    result = Result(
        Outcome.SOLVED, lurd=lurd, moves=verdict.moves, pushes=verdict.pushes, forward_nodes=1
    )
    return level, result


def explained(ran: Ran) -> list[str]:
    """What was explained to a pipe, without the marks of remarks."""
    return [line[3:] for line in ran.out.splitlines() if line.startswith("::")]


def test_box_moves_are_the_pushes_of_one_box_in_a_row() -> None:
    moves = explain(*solved("#######\n#@$ . #\n#  $. #\n#     #\n#######", "RRldR")).box_moves
    assert [(one.box, one.source, one.destination, one.pushes) for one in moves] == [
        (1, (2, 1), (4, 1), 2),
        (2, (3, 2), (4, 2), 1),
    ]


def test_tells_where_the_turning_points_are() -> None:
    explanation = explain(*solved(EASY, EASY_SOLUTION))
    assert [one.box for one in explanation.box_moves] == [1, 2, 1, 2]
    assert [one.leaves_target for one in explanation.box_moves] == [True, False, False, False]
    assert [one.goes_home for one in explanation.box_moves] == [False, False, True, True]
    assert explanation.packing_begins == 2
    assert explanation.moved_again == {1: 2, 2: 2}


def test_box_moves_lead_from_the_start_to_the_end_of_any_solution() -> None:
    for level in load_levels("microban:1-20"):
        result = solve(level)
        explanation = explain(level, result)
        boxes = frozenset(level.squares("$*"))
        for move, step in zip(explanation.box_moves, explanation.steps[1:], strict=True):
            assert move.source in boxes
            boxes = boxes - {move.source} | {move.destination}
            assert boxes == step.state.boxes == move.after.boxes
        assert boxes == list(frames(level, result.lurd))[-1].state.boxes
        assert explanation.steps[-1].pushes == result.pushes
        begins = explanation.packing_begins
        assert all(move.goes_home for move in explanation.box_moves[begins:])
        assert not begins or not explanation.box_moves[begins - 1].goes_home


def test_a_player_reads_first_which_box_goes_where() -> None:
    level, result = solved(EASY, EASY_SOLUTION)
    lines = describe(level, result, explain(level, result), True, 80)
    assert lines[: lines.index("For researchers")] == [
        "How it is solved",
        "",
        "start      end",
        "  123456     123456",
        "1 ####     1 ####",
        "2 # .#     2 # B#",
        "3 #  ###   3 # @###",
        "4 #A@  #   4 #A   #",
        "5 #  B #   5 #    #",
        "6 #  ###   6 #  ###",
        "7 ####     7 ####",
        "",
        "Which box goes where, one after the other (4 box moves, 8 pushes):",
        "",
        "1. A from row 4, column 2 to row 3, column 2",
        "2. B from row 5, column 4 to row 4, column 4",
        "3. A from row 3, column 2 to row 4, column 2, home",
        "4. B from row 4, column 4 to row 2, column 3, home",
        "",
        "Turning points:",
        "- pushed off a target: A in 1",
        "- moved more than once: A twice, B twice",
        "- from 3 on only packing remains: every box goes straight home",
        "",
    ]


def test_says_so_when_every_box_goes_straight_home(cli: Cli) -> None:
    lines = explained(cli("solve", "-", "--explain", given=b"#####\n#@$.#\n#####"))
    assert "1. A from row 2, column 3 to row 2, column 4, home" in lines
    assert "Every box goes straight home." in lines
    assert "Turning points:" not in lines


def test_explains_a_level_that_starts_solved(cli: Cli) -> None:
    ran = cli("solve", "-", "--explain", given=STARTS_SOLVED.encode())
    assert ran.code == 0
    assert "Every box is at home from the start." in explained(ran)


def test_boxes_have_letters_as_spreadsheets_name_columns() -> None:
    assert [letter_of(box) for box in (1, 26, 27, 52, 53, 702, 703)] == [
        *("A", "Z", "AA", "AZ", "BA", "ZZ", "AAA")
    ]


def test_a_board_with_more_boxes_than_letters_stays_in_line() -> None:
    width = 30
    row = "#" + " " * width + "#"
    drawing = [
        "#" * (width + 2),
        *(row, "#@" + " " * (width - 1) + "#"),
        "#" + "$" * (width - 2) + "  #",
        "#" + "." * (width - 2) + "  #",
        *(row, "#" * (width + 2)),
    ]
    lurd = "D" + "urD" * (width - 3)
    level, result = solved("\n".join(drawing), lurd)
    lines = describe(level, result, explain(level, result), True, 200)
    board = lines[3 : 3 + len(drawing) + 1]
    assert len({len(line) for line in board}) == 1
    assert board[4].startswith("4 ## A B C")
    assert "AA" in board[4]
    assert "28. AB from row 4, column 29 to row 5, column 29, home" in lines


@pytest.mark.parametrize("level", ["microban:1", "xsokoban:1"])
def test_what_is_told_fits_into_a_narrow_terminal(level: str) -> None:
    seen = run_on_terminal("solve", level, "--explain", COLUMNS="40")
    told = seen.plain.partition("How it is solved\n")[2].splitlines()
    assert "For researchers" in told
    assert max(map(len, told)) <= 40


def test_then_come_trajectory_packing_order_and_values(cli: Cli) -> None:
    ran = cli("solve", "-", "--explain", "--no-meeting", given=EASY.encode())
    assert ran.code == 0
    lines = explained(ran)
    lines = lines[lines.index("For researchers") :]
    captions = lines[lines.index("So the targets are packed in this order:") :]
    assert captions[2:5] == ["####", "# 2#", "#  ###"]
    assert any(line.startswith("goal     1        2") for line in lines)
    header = next(line.split() for line in lines if line.lstrip().startswith("after"))
    assert header[:3] == ["after", "pushes", "V"]
    assert set(header[3:]) == set(Model.shipped().forward)
    last = dict(zip(header, lines[-1].split(), strict=True))
    assert (last["targets"], last["distance"], last["perm"]) == ("1.000", "0.000", "1.000")
    value = sum(weight * float(last[name]) for name, weight in Model.shipped().forward.items())
    assert float(last["V"]) == pytest.approx(value, abs=0.005)


def test_what_is_explained_to_a_pipe_is_no_level(cli: Cli) -> None:
    lost = LOST.encode()
    ran = cli("solve", "microban:1-2", "-", "--explain", given=lost)
    verified = cli("verify", "-", given=ran.out.encode())
    assert verified.out.splitlines()[-1] == "2 of 2 solved"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--no-hints"], "it was to go without."),
        ([], "looking back, it came to the end of all states there are."),
    ],
)
def test_explains_why_there_was_no_guidance(arguments: list[str], why: str, cli: Cli) -> None:
    ran = cli("solve", "microban:2", "--no-meeting", "--explain", *arguments)
    assert f"The search had no guidance from the goal: {why}" in explained(ran)


def test_explains_a_solution_found_by_looking_back_alone(cli: Cli) -> None:
    ran = cli("solve", "-", "--explain", given=b"#####\n#@$.#\n#####")
    assert "Looking back from the goal, 1 box move " in ran.out


def test_marks_the_boxes_that_make_a_level_unsolvable(cli: Cli) -> None:
    ran = cli("solve", "-", "--explain", given=LOST.encode())
    assert ran.code == 3
    lines = explained(ran)
    assert lines[lines.index("Why there is no solution") :] == [
        "Why there is no solution",
        "",
        "- no target can ever be reached by the box at row 2, column 3",
        "- no box can ever be pushed onto the target at row 4, column 5",
        "",
        *("#######", "#@lxxx#", "#x   x#", "#x  .x#", "#######"),
        "",
        "x: dead squares, where a box is lost",
        "l: lost boxes, which can move but never reach a target",
    ]
    level = read_level(LOST)
    explanation = explain(level, solve(level))
    assert [one.kind for one in explanation.problems] == [
        ProblemKind.BOX_STUCK,
        ProblemKind.TARGET_STAYS_EMPTY,
    ]
    assert explanation.marks.lost == {(2, 1)}
    assert explanation.deadlocks[0] == "dead_squares"


def test_tells_the_deadlock_at_the_start_and_what_the_search_has_tried(cli: Cli) -> None:
    ran = cli("solve", "-", "--explain", given=UNSOLVABLE_BY_SEARCH.encode())
    assert explained(ran)[-2:] == [
        "- the start is a deadlock: boxes shut off a part of the board that can neither be opened "
        "nor filled",
        "- looking back from the goal (5 states searched), there is no way to the start",
    ]


def test_tells_that_everything_was_tried_going_forward(cli: Cli) -> None:
    switches = ["--no-hints", "--no-meeting"]
    ran = cli("solve", "-", "--explain", *switches, given=UNSOLVABLE_BY_SEARCH.encode())
    assert "- everything was tried (" in ran.out
    assert "looking back" not in ran.out


def test_tells_how_far_a_search_came_that_was_cut_short(cli: Cli) -> None:
    nodes = ["--backward-nodes", "300", "--forward-nodes", "300"]
    ran = cli("solve", HARD, "--explain", *nodes)
    assert ran.code == 1
    lines = explained(ran)
    told = lines[lines.index("How far the search came") :]
    assert told[2].startswith("- the search ended after ")
    assert told[2].endswith(" without an answer: out of nodes")
    assert told[3].endswith(" off its target (300 states searched)")
    result = solve(load_levels(HARD)[0], limit=Limit(backward_nodes=300, forward_nodes=300))
    assert result.reason is StopReason.NODES
    most = f"at most {result.most_home} of {load_levels(HARD)[0].box_count} boxes"
    assert told[4] == f"- going forward, {most} stood on targets at once (300 states searched)"


def test_counts_boxes_that_never_move_among_those_at_home() -> None:
    level = read_level("########\n#@ $ .*#\n#   ####\n#   #\n#####")
    result = solve(level, strategy=Strategy(hints=False, meeting=False))
    assert result
    assert result.most_home == 2


def test_there_are_words_for_every_deadlock() -> None:
    board = Board(["#####", "#@$.#", "#####"])
    detectors = [Detector(board, name, Motion.push) for name in detector_names(Motion.push)]
    named = {one.name for one in detectors if one.promise == "dead"}
    assert named == DEADLOCKS.keys(), "DEADLOCKS in deadlock_words.py: a line for each"
