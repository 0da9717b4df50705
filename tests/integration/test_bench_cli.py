"""`rearview bench` and `rearview report`: every result kept, whatever happens."""

from __future__ import annotations

import csv
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from time import sleep

import pytest

from conftest import Ran
from drawn_levels import EASY, HARD, INVALID, UNSOLVABLE_BY_SEARCH
from examples import examples_of, run_example
from rearview import load_levels, verify
from rearview.bench.store import Store
from screen import visible_lines
from survival import assert_nothing_is_lost, survive, workers_of
from terminal import assert_cursor_is_back, run_on_terminal

Cli = Callable[..., Ran]
NODES = ["--backward-nodes", "100", "--forward-nodes", "300"]


def bench_json(cli: Cli, *arguments: str) -> list[dict[str, object]]:
    ran = cli("bench", "--json", "--store", "r.db", *arguments)
    return [json.loads(line) for line in ran.out.splitlines()]


@pytest.mark.parametrize("command", ["bench", "report"])
def test_every_example_in_help_works(command: str, cli: Cli) -> None:
    for lines in ("bench", command):
        examples = examples_of(cli, lines)
        assert len(examples) > 2
        for example in examples:
            run_example(cli, example)


def test_a_pipe_gets_the_statistics_log(cli: Cli) -> None:
    ran = cli("bench", "microban:1-3", "--store", "r.db")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0].split() == ["Task", "Time", "Plugin", "Result", "Moves", "Pushes", "Level"]
    assert {line.split()[-1] for line in lines[1:4]} == {"microban:1", "microban:2", "microban:3"}
    assert lines[4:] == ["", "OK: 3 Failed: 0"]


def test_what_is_kept_is_what_was_found(cli: Cli) -> None:
    shown = bench_json(cli, "microban:1-4", *NODES, "--no-meeting")
    with Store("r.db", read_only=True) as store:
        kept = list(store.records(1))
    assert len(shown) == len(kept) == 4
    assert max(record.trajectory_length for record in kept) > 2
    for record in kept:
        level = load_levels(record.key.name)[0]
        assert verify(level, record.result.lurd)
        assert record.result.seconds > 0
        assert record.attempts == 1
        (same,) = (one for one in shown if one["level"] == record.key.name)
        assert same["lurd"] == record.result.lurd
        assert same["forward_nodes"] == record.result.forward_nodes


def test_resuming_skips_what_is_there_for_the_same_options_only(cli: Cli) -> None:
    assert len(bench_json(cli, "microban:1-3", *NODES, "--resume")) == 3
    assert [one["level"] for one in bench_json(cli, "microban:1-4", *NODES, "--resume")] == [
        "microban:4"
    ]
    assert bench_json(cli, "microban:2", *NODES, "--resume") == []
    assert len(bench_json(cli, "microban:1-4", *NODES, "--resume", "--seed", "1")) == 4
    assert len(bench_json(cli, "microban:1-4", *NODES, "--resume", "--no-meeting")) == 4
    assert len(bench_json(cli, "microban:1-4", *NODES)) == 4
    with Store("r.db", read_only=True) as store:
        assert [len(list(store.records(run.number))) for run in store.runs()] == [4, 4, 4, 4]


