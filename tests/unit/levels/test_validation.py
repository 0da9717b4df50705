from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rearview.levels import (
    Level,
    Problem,
    ProblemKind,
    Severity,
    load_bundled,
    read_level,
    validate,
)

Square = tuple[int, int]


def problems(drawing: str) -> dict[ProblemKind, Problem]:
    return {problem.kind: problem for problem in validate(read_level(drawing))}


def test_finds_nothing_wrong_with_a_good_level() -> None:
    assert validate(read_level("#####\n#@$.#\n#####")) == ()


def test_a_level_that_starts_solved_is_fine() -> None:
    assert validate(read_level("######\n#@ * #\n######")) == ()


def test_boxes_on_targets_outside_are_decoration() -> None:
    assert validate(read_level("*###*\n#@$.#\n*###*")) == ()


def test_names_a_missing_player() -> None:
    found = problems("######\n# $ .#\n######")
    assert list(found) == [ProblemKind.NO_PLAYER]


def test_names_every_player() -> None:
    found = problems("#######\n#@$.+$#\n#######")
    problem = found[ProblemKind.SEVERAL_PLAYERS]
    assert problem.squares == ((1, 1), (4, 1))
    assert str(problem) == "there are 2 players: row 2, column 2 and row 2, column 5"


def test_names_a_level_without_boxes() -> None:
    assert list(problems("####\n#@ #\n####")) == [ProblemKind.NO_BOXES]


def test_names_a_level_whose_boxes_are_all_out_of_reach() -> None:
    assert ProblemKind.NO_BOXES in problems("#####\n#@#*#\n#####")


@pytest.mark.parametrize(
    ("drawing", "message"),
    [
        ("#######\n#@$$ .#\n#######", "2 boxes but 1 target"),
        ("#######\n#@ $..#\n#######", "1 box but 2 targets"),
    ],
)
def test_counts_boxes_and_targets(drawing: str, message: str) -> None:
    assert str(problems(drawing)[ProblemKind.BOXES_AND_TARGETS_DIFFER]) == message


def test_counts_only_what_the_player_could_walk_to() -> None:
    assert validate(read_level("########\n#@$.##*#\n########")) == ()
    found = problems("########\n#@$ ##.#\n########")
    assert str(found[ProblemKind.BOXES_AND_TARGETS_DIFFER]) == "1 box but 0 targets"


class TestLeaks:
    def test_at_the_end_of_a_row(self) -> None:
        problem = problems("######\n#@$. #\n#\n######")[ProblemKind.LEAK]
        assert problem.squares == ((5, 2),)
        assert str(problem) == "the player can walk out of the level at row 3, column 6"

    def test_in_the_middle_of_a_wall(self) -> None:
        assert problems("### ####\n#@$   .#\n########")[ProblemKind.LEAK].squares == ((3, 0),)

    def test_two_at_once(self) -> None:
        drawing = "### ####\n#@$   .#\n#      #\n##### ##"
        assert problems(drawing)[ProblemKind.LEAK].squares == ((3, 0), (5, 3))

    def test_behind_a_box_in_the_wall(self) -> None:
        assert problems("#####\n#@ .$\n#####")[ProblemKind.LEAK].squares == ((4, 1),)

    def test_in_a_level_without_walls_to_speak_of(self) -> None:
        rows = ["#" + " " * 20, " " * 9 + "@$.", *[" " * 20 + "#"] * 9]
        assert ProblemKind.LEAK in {problem.kind for problem in validate(Level(tuple(rows)))}

    def test_in_a_level_without_a_player(self) -> None:
        found = problems("######\n# $. #\n#\n######")
        assert list(found) == [ProblemKind.NO_PLAYER, ProblemKind.LEAK]
        assert str(found[ProblemKind.LEAK]) == "the wall is open at row 3, column 6"

    @pytest.mark.parametrize("inside", [" $.", "  *"])
    def test_not_at_decoration_outside_a_level_without_a_player(self, inside: str) -> None:
        assert list(problems(f"*###*\n#{inside}#\n*###*")) == [ProblemKind.NO_PLAYER]

    def test_corners_need_no_wall(self) -> None:
        assert validate(read_level(" ###\n#@$.#\n ###")) == ()

    @pytest.mark.parametrize("name", ["microban", "xsokoban"])
    def test_closing_what_is_named_closes_any_breached_level(self, name: str) -> None:
        for level in load_bundled(name)[:20]:
            for breached in _breach(level):
                leaks = [p for p in validate(breached) if p.kind is ProblemKind.LEAK]
                for problem in leaks:
                    assert len(problem.squares) == 1
                    assert not _has_leak(_fill(breached, problem.squares))


