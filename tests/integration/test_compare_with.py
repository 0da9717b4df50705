"""`rearview bench --compare-with`: another solver, with the same levels and the same time."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import sleep

import pytest

import stand_in_solver
from conftest import Ran
from rearview import load_levels, verify
from rearview.bench.store import Store

Cli = Callable[..., Ran]
STAND_IN = f"{sys.executable} {stand_in_solver.__file__}"
LEVELS = "microban:1-2"


def compare(cli: Cli, command: str, *more: str, levels: str = LEVELS) -> Ran:
    options = ["--store", "r.db", "--time-limit", "30", *more]
    return cli("bench", levels, *options, "--compare-with", command)


def records_of_other() -> list[tuple[str, str | None, str]]:
    with Store("r.db", read_only=True) as store:
        results = [one.result for one in store.records(2)]
    return [(one.outcome.value, one.reason and one.reason.value, one.error) for one in results]


def put_into_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The stand-in under the name of the solver that it stands in for."""
    program = tmp_path / name
    program.write_text(f'#!/bin/sh\nexec {STAND_IN} {name.lower()} "$@"\n', encoding="ascii")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")


def is_alive(pid: int) -> bool:
    """A zombie is not: nobody may be there to collect what an orphan leaves."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").split()[2] != "Z"
    except OSError:
        return False


def pids_in(file: Path) -> list[int]:
    return list(map(int, file.read_text(encoding="ascii").split())) if file.exists() else []


def wait_until(is_so: Callable[[], bool]) -> None:
    for _ in range(600):
        if is_so():
            return
        sleep(0.05)
    raise AssertionError("it never came to that")


def test_its_solutions_are_replayed_and_kept_as_a_run_of_their_own(cli: Cli) -> None:
    ran = compare(cli, f"{STAND_IN} say {{file}}")
    assert (ran.code, ran.err) == (0, "")
    with Store("r.db", read_only=True) as store:
        ours, other = store.runs()
        records = store.records(other.number)
    assert (ours.configuration.command, other.configuration.limit.seconds) == (None, 30)
    assert other.configuration.command == f"{STAND_IN} say {{file}}"
    for record, level in zip(records, load_levels(LEVELS), strict=True):
        replay = verify(level, record.result.lurd)
        assert replay
        # The stand-in tries all moves: its solutions have the fewest, in small letters.
        assert (record.result.moves, record.result.pushes) == (replay.moves, replay.pushes)
    assert [record.result.moves for record in records] == [33, 16]


def test_one_table_has_both(cli: Cli) -> None:
    out = compare(cli, f"{STAND_IN} say {{file}}").out
    lines = [line.split() for line in out.splitlines()]
    assert ["both", "2"] in lines
    assert ["solved", "2", "2", "1.00"] in lines
    assert any(line[0] == "moves" and line[2] == "49" for line in lines if line)
    assert out.endswith(cli("report", "r.db", "--compare", "1", "2").out)


@pytest.mark.parametrize("name", ["festival", "YASS"])
def test_solvers_that_are_known_need_no_arguments(
    name: str, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_into_path(tmp_path, monkeypatch, name)
    ran = compare(cli, name)
    assert ran.err == ""
    assert records_of_other() == [("solved", None, "")] * 2
    assert f"  {name}  " in ran.out


def test_json_says_whose_results_they_are(cli: Cli) -> None:
    command = f"{STAND_IN} say {{file}}"
    rows = [json.loads(line) for line in compare(cli, command, "--json").out.splitlines()]
    assert [row.get("command") for row in rows] == [None, None, command, command]


def test_it_is_resumed_like_every_run(cli: Cli) -> None:
    command = f"{STAND_IN} say {{file}}"
    compare(cli, command, levels="microban:1")
    out = compare(cli, command, "--resume", "--json").out
    assert [json.loads(line)["level"] for line in out.splitlines()] == ["microban:2"] * 2


def test_a_wrong_solution_is_none(cli: Cli) -> None:
    assert compare(cli, f"{STAND_IN} lie {{file}}").code == 0
    program = Path(sys.executable).stem
    error = f"{program} has written nothing that solves the level"
    assert records_of_other() == [("unsolved", None, error)] * 2


def test_a_crash_costs_its_level_only(cli: Cli) -> None:
    compare(cli, f"{STAND_IN} crash {{file}}")
    outcomes = records_of_other()
    assert [one[:2] for one in outcomes] == [("unsolved", "crashed")] * 2
    assert all(one[2].endswith("ended with code 3 and without a solution") for one in outcomes)


def test_what_is_wrong_at_sight_is_not_given_to_it(cli: Cli) -> None:
    Path("no.xsb").write_text("####\n#@$#\n####\n", encoding="ascii")
    ran = compare(cli, f"{STAND_IN} crash {{file}}", levels="no.xsb")
    assert ran.code == 2
    assert records_of_other()[0][0] == "invalid"


def test_rubbish_is_cut_short(cli: Cli) -> None:
    compare(cli, f"{STAND_IN} chatter {{file}}", levels="microban:1")
    assert records_of_other() == [("unsolved", None, "it wrote more than 16 MB")]


def test_what_ignores_its_time_is_killed_with_all_that_it_started(cli: Cli, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    command = f"{STAND_IN} cling {pids} {{file}}"
    compare(cli, command, "--time-limit", "1", levels="microban:1")
    assert records_of_other() == [("unsolved", "time", "")]
    started = pids_in(pids)
    assert len(started) == 2
    wait_until(lambda: not any(map(is_alive, started)))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_nothing_is_left_when_rearview_is_killed(tmp_path: Path, number: signal.Signals) -> None:
    pids = tmp_path / "pids"
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    clinging = f"{STAND_IN} cling {pids} {{file}}"
    options = ["--store", str(tmp_path / "r.db"), "--compare-with", clinging]
    command = [sys.executable, "-m", "rearview", "bench", "microban:1", *options]
    bench = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "TMPDIR": str(temporary)},
    )
    try:
        wait_until(lambda: len(pids_in(pids)) == 2)
        assert list(temporary.glob("rearview-*"))
    finally:
        bench.send_signal(number)
        bench.wait()
    started = pids_in(pids)
    wait_until(lambda: not any(map(is_alive, started)))
    wait_until(lambda: not list(temporary.glob("rearview-*")))


def test_what_it_said_counts_beside_large_files(cli: Cli) -> None:
    """It has ended before anybody looks at how much it has written."""
    Path("run.sh").write_text(
        f'head -c 17000000 /dev/zero > "$2/big"\nexec {STAND_IN} "$3" "$1"\n', encoding="ascii"
    )
    compare(cli, "sh run.sh {file} {folder} say", levels="microban:1")
    assert records_of_other() == [("solved", None, "")]


def test_a_pipe_in_place_of_what_it_said_is_not_read(cli: Cli) -> None:
    """Nobody writes into it, so that opening it would wait for ever."""
    Path("run.sh").write_text(
        f'rm "$2"/*said.txt; mkfifo "$2/what it said.txt"\nexec {STAND_IN} say "$1" > "$2/found"\n',
        encoding="ascii",
    )
    compare(cli, "sh run.sh {file} {folder}", levels="microban:1")
    assert records_of_other() == [("solved", None, "")]


def test_large_files_alone_are_rubbish(cli: Cli) -> None:
    Path("run.sh").write_text('head -c 17000000 /dev/zero > "$2/big"\n', encoding="ascii")
    compare(cli, "sh run.sh {file} {folder}", levels="microban:1")
    assert records_of_other() == [("unsolved", None, "it wrote more than 16 MB")]


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("there-is-no-such-program {file}", "cannot find or run the program 'there-is-no-such"),
        ("cat", "the command needs {file}"),
        ("cat {seconds}", "the command needs {file}"),
        ("cat {file} {minutes}", "{minutes} in a command is unknown"),
        ("cat '{file}", "is not a command: no closing quotation"),
        ("", "the command of the other solver is empty"),
        ("cat {file}\n", "or has several lines"),
    ],
)
def test_what_cannot_be_run_is_told_at_once(command: str, message: str, cli: Cli) -> None:
    ran = compare(cli, command)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1
    assert not Path("r.db").exists()


@pytest.mark.parametrize("more", [["--forward-nodes", "9"], ["--cluster", "local"]])
def test_only_time_on_this_machine_is_the_same_for_both(more: list[str], cli: Cli) -> None:
    ran = compare(cli, "cat {file}", *more)
    assert (ran.code, ran.out) == (2, "")
    assert "--compare-with" in ran.err
