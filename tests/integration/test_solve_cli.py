"""`rearview solve` in a pipe: its JSON, its .sok, its files and its exit codes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from conftest import DATA, Ran
from drawn_levels import (
    EASY,
    HARD,
    INVALID,
    STARTS_SOLVED,
    UNSOLVABLE_AT_SIGHT,
    UNSOLVABLE_BY_SEARCH,
)
from rearview import Level, Model, Replay, ReplayEnding, Result, _core, load_levels, solve, verify
from rearview.parallel.batch import Begun, Ended, Events
from rearview.reporters.solve import NamedLevel

Cli = Callable[..., Ran]

FIELDS = [
    "level", "index", "result", "lurd", "moves", "pushes", "seconds",
    "backward_nodes", "forward_nodes", "reason", "error",
]  # fmt: skip


def solve_json(cli: Cli, *arguments: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in cli("solve", "--json", *arguments).out.splitlines()]


def without_seconds(results: list[dict[str, object]]) -> list[dict[str, object]]:
    return [{**result, "seconds": None} for result in results]


def test_json_is_one_object_per_level_in_order_with_exactly_the_promised_fields(cli: Cli) -> None:
    results = solve_json(cli, "microban:3,1", "xsokoban:1")
    assert [result["level"] for result in results] == ["microban:3", "microban:1", "xsokoban:1"]
    assert [result["index"] for result in results] == [3, 1, 1]
    for result in results:
        assert list(result) == FIELDS
        assert result["result"] == "solved"
        assert result["reason"] is result["error"] is None
        level = load_levels(str(result["level"]))[0]
        verdict = verify(level, str(result["lurd"]))
        assert verdict
        assert (result["moves"], result["pushes"]) == (verdict.moves, verdict.pushes)


@pytest.mark.parametrize(
    ("drawing", "code", "outcome", "lurd"),
    [
        (STARTS_SOLVED, 0, "solved", ""),
        (UNSOLVABLE_AT_SIGHT, 3, "unsolvable", None),
        (UNSOLVABLE_BY_SEARCH, 3, "unsolvable", None),
        (INVALID, 2, "invalid", None),
    ],
)
def test_says_how_it_ended_in_json_and_by_exit_code(
    drawing: str, code: int, outcome: str, lurd: str | None, cli: Cli
) -> None:
    ran = cli("solve", "--json", "-", given=drawing.encode())
    result = json.loads(ran.out)
    assert ran.code == code
    assert list(result) == FIELDS
    assert (result["result"], result["lurd"]) == (outcome, lurd)
    assert (result["moves"] is None) == (lurd is None)
    assert (result["error"] is not None) == (drawing in (UNSOLVABLE_AT_SIGHT, INVALID))


def test_the_worst_result_decides_the_exit_code(cli: Cli) -> None:
    def code(*drawings: str) -> int:
        limits = ["--backward-nodes", "50", "--forward-nodes", "50"]
        return cli("solve", "-", *limits, given="\n\n".join(drawings).encode()).code

    hard = str(load_levels(HARD)[0])
    assert code(STARTS_SOLVED, EASY) == 0
    assert code(STARTS_SOLVED, UNSOLVABLE_BY_SEARCH) == 3
    assert code(STARTS_SOLVED, UNSOLVABLE_AT_SIGHT, hard) == 1
    assert code(hard, INVALID, UNSOLVABLE_AT_SIGHT) == 2


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (["--time-limit", "0.05"], "time"),
        (["--memory", "2"], "memory"),
        (["--backward-nodes", "10", "--forward-nodes", "10"], "nodes"),
        (["--forward-nodes", "10", "--no-hints", "--no-meeting"], "nodes"),
    ],
)
def test_a_limit_is_named_as_the_reason_and_the_code_is_1(
    limits: list[str], reason: str, cli: Cli
) -> None:
    ran = cli("solve", HARD, "--json", *limits)
    result = json.loads(ran.out)
    assert (ran.code, result["result"], result["reason"]) == (1, "unsolved", reason)


def test_a_system_out_of_memory_costs_one_level_and_the_others_go_on(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = _core.solve

    def search_while_there_is_memory(board: _core.Board, *how: Any) -> _core.SearchResult:
        if board.box_count == 1:
            raise MemoryError("std::bad_alloc")
        return search(board, *how)

    monkeypatch.setattr("rearview._core.solve", search_while_there_is_memory)
    ran = cli("solve", "-", "--json", given=f"#####\n#@$.#\n#####\n\n{EASY}".encode())
    results = [json.loads(line) for line in ran.out.splitlines()]
    assert (ran.code, ran.err) == (1, "")
    assert [result["reason"] for result in results] == ["memory", None]


def test_a_pipe_gets_a_sok_file_that_verify_reads(cli: Cli) -> None:
    ran = cli("solve", "microban:1-3")
    assert (ran.code, ran.err) == (0, "")
    assert cli("verify", "-", given=ran.out.encode()).out.endswith("3 of 3 solved\n")


def test_what_is_not_solved_is_a_remark_in_the_sok_file(cli: Cli) -> None:
    ran = cli("solve", "-", given=f"{UNSOLVABLE_BY_SEARCH}\n\n{INVALID}".encode())
    assert ran.code == 2
    assert ran.out.splitlines() == [
        ":: -:1  unsolvable: the search left nothing out and found no solution",
        ":: -:2  invalid: 2 boxes but 1 target; the player can walk out of the level at "
        "row 2, column 6; no target can ever be reached by the box at row 2, column 2",
    ]


def test_an_output_file_has_every_level_with_its_solution(cli: Cli) -> None:
    ran = cli("solve", "microban:1-3", "-o", "solved.sok")
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "microban:1  solved: 33 moves, 8 pushes"
    again = load_levels(Path("solved.sok"))
    assert again.author == "David W. Skinner"
    assert [level.rows for level in again] == [level.rows for level in load_levels("microban:1-3")]
    assert all(verify(level, level.solutions[0]) for level in again)


def test_an_output_file_keeps_levels_that_are_not_solved(cli: Cli) -> None:
    Path("two.xsb").write_text(f"{UNSOLVABLE_BY_SEARCH}\n{EASY}")
    assert cli("solve", "two.xsb", "-o", "two.sok").code == 3
    assert [len(level.solutions) for level in load_levels("two.sok")] == [0, 1]


def test_a_wrong_solution_of_an_unsolved_level_is_not_written_on(cli: Cli) -> None:
    Path("wrong.sok").write_text("######\n#@ $ #\n#  . #\n######\nSolution: rrRRuuLL\n")
    assert cli("solve", "wrong.sok", "-o", "out.sok").code == 3
    assert "Solution" not in Path("out.sok").read_text()


def test_an_existing_output_file_survives_an_error(cli: Cli) -> None:
    Path("old.sok").write_text("precious")
    assert cli("solve", "nowhere.xsb", "-o", "old.sok").code == 2
    assert cli("solve", EASY, "-o", "no/folder/x.sok").code == 2
    assert Path("old.sok").read_text() == "precious"
    assert list(Path().iterdir()) == [Path("old.sok")]


def test_several_jobs_give_the_same_results(cli: Cli) -> None:
    what = ["microban:80-86", "--backward-nodes", "200", "--forward-nodes", "500"]
    one = solve_json(cli, *what)
    two = solve_json(cli, *what, "--jobs", "2")
    assert without_seconds(one) == without_seconds(two)


def test_the_same_seed_gives_the_same_results_in_another_process(cli: Cli) -> None:
    what = ["microban:80-82", "--backward-nodes", "200", "--forward-nodes", "500", "--seed", "5"]
    command = [sys.executable, "-m", "rearview", "solve", "--json", *what]
    other = subprocess.run(command, capture_output=True, check=False, text=True).stdout
    there = [json.loads(line) for line in other.splitlines()]
    assert without_seconds(there) == without_seconds(solve_json(cli, *what))


def test_uses_the_model_it_is_given(cli: Cli) -> None:
    shipped = Model.shipped()
    other = Model(shipped.backward, {name: -w for name, w in shipped.forward.items()})
    Path("other.json").write_text(other.to_json())
    Path("shipped.json").write_text(shipped.to_json())
    what = ["microban:30", "--no-meeting", "--no-alternation"]
    default, same, different = (
        solve_json(cli, *what, *model)[0]["forward_nodes"]
        for model in ([], ["--model", "shipped.json"], ["--model", "other.json"])
    )
    assert default == same != different


@pytest.mark.parametrize(
    "switch",
    [
        "--no-hints",
        "--no-meeting",
        "--no-cells",
        "--forward-epsilon-scale=0.5",
        "--whole-look-back",
    ],
)
def test_a_part_that_is_switched_makes_another_search(switch: str, cli: Cli) -> None:
    what = ["microban:20-30", "--backward-nodes", "2000", "--forward-nodes", "2000"]
    assert without_seconds(solve_json(cli, *what)) != without_seconds(
        solve_json(cli, *what, switch)
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--time-limit", "0"], "time limit must be over 0"),
        (["--time-limit", "nan"], "time limit must be over 0"),
        (["--memory", "0"], "memory limit must be a whole number from 1"),
        (["--backward-nodes", "-5"], "backward node limit must be a whole number from 1"),
        (["--seed", "-1"], "the seed must be"),
        (["--forward-epsilon-scale", "11"], "forward_epsilon_scale must be from 0 to 10, not 11.0"),
        (["--jobs", "0"], "jobs must be"),
        (["--model", "nowhere.json"], "nowhere.json: no such file"),
        (["--json", "--play"], "--json cannot be combined"),
        (["--json", "--explain"], "--json cannot be combined"),
        (["--play"], "--play needs a terminal"),
        (["--speed", "0"], "--speed must be over 0"),
        (["-o", "."], "not a valid output file"),
    ],
)
def test_bad_options_are_refused_in_one_line(arguments: list[str], message: str, cli: Cli) -> None:
    ran = cli("solve", "microban:1", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_a_damaged_model_is_refused_in_one_line(cli: Cli) -> None:
    Path("half.json").write_text(Model.shipped().to_json()[:1_000])
    ran = cli("solve", "microban:1", "--model", "half.json")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("rearview: half.json: not a model, or damaged: ")


@pytest.mark.parametrize("file", sorted((DATA / "corpus").iterdir()), ids=lambda file: file.name)
def test_a_nasty_level_file_is_refused_or_named_invalid(file: Path, cli: Cli) -> None:
    ran = cli("solve", str(file))
    assert ran.code == 2
    assert "Traceback" not in ran.err
    assert "bug" not in ran.err
    assert not any(ord(symbol) < 32 for symbol in ran.out + ran.err if symbol != "\n")


def test_a_refused_solution_is_told_as_a_bug_and_never_printed(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = Replay(ReplayEnding.WALL, 0, 0, "move 1 (d): the player walks into a wall")
    monkeypatch.setattr("rearview.solving.verify", lambda *_: wrong)
    ran = cli("solve", "microban:1")
    assert (ran.code, ran.out) == (70, "")
    assert "this is a bug" in ran.err


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    ("ended_by", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_a_signal_ends_it_and_what_was_found_is_kept(
    ended_by: int, code: int, jobs: str, tmp_path: Path
) -> None:
    output = tmp_path / "solved.sok"
    part = Path(f"{output}.part")
    output.write_text("precious")
    arguments = ["microban:1", HARD, HARD, "--json", "--jobs", jobs, "-o", str(output)]
    with subprocess.Popen(
        [sys.executable, "-m", "rearview", "solve", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["result"] == "solved"
        os.killpg(process.pid, ended_by)
        out, err = process.communicate(timeout=300)
    assert (process.returncode, out) == (code, "")
    assert err == f"rearview: interrupted: {part} has 1 of 3 levels\n"
    assert output.read_text() == "precious"
    assert len(load_levels(part)) == 1
    assert sorted(tmp_path.iterdir()) == [output, part]


@pytest.mark.parametrize(
    ("error", "code"),
    [(KeyboardInterrupt(), 130), (BrokenPipeError(), 141), (ZeroDivisionError(), 70)],
)
def test_levels_that_wait_behind_a_slow_one_are_kept_in_order_whatever_ends_it(
    error: BaseException, code: int, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    def solve_all_but_the_first(
        levels: Iterable[tuple[NamedLevel, Level]], *_: object
    ) -> Events[NamedLevel, Result]:
        named = [one for one, _ in levels]
        yield from map(Begun, named)
        for number in (2, 1):
            yield Ended(named[number], solve(named[number].level))
        raise error

    monkeypatch.setattr("rearview.cli.solve.solve_levels", solve_all_but_the_first)
    ran = cli("solve", "microban:1-4", "--jobs", "2", "-o", "solved.sok")
    assert (ran.code, ran.out) == (code, "")
    assert "solved.sok.part has 2 of 4 levels" in ran.err
    assert ("interrupted: " in ran.err) == isinstance(error, KeyboardInterrupt)
    kept = load_levels("solved.sok.part")
    assert [level.title for level in kept] == ["microban 2", "microban 3"]
    assert list(Path().iterdir()) == [Path("solved.sok.part")]