def _has_leak(level: Level) -> bool:
    return any(problem.kind is ProblemKind.LEAK for problem in validate(level))


def _breach(level: Level) -> list[Level]:
    """The level with one wall square taken out, at every seventh wall."""
    walls = [(x, y) for y, row in enumerate(level.rows) for x, s in enumerate(row) if s == "#"]
    return [_replace(level, square, " ") for square in walls[::7]]


def _fill(level: Level, squares: tuple[Square, ...]) -> Level:
    for square in squares:
        level = _replace(level, square, "#")
    return level


def _replace(level: Level, square: Square, symbol: str) -> Level:
    x, y = square
    rows = [row.ljust(level.width) for row in level.rows]
    rows[y] = rows[y][:x] + symbol + rows[y][x + 1 :]
    return Level(tuple(rows))


class TestHopeless:
    def test_a_box_in_a_corner(self) -> None:
        problem = problems("#####\n#$@ #\n#  .#\n#####")[ProblemKind.BOX_STUCK]
        assert problem.severity is Severity.UNSOLVABLE
        assert str(problem) == "no target can ever be reached by the box at row 2, column 2"

    def test_boxes_that_hold_each_other(self) -> None:
        drawing = "#######\n#@$$  #\n# $$..#\n#   ..#\n#######"
        assert problems(drawing)[ProblemKind.BOX_STUCK].squares == ((2, 1), (3, 1), (2, 2), (3, 2))

    def test_boxes_in_a_row_hold_each_other_in_a_corridor(self) -> None:
        found = problems("########\n#@ $*. #\n########")
        assert found[ProblemKind.BOX_STUCK].squares == ((3, 1),)
        assert found[ProblemKind.TARGET_STAYS_EMPTY].squares == ((5, 1),)

    def test_a_box_behind_one_that_never_moves(self) -> None:
        drawing = "#########\n#@$ **. #\n#   **  #\n#########"
        assert problems(drawing)[ProblemKind.BOX_STUCK].squares == ((2, 1),)

    def test_a_target_that_no_box_reaches(self) -> None:
        found = problems("#########\n#@ $ $. #\n####.####\n   ###")
        assert list(found) == [ProblemKind.TARGET_STAYS_EMPTY]
        assert found[ProblemKind.TARGET_STAYS_EMPTY].squares == ((4, 2),)

    def test_a_box_on_no_target_outside(self) -> None:
        found = problems("########\n#@$.#$.#\n########")
        assert list(found) == [ProblemKind.BOX_OUT_OF_REACH, ProblemKind.TARGET_OUT_OF_REACH]
        assert found[ProblemKind.BOX_OUT_OF_REACH].severity is Severity.UNSOLVABLE

    @pytest.mark.parametrize(
        "drawing",
        [
            "#####\n#@$.#\n#####\n$",
            "$ $\n#####\n#@$.#\n#####",
            "#####$\n#@$.#$\n#####$",
            "# $.$ #\n#######\n#@ $ .#\n#######",
        ],
    )
    def test_a_box_beyond_the_walls_is_no_proof_of_anything(self, drawing: str) -> None:
        """A prompt, line ends made visible, a heading: what people paste with a board."""
        found = problems(drawing)
        assert found[ProblemKind.BOX_OUTSIDE].severity is Severity.INVALID
        assert ProblemKind.BOX_OUT_OF_REACH not in found

    def test_a_bare_target_outside_is_only_a_warning(self) -> None:
        found = problems("#######\n#@$.#.#\n#######")
        assert found[ProblemKind.TARGET_OUT_OF_REACH].severity is Severity.WARNING


