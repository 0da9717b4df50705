"""`rearview optimise`: its files, its JSON, its exit codes, and what a kill leaves."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import pytest

from conftest import Ran
from drawn_levels import EASY, INVALID, UNSOLVABLE_BY_SEARCH
from killed_optimiser import kill_again_and_again, moves_in
from rearview import load_levels, verify
from terminal import assert_cursor_is_back, run_on_terminal

Cli = Callable[..., Ran]

DETOUR = "uddlUrrrdLullddrUluRuulDrddrruLdlUU"
"""A solution of EASY with two moves too many."""
NODES = ("--nodes", "3000")


def wait_for(is_so: Callable[[], bool]) -> None:
    until = monotonic() + 60
    while not is_so():
        assert monotonic() < until
        sleep(0.05)


def test_json_has_what_solve_has_and_what_was_gained(cli: Cli) -> None:
    ran = cli("optimise", "microban:3-4", "--json", *NODES)
    fields = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.code == 0
    assert [one["level"] for one in fields] == ["microban:3", "microban:4"]
    for one in fields:
        assert list(one)[-4:] == ["optimal", "lower_bound", "moves_before", "pushes_before"]
        assert one["result"] == "solved"
        assert one["moves"] <= one["moves_before"]
        assert one["lower_bound"] <= one["moves"]
    assert fields[0]["optimal"]


def test_solutions_of_a_file_are_where_it_begins(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "given.sok").write_text(f"{EASY}Solution: {DETOUR}\n")
    ran = cli("optimise", "given.sok", *NODES, "-o", "best.sok")
    assert (ran.code, ran.err) == (0, "")
    assert "solved: 33 moves, 8 pushes (2 moves fewer), optimal in moves" in ran.out
    assert moves_in(tmp_path / "best.sok") == {1: 33}


def test_a_solution_on_the_command_line(cli: Cli) -> None:
    ran = cli("optimise", "-", "--lurd", DETOUR, *NODES, given=EASY.encode())
    assert ran.code == 0
    assert "Solution: dlUrrrdLullddrUluRuulDrddrruLdlUU" in ran.out


def test_what_the_file_has_is_never_replaced_by_something_longer(cli: Cli, tmp_path: Path) -> None:
    best = tmp_path / "best.sok"
    cli("optimise", "microban:1-3", *NODES, "-o", "best.sok")
    before = moves_in(best)
    longer = "ruuLLLulDrrrrddlUruLLLddllluurRDrdLuuurDD" + "ud"
    drawn = load_levels("microban:3")[0]
    (tmp_path / "worse.sok").write_text(f"{drawn}\nSolution: {longer}\n")
    cli("optimise", "worse.sok", "--methods", "walks", "--nodes", "1", "-o", "best.sok")
    after = moves_in(best)
    assert sorted(after.values()) == sorted(before.values())  # The other levels are still there.


def test_wrong_solutions_of_a_file_are_named_and_left_out(cli: Cli, tmp_path: Path) -> None:
    drawn = load_levels("microban:3")[0]
    (tmp_path / "wrong.sok").write_text(f"{drawn}\nSolution: lll\nSolution: RRR\n")
    ran = cli("optimise", "wrong.sok", *NODES, "--json")
    assert (ran.code, ran.err) == (0, "wrong.sok:1: left out 2 wrong solutions\n")
    assert verify(drawn, json.loads(ran.out)["lurd"])


def test_unsolved_levels_are_solved_first_and_say_so_if_they_cannot_be(cli: Cli) -> None:
    assert cli("optimise", "-", *NODES, given=UNSOLVABLE_BY_SEARCH.encode()).code == 3
    assert cli("optimise", "-", *NODES, given=INVALID.encode()).code == 2


def test_levels_at_once_give_what_they_give_one_by_one(cli: Cli) -> None:
    arguments = ("optimise", "microban:1-6", "--json", *NODES, "--seeds", "1")
    alone, at_once = (cli(*arguments, "--jobs", jobs).out for jobs in ("1", "2"))

    def solutions(out: str) -> list[object]:
        return [json.loads(line)["lurd"] for line in out.splitlines()]

    assert solutions(alone) == solutions(at_once)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("microban:1-2", "--lurd", "R"), "--lurd needs a single level, not 2"),
        (("microban:1", "--lurd", "L"), "--lurd does not solve the level"),
        (("microban:1", "--lurd", "x"), "not a solution"),
        (("microban:1", "--methods", "magic"), "unknown method 'magic'"),
        (("microban:1", "--nodes", "0"), "the node limit must be"),
        (("microban:1", "--seeds", "0"), "--seeds must be from 1"),
        (("microban:1", "-o", "no/such/folder"), "cannot be written"),
        (("nothing",), "nothing"),
    ],
)
def test_refuses_in_one_line(arguments: tuple[str, ...], message: str, cli: Cli) -> None:
    ran = cli("optimise", *arguments)
    assert ran.code == 2
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_refuses_to_write_what_it_reads(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "one.sok").write_text(EASY)
    ran = cli("optimise", "one.sok", "-o", "one.sok")
    assert ran.code == 2
    assert "the same command reads it" in ran.err
    assert (tmp_path / "one.sok").read_text() == EASY


def test_a_file_that_has_no_levels_is_not_written_over(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("Dear diary\n")
    ran = cli("optimise", "microban:1", "-o", "diary.txt", *NODES)
    assert ran.code == 2
    assert (tmp_path / "diary.txt").read_text() == "Dear diary\n"


def test_solve_spends_more_time_if_told_so(cli: Cli) -> None:
    (fields,) = map(
        json.loads, cli("solve", "microban:3", "--optimise", "5", "--json").out.splitlines()
    )
    assert fields["optimal"]
    assert (fields["moves"], fields["lower_bound"]) == (41, 41)
    assert fields["moves_before"] > 41
    ran = cli("solve", "microban:3", "--optimise", "1", "--optimal", "moves")
    assert (ran.code, ran.err.count("\n")) == (2, 1)


def test_bench_knows_the_objective_and_report_shows_the_best_known(cli: Cli, data: Path) -> None:
    store = ("--store", "results.db")
    assert cli("bench", "microban:1-2", *store, "--optimal", "pushes").code == 0
    resumed = cli("bench", "microban:1-2", *store, "--optimal", "moves", "--resume")
    assert "nothing to resume" in resumed.err
    levels = load_levels("microban:1-2")
    lines = (data / "solutions" / "microban.lurd").read_text().splitlines()
    known = [line.split()[1] for line in lines][:2]
    text = "".join(f"{one}\nSolution: {lurd}\n\n" for one, lurd in zip(levels, known, strict=True))
    Path("known.sok").write_text(text)
    report = cli("report", "results.db", "--run", "1", "--best", "known.sok")
    assert report.code == 0
    assert "optimal in pushes" in report.out
    assert report.out.splitlines()[-1].split() == ["49", "49", "11", "11", "in", "all"]


@pytest.mark.parametrize("end_with", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_keeps_what_was_found(end_with: signal.Signals, tmp_path: Path) -> None:
    best = tmp_path / "best.sok"
    seen = run_on_terminal(
        "optimise", "sasquatch1:4", "-o", str(best), "--time-limit", "300",
        interrupt_at=" gained", end_with=end_with,
    )  # fmt: skip
    assert seen.code == 128 + end_with
    assert_cursor_is_back(seen)
    assert "Traceback" not in seen.plain
    (level,) = load_levels(str(best))
    assert verify(level, level.solutions[0])


def test_a_kill_at_any_moment_leaves_the_file_whole_and_never_worse(tmp_path: Path) -> None:
    totals = kill_again_and_again(["microban:100-104"], tmp_path / "best.sok", 3, 0, 1.0)
    assert len(totals) == 3


def test_levels_at_once_are_kept_at_each_improvement(tmp_path: Path) -> None:
    """They are far from done when the program is killed."""
    file = tmp_path / "best.sok"
    command = [sys.executable, "-m", "rearview", "optimise", "sasquatch1:1,4"]
    command += ["--jobs", "2", "--time-limit", "300", "-o", str(file)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as optimiser:
        try:
            wait_for(lambda: file.exists() and len(moves_in(file)) == 2)
            before = moves_in(file)
            wait_for(lambda: any(moves_in(file)[one] < before[one] for one in before))
            assert optimiser.poll() is None
        finally:
            optimiser.kill()
    assert len(moves_in(file)) == 2