def test_resuming_with_larger_limits_searches_only_what_is_unsolved(cli: Cli) -> None:
    few, more = (["--backward-nodes", n, "--forward-nodes", n] for n in ("3", "2000"))
    first = bench_json(cli, "microban:1-6", *few)
    unsolved = [one["level"] for one in first if one["result"] == "unsolved"]
    assert 0 < len(unsolved) < 5
    Path("dead.xsb").write_text(UNSOLVABLE_BY_SEARCH)
    bench_json(cli, "dead.xsb", *few, "--resume")
    ran = cli("bench", "microban:1-5", "dead.xsb", "--store", "r.db", *more, "--resume")
    assert ran.err == (
        "rearview: run 2 extends run 1, which had lower limits: "
        "only its unsolved levels are searched\n"
    )
    searched = {line.split()[-1] for line in ran.out.splitlines() if " rearview " in line}
    assert searched == set(unsolved) - {"microban:6"}
    assert ran.out.endswith("\nOK: 5 Failed: 1\n")
    assert cli("bench", "microban:1-6", "dead.xsb", "--store", "r.db", *more, "--resume").err == ""
    whole = json.loads(cli("report", "r.db", "--json").out)
    assert (whole["run"], whole["continues"]) == (2, 1)
    assert {one["level"]: one["taken_from"] for one in whole["results"]} == {
        "dead.xsb:1": 1,
        **{f"microban:{n}": None if f"microban:{n}" in unsolved else 1 for n in range(1, 7)},
    }


def test_a_report_says_which_results_were_found_with_smaller_limits(cli: Cli) -> None:
    bench_json(cli, "microban:1-3", *NODES)
    bench_json(cli, "microban:1-4", "--backward-nodes", "100", "--resume")
    text = cli("report", "r.db").out
    assert ", goes on from run 1\n" in text
    assert "\n3 of these taken from run 1, which had smaller limits\n" in text
    compared = cli("report", "r.db", "--compare", "1", "2").out
    assert "\n3 of these are one search, taken from the run with smaller limits\n" in compared
    assert "taken" not in cli("report", "r.db", "--run", "1").out


def test_a_run_that_began_on_its_own_takes_nothing_when_it_is_resumed(cli: Cli) -> None:
    bench_json(cli, "microban:1-3", *NODES)
    bench_json(cli, "microban:1", "--time-limit", "60")
    assert len(bench_json(cli, "microban:1-3", "--time-limit", "60", "--resume")) == 2


def test_what_was_taken_is_searched_again_when_its_drawing_changes(cli: Cli) -> None:
    larger = ["--time-limit", "601", "--resume"]
    for text, options, again in ((EASY, [], 1), (EASY, larger, 0), (MIRRORED, larger, 1)):
        Path("some.xsb").write_text(text)
        assert len(bench_json(cli, "some.xsb", *options)) == again
    (result,) = json.loads(cli("report", "r.db", "--json").out)["results"]
    assert result["taken_from"] is None


def test_retrying_searches_once_more_what_is_unsolved(cli: Cli) -> None:
    bench_json(cli, "microban:1-2", HARD, *NODES)
    for attempts in (2, 3):
        (again,) = bench_json(cli, "microban:1-2", HARD, *NODES, "--retry-unsolved")
        assert (again["level"], again["attempts"]) == (HARD, attempts)
    assert bench_json(cli, "microban:1-2", HARD, *NODES, "--resume") == []
    with Store("r.db", read_only=True) as store:
        (run,) = store.runs()
        assert [one.attempts for one in store.records(run.number)] == [1, 1, 3]


def test_a_level_that_is_named_twice_is_searched_once(cli: Cli) -> None:
    assert len(bench_json(cli, "microban:1-3", "microban:2", *NODES, "--jobs", "2")) == 3


def test_a_file_that_changed_is_searched_again(cli: Cli) -> None:
    for drawing in (EASY, UNSOLVABLE_BY_SEARCH):
        Path("some.xsb").write_text(drawing)
        assert len(bench_json(cli, "some.xsb", "--resume")) == 1


MIRRORED = "\n".join(row.ljust(6)[::-1] for row in EASY.splitlines())
ELSEWHERE = EASY.replace("@", " ").replace("$ ", "$@")
BOX_OUTSIDE = f"{EASY.rstrip()}  $"  # The same level by its hash, but one that cannot be solved.


