from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rearview.errors import LevelError, SolutionError
from rearview.levels import Level, load_bundled, read_level
from rearview.solution import ReplayEnding, count_moves, parse_lurd, verify

ROOM = read_level(
    """
#######
#     #
# @$ .#
#     #
#######
"""
)
SOLVED = read_level("#####\n#@ *#\n#####")


class TestText:
    @pytest.mark.parametrize(
        ("text", "moves"),
        [
            ("", ""),
            ("lurdLURD", "lurdLURD"),
            (" r R\n\tu\r\nL ", "rRuL"),
            ("3r2(uL)", "rrruLuL"),
            ("2(2(r)U)", "rrUrrU"),
            ("1 2 r", "r" * 12),
        ],
    )
    def test_is_read_with_run_lengths_and_without_white_space(self, text: str, moves: str) -> None:
        assert parse_lurd(text) == moves

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("lurx", "'x' at position 4 is not a move"),
            ("l-r", "'-' at position 2"),
            ("3", "a count with nothing to repeat"),
            ("2(r", "without"),
            ("r)", "without"),
            ("0r", "a count of 0"),
            ("99999999999r", "over the limit of 1,000,000 moves"),
            ("1000001r", "over the limit of 1,000,000 moves"),
            ("999(999(999(r)))", "over the limit of 1,000,000 moves"),
            pytest.param("lr" * 500_001, "over the limit of 1,000,000 moves", id="plain"),
            ("\u0130", "is not a move"),
            ("Solution", "is not a move"),
        ],
    )
    def test_that_is_no_solution_is_refused_with_the_reason(self, text: str, message: str) -> None:
        with pytest.raises(SolutionError, match=message):
            parse_lurd(text)

    def test_is_counted(self) -> None:
        assert count_moves("r2R2(uL)") == 7


class TestVerdict:
    def test_solved(self) -> None:
        played = verify(ROOM, "RR")
        assert played
        assert (played.ending, played.moves, played.pushes) == (ReplayEnding.SOLVED, 2, 2)
        assert (played.reason, played.failed_move, played.square) == ("", None, None)

    @pytest.mark.parametrize("lurd", ["rr", "Rr", "rR", "2R", " R\nR ", "udRR"])
    def test_solved_in_any_spelling(self, lurd: str) -> None:
        assert verify(ROOM, lurd).pushes == 2

    def test_solved_by_nothing_when_it_starts_solved(self) -> None:
        assert verify(SOLVED, "")

    def test_solved_although_the_box_left_its_target_between(self) -> None:
        level = read_level("#######\n#@ *  #\n#     #\n#######")
        assert not verify(level, "rR")
        assert verify(level, "rRdrruL")

    def test_boxes_left(self) -> None:
        played = verify(ROOM, "R")
        assert not played
        assert (played.ending, played.square) == (ReplayEnding.BOXES_LEFT, (4, 2))
        assert played.reason == ("after the last move, 1 box stands on no target (row 3, column 5)")

    def test_boxes_left_names_how_many(self) -> None:
        level = read_level("#######\n#@$$..#\n#######")
        assert verify(level, "").reason.startswith("after the last move, 2 boxes stand")

    def test_wall(self) -> None:
        played = verify(ROOM, "ull")
        assert (played.ending, played.failed_move) == (ReplayEnding.WALL, 3)
        assert played.square == (0, 1)
        assert played.reason == "move 3 (l): the player walks into a wall at row 2, column 1"

    def test_box_into_wall(self) -> None:
        played = verify(ROOM, "RRR")
        assert (played.ending, played.moves, played.pushes) == (ReplayEnding.BLOCKED, 2, 2)
        assert played.reason == "move 3 (R): a box is pushed into a wall at row 3, column 7"

    def test_box_into_box(self) -> None:
        played = verify(read_level("#######\n#@$$..#\n#######"), "R")
        assert played.ending is ReplayEnding.BLOCKED
        assert played.reason == "move 1 (R): a box is pushed into another box at row 2, column 4"

    def test_upper_case_without_a_box_is_a_failure(self) -> None:
        played = verify(ROOM, "LRRR")
        assert (played.ending, played.failed_move) == (ReplayEnding.NO_PUSH, 1)
        assert played.reason == "move 1 (L): there is no box to push at row 3, column 2"

    @pytest.mark.parametrize("lurd", ["l", "u", "d", "rrr"])
    def test_the_edge_of_a_leaking_level_is_a_wall(self, lurd: str) -> None:
        assert verify(Level(("@$.#",)), lurd).ending in (ReplayEnding.WALL, ReplayEnding.BLOCKED)
        assert verify(Level(("@ $.",)), "rRR").ending is ReplayEnding.BLOCKED

    def test_a_box_outside_that_stands_on_no_target_is_left(self) -> None:
        level = read_level("#######\n#@$.#$#\n#######")
        assert verify(level, "R").ending is ReplayEnding.BOXES_LEFT

    @pytest.mark.parametrize("drawing", ["####\n# *#\n####", "#####\n#@@*#\n#####"])
    def test_needs_exactly_one_player(self, drawing: str) -> None:
        with pytest.raises(LevelError, match="players"):
            verify(read_level(drawing), "r")

    @given(st.text("lurdLURD", max_size=60))
    def test_any_moves_get_a_verdict_with_a_reason_unless_solved(self, lurd: str) -> None:
        played = verify(ROOM, lurd)
        assert bool(played) is (played.reason == "")
        assert played.pushes <= played.moves <= len(lurd)


@pytest.mark.parametrize("name", ["grigr", "microban", "microban2", "sasquatch1", "xsokoban"])
def test_every_known_solution_is_valid(name: str, data: Path) -> None:
    levels = load_bundled(name)
    solutions = dict(line.split() for line in _lines(data / "solutions" / f"{name}.lurd"))
    assert sorted(map(int, solutions)) == [level.index for level in levels]
    for level in levels:
        lurd = solutions[str(level.index)]
        played = verify(level, lurd)
        assert played, f"{name}:{level.index} {played.reason}"
        assert (played.moves, played.pushes) == (count_moves(lurd), sum(map(str.isupper, lurd)))
        assert verify(level, lurd.lower()) == played


def test_a_known_solution_fails_short_of_its_last_push_and_holds_in_the_mirror(data: Path) -> None:
    mirror = str.maketrans("lrLR", "rlRL")
    levels = load_bundled("microban")
    for line in _lines(data / "solutions" / "microban.lurd"):
        number, lurd = line.split()
        level = levels[int(number) - 1]
        last_push = max(n for n, letter in enumerate(lurd) if letter.isupper())
        assert verify(level, lurd[:last_push]).ending is ReplayEnding.BOXES_LEFT
        mirrored = Level(tuple(row.ljust(level.width)[::-1] for row in level.rows))
        assert verify(mirrored, lurd.translate(mirror))


def test_is_quick_on_long_solutions() -> None:
    began = time.process_time()
    assert verify(SOLVED, "10000(rl)").moves == 20_000
    assert time.process_time() - began < 10


def _lines(file: Path) -> list[str]:
    return file.read_text().splitlines()