class TestSize:
    def test_up_to_the_limit_is_fine(self) -> None:
        rows = ["#" * 128, "#@$." + " " * 123 + "#", *["#" + " " * 126 + "#"] * 125, "#" * 128]
        assert validate(Level(tuple(rows))) == ()

    def test_over_the_limit_is_named(self) -> None:
        problem = problems("#" * 129 + "\n#@$.#\n#####")[ProblemKind.TOO_LARGE]
        assert str(problem) == "the board is 129x3, over the limit of 128x128"

    def test_more_than_a_thousand_boxes_are_named(self) -> None:
        rows = ["#" * 100, "#@" + " " * 97 + "#", *["#" + "*" * 98 + "#"] * 11, "#" * 100]
        kinds = [problem.kind for problem in validate(Level(tuple(rows)))]
        assert kinds == [ProblemKind.TOO_MANY_BOXES]

    def test_a_monster_is_judged_without_being_unfolded(self) -> None:
        rows = ("#" * 2_000_000, *["#"] * 9_000, "@")
        kinds = {problem.kind for problem in validate(Level(rows))}
        assert kinds == {ProblemKind.TOO_LARGE, ProblemKind.NO_BOXES}


def test_names_everything_at_once_the_worst_first() -> None:
    found = problems("#########\n#$  @  @\n#  $ $  #\n#   .   #\n#######*#\n  #.#$#")
    assert list(found) == [
        ProblemKind.SEVERAL_PLAYERS,
        ProblemKind.BOXES_AND_TARGETS_DIFFER,
        ProblemKind.LEAK,
        ProblemKind.BOX_OUTSIDE,
        ProblemKind.BOX_STUCK,
        ProblemKind.TARGET_OUT_OF_REACH,
    ]


def test_long_lists_of_squares_are_cut_short() -> None:
    row = "#" + "$ " * 7 + "@#"
    found = problems(f"{'#' * 17}\n{row}\n{'#' * 17}")
    assert str(found[ProblemKind.BOX_STUCK]).endswith("row 2, column 10 and 2 more")


@settings(max_examples=400)
@given(st.lists(st.sampled_from("  #$.$.*"), min_size=15, max_size=15), st.integers(0, 14))
def test_a_level_called_hopeless_has_no_solution(cells: list[str], player: int) -> None:
    cells[player] = "+" if cells[player] in ".*" else "@"
    inner = ["".join(cells[n : n + 5]) for n in (0, 5, 10)]
    level = Level(("#######", *(f"#{row}#" for row in inner), "#######"))
    found = validate(level)
    if found and all(problem.severity is Severity.UNSOLVABLE for problem in found):
        assert not _is_solvable(level)


def _is_solvable(level: Level) -> bool:
    """Try everything, one step at a time."""
    walls, targets = set(level.squares("#")), set(level.squares(".*+"))
    start = (level.squares("@+")[0], frozenset(level.squares("$*")))
    seen, waiting = {start}, [start]
    while waiting:
        (x, y), boxes = waiting.pop()
        if boxes <= targets:
            return True
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            ahead, beyond = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            if ahead in walls or (ahead in boxes and (beyond in walls or beyond in boxes)):
                continue
            moved = boxes - {ahead} | {beyond} if ahead in boxes else boxes
            state = (ahead, moved)
            if state not in seen:
                seen.add(state)
                waiting.append(state)
    return False