@pytest.mark.parametrize(
    "drawing", [MIRRORED, ELSEWHERE, BOX_OUTSIDE], ids=["mirrored", "elsewhere", "box outside"]
)
def test_a_level_is_searched_again_when_what_is_kept_is_not_true_of_its_drawing(
    drawing: str, cli: Cli
) -> None:
    for text, again in ((EASY, 1), (drawing, 1), (drawing, 0), (EASY, 1), (EASY, 0)):
        Path("some.xsb").write_text(text)
        assert len(bench_json(cli, "some.xsb", "--resume")) == again
    with Store("r.db", read_only=True) as store:
        (kept,) = store.records(1)
    assert verify(load_levels("some.xsb")[0], kept.result.lurd)


def test_that_nothing_was_found_stays_true_of_a_mirrored_level(cli: Cli) -> None:
    drawing = str(load_levels(HARD)[0])
    width = max(map(len, drawing.splitlines()))
    mirrored = "\n".join(row.ljust(width)[::-1] for row in drawing.splitlines())
    for text, again in ((drawing, 1), (mirrored, 0)):
        Path("some.xsb").write_text(text)
        assert len(bench_json(cli, "some.xsb", *NODES, "--resume")) == again


def test_a_level_of_a_file_that_changed_is_reported_once(cli: Cli) -> None:
    for drawing in (EASY, UNSOLVABLE_BY_SEARCH, EASY):
        Path("some.xsb").write_text(drawing)
        (result,) = bench_json(cli, "some.xsb", "--resume")
        reported = json.loads(cli("report", "r.db", "--json").out)["results"]
        assert reported == [result]


def test_says_so_when_there_is_nothing_to_resume(cli: Cli) -> None:
    said = [
        cli("bench", "microban:1", "--store", "r.db", *options).err
        for options in (["--resume"], ["--resume"], ["--resume", *NODES], NODES)
    ]
    nothing = (
        "rearview: nothing to resume: r.db has no run with these options; starting a new one\n"
    )
    assert said == [nothing, "", nothing, ""]


def test_a_file_whose_name_is_no_text_is_kept_and_found_again(cli: Cli) -> None:
    name = os.fsdecode(b"caf\xe9.xsb")
    Path(name).write_text(EASY)
    assert [one["level"] for one in bench_json(cli, name)] == ["caf\\udce9.xsb:1"]
    assert bench_json(cli, name, "--resume") == []
    ran = cli("report", "r.db", "--csv", "r.csv")
    assert (ran.code, ran.err) == (0, "")


def test_the_exit_code_is_that_of_the_worst_level_resumed_or_not(cli: Cli) -> None:
    Path("bad.xsb").write_text(f"{EASY}\n\n{INVALID}")
    Path("dead.xsb").write_text(f"{EASY}\n\n{UNSOLVABLE_BY_SEARCH}")
    cli("bench", "microban:1", "--store", "r.db", *NODES)
    for _ in range(2):
        for what, code in (("microban:1", 0), (HARD, 1), ("bad.xsb", 2), ("dead.xsb", 3)):
            ran = cli("bench", what, "--store", "r.db", *NODES, "--resume")
            assert (ran.code, ran.err) == (code, ""), what


