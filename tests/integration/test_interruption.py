"""Ctrl-C at the worst moments: the code is 130, the cursor is back, and what was found is kept."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from drawn_levels import HARD
from rearview import load_levels
from rearview.parallel.processes import Processes
from rearview.parallel.signals import held_interrupts
from terminal import HIDE_CURSOR, assert_cursor_is_back, run_on_terminal

# `rearview ...`, with Ctrl-C pressed at the end of each call of some functions.
PRESS_AFTER = """
import importlib, os, signal, sys

def press_after(place):
    module, _, path = place.partition(":")
    *way, name = path.split(".")
    owner = importlib.import_module(module)
    for part in way:
        owner = getattr(owner, part)
    call = getattr(owner, name)

    def call_and_press(*args, **kwargs):
        answer = call(*args, **kwargs)
        os.kill(os.getpid(), signal.SIGINT)
        return answer

    setattr(owner, name, call_and_press)

for place in sys.argv.pop(1).split():
    press_after(place)

# The second press is always soon after the first, however slow the machine is.
import rearview.cli.interruption
rearview.cli.interruption._SECONDS_TO_END = 300

from rearview.cli.main import main
main()
"""


@pytest.mark.parametrize("moment", ["show_cursor", "set_live", "clear_live", "pop_render_hook"])
@pytest.mark.parametrize(
    "command",
    [
        ["train", "--levels", "microban:1-2", "--iterations", "2"],
        ["solve", HARD, "--time-limit", "1"],
        ["bench", "microban:1", "--store", "results.db"],
    ],
    ids=lambda command: command[0],
)
def test_while_a_display_starts_or_stops_the_terminal_is_left_clean(
    command: list[str], moment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    program = ["-c", PRESS_AFTER, f"rich.console:Console.{moment}"]
    seen = run_on_terminal(*command, program=program)
    assert seen.code == 130
    assert_cursor_is_back(seen)
    assert "Traceback" not in seen.plain
    assert "bug" not in seen.plain
    assert HIDE_CURSOR in seen.text or moment == "set_live"


def test_a_second_one_does_not_cost_what_the_first_keeps(tmp_path: Path) -> None:
    output = tmp_path / "solved.sok"
    moments = "rearview.reporters.solve_json:JsonReporter.end os:fsync os:replace"
    command = ["solve", "microban:1-3", "--json", "-o", str(output)]
    ran = subprocess.run(
        [sys.executable, "-c", PRESS_AFTER, moments, *command],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (ran.returncode, ran.stderr.count("\n")) == (130, 1)
    assert list(tmp_path.iterdir()) == [Path(f"{output}.part")]
    assert len(load_levels(f"{output}.part")) == 1


def test_one_that_comes_while_the_file_is_written_costs_nothing(tmp_path: Path) -> None:
    output = tmp_path / "solved.sok"
    command = ["solve", "microban:1-3", "--json", "-o", str(output)]
    ran = subprocess.run(
        [sys.executable, "-c", PRESS_AFTER, "os:fsync", *command],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 130
    assert list(tmp_path.iterdir()) == [Path(f"{output}.part")]
    assert len(load_levels(f"{output}.part")) == 3


def test_what_must_be_done_whole_is_done_before_it_is_heard() -> None:
    done = []

    def press_and_go_on() -> None:
        with held_interrupts():
            signal.raise_signal(signal.SIGINT)
            done.append("the rest")

    with pytest.raises(KeyboardInterrupt):
        press_and_go_on()
    assert done == ["the rest"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_worker_that_just_starts_is_ended_like_any_other(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    started: list[int] = []
    over = threading.Event()

    class PopenAndPress(subprocess.Popen[bytes]):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            started.append(self.pid)
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(subprocess, "Popen", PopenAndPress)
    # As a display has: a thread that hears the signal while the main one does not.
    other = threading.Thread(target=over.wait)
    other.start()
    try:
        with pytest.raises(KeyboardInterrupt), Processes(jobs=1) as pool:
            pool.give(1, partial(abs, -1))
    finally:
        over.set()
        other.join()
    with pytest.raises(ChildProcessError):
        os.waitpid(started[0], os.WNOHANG)
    assert capfd.readouterr().err == ""


# A script whose workers die, or who dies itself, at some moment of a worker's start.
START = """
import os, subprocess, sys, time
import rearview

seconds, who = float(sys.argv[1]), sys.argv[2]

class Started(subprocess.Popen):
    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        time.sleep(seconds)
        os.kill(self.pid if who == "worker" else os.getpid(), 9)

subprocess.Popen = Started
for result in rearview.solve_many(rearview.load_levels("microban:1-2"), jobs=2):
    print(result.error)
"""


@pytest.mark.parametrize("seconds", [0, 0.02, 0.05, 0.1, 0.2])
@pytest.mark.parametrize("who", ["worker", "parent"])
def test_whoever_is_killed_while_a_worker_starts_it_prints_nothing(
    who: str, seconds: float
) -> None:
    """How far it comes until then depends on the machine; all of it must be quiet."""
    ran = subprocess.run(
        [sys.executable, "-c", START, str(seconds), who],
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    # The workers hold the pipe of the errors, too: all of them are gone.
    assert ran.stderr == ""
    if who == "worker":
        said = "the process that searched the level was killed by signal 9\n"
        assert (ran.returncode, ran.stdout) == (0, 2 * said)
    else:
        assert ran.returncode == -signal.SIGKILL
