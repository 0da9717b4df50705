from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Ran
from rearview.levels import load_levels, read_level
from rearview.marks import Marks
from rearview.reporters.marked_boards import draw_plain
from terminal import run_on_terminal

Cli = Callable[..., Ran]


def test_draws_a_level_in_ascii_when_piped(cli: Cli) -> None:
    ran = cli("show", "microban:1")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "microban:1  microban 1  by David W. Skinner\n"
        "6x7, 2 boxes, 2 targets\n"
        "\n"
        "####\n"
        "#x.#\n"
        "#  ###\n"
        "#*@ x#\n"
        "#  $x#\n"
        "#xx###\n"
        "####\n"
        "\n"
        "x: dead squares, where a box is lost\n"
    )


def test_says_which_boxes_are_lost_and_which_are_frozen(cli: Cli) -> None:
    ran = cli("show", "-", given=b"########\n#@$   *#\n#      #\n#$  .. #\n########")
    assert ran.out.splitlines()[3:12] == [
        "########",
        "#@lxxxF#",
        "#x    x#",
        "#f  ..x#",
        "########",
        "",
        "x: dead squares, where a box is lost",
        "f: frozen boxes, which can never move again",
        "F: frozen boxes on targets, which can never move again",
    ]
    assert "l: lost boxes, which can move but never reach a target" in ran.out


DEAD = "x: dead squares, where a box is lost"


@pytest.mark.parametrize(
    ("drawing", "legend"),
    [
        ("#####\n#@$.#\n#####", []),
        ("######\n#@$. #\n######", [DEAD]),
        ("#######\n#*@$.##\n#######", ["F: frozen boxes on targets, which can never move again"]),
        (
            "#######\n#@  ..#\n#  #$$#\n#######",
            [DEAD, "f: frozen boxes, which can never move again"],
        ),
        (
            "#######\n#@$   #\n#     #\n#   . #\n#######",
            [DEAD, "l: lost boxes, which can move but never reach a target"],
        ),
    ],
    ids=["none", "dead", "frozen-on-a-target", "dead-and-frozen", "dead-and-lost"],
)
def test_explains_the_marks_that_are_there_and_no_others(
    drawing: str, legend: list[str], cli: Cli
) -> None:
    lines = cli("show", "-", given=drawing.encode()).out.splitlines()
    assert [line for line in lines if ": " in line and "unsolvable" not in line] == legend


def test_takes_several_files_and_collections(cli: Cli) -> None:
    Path("one.xsb").write_text("#####\n#@$.#\n#####")
    ran = cli("show", "microban:2", "one.xsb", "xsokoban:1-2")
    assert ran.code == 0
    names = [line.split()[0] for line in ran.out.splitlines() if re.match(r"\S+:\d", line)]
    assert names == ["microban:2", "one.xsb:1", "xsokoban:1", "xsokoban:2"]


def test_counts_one_box_as_one(cli: Cli) -> None:
    ran = cli("show", "-", given=b"#####\n#@$.#\n#####")
    assert ran.out.splitlines()[1] == "5x3, 1 box, 1 target"


def test_draws_no_marks_when_asked_and_the_result_is_a_level_file(cli: Cli) -> None:
    text = "#####\n-\n#####\n#@$.#\n#####\nTitle: one\nAuthor: Ann\nComment: easy\nSolution: R\n"
    Path("some.sok").write_text(f"{text}\n{text}")
    for what in ("some.sok", "xsokoban:1-3"):
        ran = cli("show", "--no-marks", what)
        assert (ran.code, ran.err) == (0, "")
        Path("again.sok").write_text(ran.out)
        assert load_levels("again.sok").levels == load_levels(what).levels


def test_what_is_wrong_with_a_level_is_a_remark_in_its_file(cli: Cli) -> None:
    ran = cli("show", "--no-marks", "-", given=b"#####\n#@$ #\n#####\nTitle: bad")
    assert ran.code == 2
    assert ran.out.splitlines()[:2] == [
        ":: -:1  5x3, 1 box, 0 targets",
        ":: invalid: 1 box but 0 targets",
    ]
    assert read_level(ran.out).title == "bad"


def test_a_terminal_gets_the_same_file_in_colour(cli: Cli) -> None:
    seen = run_on_terminal("show", "--no-marks", "microban:1")
    assert "\x1b[" in seen.text
    assert seen.plain == cli("show", "--no-marks", "microban:1").out


def test_names_every_problem_and_exits_with_2_when_invalid(cli: Cli) -> None:
    Path("bad.xsb").write_text("######\n#$@$. \n######")
    ran = cli("show", "bad.xsb")
    assert ran.code == 2
    assert ran.out.splitlines()[-3:] == [
        "invalid: 2 boxes but 1 target",
        "invalid: the player can walk out of the level at row 2, column 6",
        "unsolvable: no target can ever be reached by the box at row 2, column 2",
    ]


def test_exits_with_3_when_unsolvable_and_nothing_worse(cli: Cli) -> None:
    corner = "#####\n#$@ #\n#  .#\n#####\n\n"
    Path("corner.xsb").write_text(corner)
    ran = cli("show", "corner.xsb")
    assert ran.code == 3
    assert "unsolvable: no target can ever be reached by the box at row 2, column 2" in ran.out
    Path("both.xsb").write_text(corner + "####\n# *#\n####")
    assert cli("show", "both.xsb").code == 2


def test_a_warning_is_no_failure(cli: Cli) -> None:
    Path("odd.xsb").write_text("#######\n#@$.#.#\n#######")
    ran = cli("show", "odd.xsb")
    assert ran.code == 0
    assert "warning: the player can never reach the target at row 2, column 6" in ran.out


def test_a_level_over_the_limit_is_not_drawn(cli: Cli) -> None:
    Path("wide.xsb").write_text("#" * 500 + "\n#@$.#\n#####")
    ran = cli("show", "wide.xsb")
    assert ran.code == 2
    assert "##" not in ran.out


def test_every_bundled_level_can_be_shown(cli: Cli) -> None:
    for name in ("microban", "microban2", "sasquatch1", "grigr", "xsokoban"):
        assert cli("show", name).code == 0


def test_plain_marks_are_letters() -> None:
    level = read_level("#######\n#@$$* #\n#######")
    marks = Marks(
        dead=frozenset({(1, 1), (2, 1), (5, 1)}),
        frozen=frozenset({(3, 1), (4, 1)}),
        lost=frozenset({(2, 1)}),
    )
    assert draw_plain(level, marks) == "#######\n#@lfFx#\n#######"


@pytest.mark.parametrize(("no_colour", "coloured"), [("", True), ("1", False)])
def test_is_coloured_on_a_terminal_unless_asked_not_to(no_colour: str, coloured: bool) -> None:
    out = run_on_terminal("show", "microban:1", NO_COLOR=no_colour).text
    assert ("\x1b[" in out) is coloured
    assert ("#*@ x#" in out) is not coloured
    assert ("shaded: dead squares" in out) is coloured


def test_colours_are_explained_as_letters_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    level = "########\n#@$   *#\n#      #\n#$  .. #\n########"
    Path("level.xsb").write_text(level)
    seen = run_on_terminal("show", "level.xsb").plain
    assert level in seen
    assert "red: frozen boxes, which can never move again" in seen
    assert "magenta: lost boxes, which can move but never reach a target" in seen