def test_a_worker_that_dies_costs_one_attempt(cli: Cli, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rearview", "bench", HARD, "microban:1", "--jobs", "1"]
    command += ["--store", "r.db", "--time-limit", "3"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as process:
        killer = threading.Thread(target=kill_a_worker, args=(process.pid,))
        killer.start()
        out, _ = process.communicate(timeout=300)
        killer.join()
    assert process.returncode == 1
    assert "OK: 1 Failed: 1" in out
    with Store("r.db", read_only=True) as store:
        kept = {record.key.name: record for record in store.records(1)}
    assert (kept[HARD].attempts, kept["microban:1"].attempts) == (2, 1)
    assert cli("report", "r.db").code == 0


def kill_a_worker(pid: int) -> None:
    while not (workers := workers_of(pid)):
        sleep(0.01)
    os.kill(workers[0], signal.SIGKILL)


def test_survives_being_killed(tmp_path: Path) -> None:
    """Hard levels use up their time on any machine: the batch is not over before the kills are."""
    what = ["sasquatch1:31-50", "microban:1-20"]
    store = tmp_path / "r.db"
    survived = survive(what, store, 5, 1, 0.3, "--time-limit", "0.5")
    names = [f"{one.partition(':')[0]}:{level.index}" for one in what for level in load_levels(one)]
    assert_nothing_is_lost(store, names, survived)


def test_ctrl_c_keeps_what_is_known_and_says_how_to_go_on(tmp_path: Path) -> None:
    store = str(tmp_path / "r.db")
    seen = run_on_terminal("bench", "microban:1", HARD, "--store", store, interrupt_at=HARD)
    assert seen.code == 130
    assert_cursor_is_back(seen)
    shown = visible_lines(seen.text.encode(), columns=100, rows=40)
    assert [line.split()[-1] for line in shown[:2]] == ["Level", "microban:1"]
    assert shown[2:] == [
        "",
        "OK: 1 Failed: 0",
        "rearview: interrupted: --resume continues run 1",
    ]
    with Store(store, read_only=True) as opened:
        assert [record.key.name for record in opened.records(1)] == ["microban:1"]


def test_a_terminal_shows_how_far_it_is(tmp_path: Path) -> None:
    store = str(tmp_path / "r.db")
    seen = run_on_terminal("bench", "microban:1-3", HARD, "--store", store, "--time-limit", "2")
    assert seen.code == 1
    assert "solved 3 of 3, 4 in all; " in seen.plain
    assert " levels/s, 0:0" in seen.plain
    assert "OK: 3 Failed: 1" in seen.plain
    assert_cursor_is_back(seen)


def test_reports_a_run_as_text_json_csv_and_png(cli: Cli) -> None:
    bench_json(cli, "microban:1-3", HARD, *NODES)
    text = cli("report", "r.db", "--csv", "r.csv", "--plot", "r.png").out
    assert "OK: 3 Failed: 1" in text
    assert "within    solved" in text
    whole = json.loads(cli("report", "r.db", "--json").out)
    assert whole["totals"]["solved"] == 3
    assert whole["configuration"]["forward_nodes"] == 300
    assert [one["level"] for one in whole["results"]] == [
        "microban:1", "microban:2", "microban:3", HARD,
    ]  # fmt: skip
    with Path("r.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["result"] for row in rows] == ["solved", "solved", "solved", "unsolved"]
    assert Path("r.png").read_bytes().startswith(b"\x89PNG")


def test_a_table_for_standard_output_stands_there_alone(cli: Cli) -> None:
    bench_json(cli, "microban:1-3", *NODES)
    ran = cli("report", "r.db", "--csv", "-", "--plot", "r.png")
    cli("report", "r.db", "--csv", "r.csv")
    assert (ran.code, ran.out) == (0, Path("r.csv").read_text())
    assert Path("r.png").exists()
    assert not Path("-").exists()


@pytest.mark.parametrize("option", ["--csv", "--plot"])
def test_a_report_never_replaces_its_store(option: str, cli: Cli) -> None:
    bench_json(cli, "microban:1", *NODES)
    before = Path("r.db").read_bytes()
    Path("link.db").symlink_to("r.db")
    for output in ("r.db", "./r.db", "link.db", "r.db-wal", "./r.db-shm", "r.db-journal"):
        ran = cli("report", "link.db", option, output)
        assert (ran.code, ran.out) == (2, "")
        assert "it is part of the store" in ran.err
    assert Path("r.db").read_bytes() == before


def test_a_report_writes_no_file_twice(cli: Cli) -> None:
    bench_json(cli, "microban:1", *NODES)
    Path("other").symlink_to("one")
    for first, second in (("one", "one"), ("one", "./one"), ("other", "one")):
        ran = cli("report", "r.db", "--csv", first, "--plot", second)
        assert (ran.code, ran.out) == (2, "")
        assert "--csv and --plot need different files" in ran.err
    assert not Path("one").exists()


def test_a_damaged_store_is_a_sentence(cli: Cli) -> None:
    bench_json(cli, "microban:1", *NODES)
    with sqlite3.connect("r.db") as connection:
        connection.execute("UPDATE results SET reason = 'boredom'")
    connection.close()
    for arguments in (["report", "r.db"], ["bench", "microban:1", "--store", "r.db", "--resume"]):
        ran = cli(*arguments, *(NODES if arguments[0] == "bench" else []))
        assert ran.code == 2
        assert "r.db is damaged: a result's reason is invalid" in ran.err


@pytest.mark.parametrize("cut", [1, 600, 5000, 8200, 12200])
def test_a_store_that_was_cut_short_is_a_sentence(cut: int, cli: Cli) -> None:
    bench_json(cli, "microban:1-3", *NODES)
    whole = Path("r.db").read_bytes()
    Path("r.db").write_bytes(whole[:cut])
    for arguments in (["report"], ["bench", "microban:1-3", *NODES, "--resume", "--store"]):
        ran = cli(*arguments, "r.db")
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


def test_compares_two_runs(cli: Cli) -> None:
    bench_json(cli, "microban:1-3", *NODES)
    bench_json(cli, "microban:1-3", "--backward-nodes", "1", "--forward-nodes", "1", "--no-meeting")
    lines = cli("report", "r.db", "--compare", "1", "2", "--plot", "r.png").out.splitlines()
    assert "only A         3" in lines
    assert "both           0" in lines
    assert sum(line.endswith(("microban:1", "microban:2", "microban:3")) for line in lines) == 3


def test_what_only_one_run_has_is_no_failure_of_the_other(cli: Cli) -> None:
    bench_json(cli, "microban:1-3", *NODES)
    bench_json(cli, "microban:3-4", *NODES)
    lines = cli("report", "r.db", "--compare", "1", "2").out.splitlines()
    counts = ("both", "only A", "only B", "neither", "not in A", "not in B")
    numbers = [int(line.split()[-1]) for line in lines if line.startswith(counts)]
    assert numbers == [1, 0, 0, 0, 1, 2]
    assert not any("microban" in line for line in lines)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["bench", "microban:1"], "--store"),
        (["bench", "microban:1", "--store", "no/such/r.db"], "unable to open database file"),
        (["bench", "microban:1", "--store", "precious.txt"], "not a results store"),
        (["bench", "microban:1", "--store", "r.db", "--jobs", "0"], "jobs must be"),
        (["bench", "nothing", "--store", "r.db"], "no such file"),
        (["report", "precious.txt"], "not a results store"),
        (["report", "missing.db"], "no such file"),
        (["report", "r.db", "--compare", "1", "2", "--json"], "--compare can only be combined"),
        (["report", "."], "this is a folder"),
        (["report", "/dev/null"], "/dev/null: this is a device, not a results store"),
        (["bench", "microban:1", "--store", "/dev/null"], "this is a device, not a results store"),
        (["report", "empty"], "this file is empty"),
        (["report", "r.db", "--csv", "-", "--json"], "cannot both write to standard output"),
        (["report", "r.db", "--plot", "-"], "--plot needs a file"),
        (["report", "r.db", "--json", "-"], "unexpected extra argument"),
    ],
)
def test_bad_usage_is_a_sentence(arguments: list[str], why: str, cli: Cli) -> None:
    Path("precious.txt").write_text("precious")
    Path("empty").touch()
    ran = cli(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert why in ran.err
    assert "Traceback" not in ran.err
    assert Path("precious.txt").read_text() == "precious"
    assert not Path("missing.db").exists()
    assert Path("empty").read_bytes() == b""
