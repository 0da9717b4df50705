"""`rearview hint` and `rearview diagnose`: what a player sees, what a program reads, exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Ran
from examples import examples_of, run_example
from rearview import level_after, load_levels, verify
from terminal import run_on_terminal

Cli = Callable[..., Ran]
DEAD = b"########\n#      #\n# $@  .#\n#      #\n########\n"


@pytest.mark.parametrize("command", ["hint", "diagnose"])
def test_every_example_in_help_works(command: str, cli: Cli) -> None:
    examples = examples_of(cli, command)
    assert examples
    for example in examples:
        run_example(cli, example)


def test_a_dead_position_is_drawn_with_the_box_that_shows_it_and_how_far_to_go_back(
    cli: Cli,
) -> None:
    ran = cli("diagnose", "-", "--after", "udLru", given=DEAD)
    assert (ran.code, ran.err) == (3, "")
    assert ran.out.splitlines() == [
        "-:1  dead: this box can never reach a target from where it stands",
        "",
        "########",
        "#  @   #",
        "#X    .#",
        "#      #",
        "########",
        "",
        "X: the box that shows it: no other is needed",
        "",
        "Take back 3 moves: after 2 it was not yet proven dead.",
    ]


def test_a_program_reads_one_object_for_each_level(cli: Cli) -> None:
    ran = cli("diagnose", "microban:1-2", "--json")
    first, second = map(json.loads, ran.out.splitlines())
    assert (first["level"], first["index"], first["verdict"]) == ("microban:1", 1, "alive")
    assert first["solution"].startswith("dlU")
    assert second["level"] == "microban:2"
    (dead,) = map(
        json.loads, cli("diagnose", "-", "--after", "L", "--json", given=DEAD).out.splitlines()
    )
    assert dead == {
        "level": "-:1",
        "index": 1,
        "verdict": "dead",
        "detector": "dead_squares",
        "reason": "this box can never reach a target from where it stands",
        "boxes": [[1, 2]],
        "squares": [],
        "alive_moves": 0,
        "solution": None,
    }


def test_what_is_not_known_exits_with_one(cli: Cli) -> None:
    limits = ("--backward-nodes", "1", "--forward-nodes", "1")
    ran = cli("diagnose", "xsokoban:1", *limits)
    assert (ran.code, ran.err) == (1, "")
    assert "unknown: neither a solution nor a proof was found" in ran.out
    ran = cli("hint", "xsokoban:1", *limits)
    assert ran.code == 1
    assert ran.out == "No solution was found in time, so there is no hint.\n"


def test_a_hint_is_drawn_as_far_as_it_was_asked_for(cli: Cli) -> None:
    ran = cli("hint", "microban:1", "--detail", "3")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "####",
        "# .#",
        "#o ###",
        "#B@  #",
        "#  $ #",
        "#  ###",
        "####",
        "",
        "B: the box to push",
        "o: where it comes to rest",
        "",
        "Push the box at row 4, column 2 up, on its way to row 3, column 2.",
        "dlU",
    ]
    assert "o:" not in cli("hint", "microban:1").out


def test_a_hint_as_json_has_null_where_nothing_was_asked_for(cli: Cli) -> None:
    hint = json.loads(cli("hint", "microban:1", "--json").out)
    assert (hint["hint"], hint["box"]) == ("next", [1, 3])
    assert [hint[name] for name in ("destination", "push", "walk", "lurd")] == [None] * 4


def test_a_hint_for_a_dead_or_solved_position_says_so(cli: Cli) -> None:
    dead = cli("hint", "-", "--after", "L", given=DEAD)
    assert dead.code == 3
    assert dead.out.startswith("This position cannot be solved any more: this box can never")
    solved = cli("hint", "-", "--after", "ulldRRRR", given=DEAD)
    assert (solved.code, solved.out) == (
        0,
        "The level is solved: every box stands on a target.\n",
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["hint", "microban:1-2"], "hint needs a single level: microban:1-2 has 2 levels"),
        (["hint", "microban:1", "--detail", "5"], "the detail must be from 1 to 4, not 5"),
        (["diagnose", "microban:1-2", "--after", "l"], "--after needs a single level, not 2"),
        (["diagnose", "microban:1", "--after", "x"], "'x' at position 1 is not a move"),
        (["hint", "microban:1", "--after", "ll"], "move 1 (l): a box is pushed into a wall"),
        (["diagnose", "microban:1", "--time-limit", "0"], "the time limit must be over 0 seconds"),
        (["diagnose", "microban:1", "--model", "none.json"], "none.json"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(
    words: list[str], message: str, cli: Cli
) -> None:
    ran = cli(*words)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_an_invalid_level_is_refused_by_name(cli: Cli) -> None:
    Path("bad.xsb").write_text("#####\n#@$ #\n#####\n")
    ran = cli("diagnose", "bad.xsb")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "rearview: bad.xsb:1: 1 box but 0 targets\n"


def test_a_terminal_sees_the_boxes_in_colour_and_the_board_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "dead.xsb"
    file.write_bytes(DEAD)
    seen = run_on_terminal("diagnose", str(file), "--after", "L")
    assert "#$@   .#" in seen.plain
    assert "\x1b[1;38;5;231;48;5;196m$" in seen.text


def test_a_position_is_solved_from_where_the_moves_have_led(cli: Cli) -> None:
    ran = cli("solve", "microban:1", "--after", "dlUrrrdL", "-o", "solved.sok")
    assert (ran.code, ran.err) == (0, "")
    (level,) = load_levels("solved.sok")
    assert level.rows == level_after(load_levels("microban:1")[0], "dlUrrrdL").rows
    assert verify(level, level.solutions[0])


def test_a_dead_position_is_proven_unsolvable_and_an_impossible_one_refused(cli: Cli) -> None:
    assert cli("solve", "-", "--after", "L", "--json", given=DEAD).code == 3
    refused = cli("solve", "-", "--after", "dd", given=DEAD)
    assert (refused.code, refused.out) == (2, "")
    assert "move 2 (d): the player walks into a wall" in refused.err
    several = cli("solve", "microban:1-2", "--after", "l")
    assert (several.code, several.out) == (2, "")
    assert several.err == "rearview: --after needs a single level, not 2 levels\n"
