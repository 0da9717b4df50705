"""Searches that are still running in other threads when the program ends."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from drawn_levels import HARD

# What a thread does for as long as it is let; `busy` is set as soon as the engine is at work.
BEGIN = f"""
import signal, sys, threading, time
import rearview

level = rearview.load_levels("{HARD}")[0]
busy = threading.Event()

def report(*_):
    busy.set()

def report_for_long(*_):
    busy.set()
    while True:
        pass

def solve():
    rearview.solve(level, on_progress=report)

def race():
    rearview.solve(level, on_progress=report, seeds_at_once=2)

def report_from_solve():
    rearview.solve(level, on_progress=report_for_long)

def train():
    levels = rearview.load_levels("xsokoban")
    rearview.train(levels, on_progress=report, schedule=rearview.Schedule(iterations=10_000))

def grow():
    busy.set()
    board = rearview._core.Board(level.rows)
    motion = rearview._core.Motion.push
    rearview._core.grow_tree(board, motion, [0.1] * 8, [], [], 10**12)
"""


def run(program: str) -> tuple[int, str, str]:
    ran = subprocess.run(
        [sys.executable, "-c", BEGIN + program], capture_output=True, text=True, timeout=300
    )
    return ran.returncode, ran.stdout, ran.stderr


@pytest.mark.parametrize("what", ["solve", "race", "report_from_solve", "train", "grow"])
def test_a_daemon_thread_in_the_engine_lets_python_end(what: str) -> None:
    program = f"""
threading.Thread(target={what}, daemon=True).start()
busy.wait()
print("the end")
"""
    assert run(program) == (0, "the end\n", "")


@pytest.mark.parametrize("what", ["solve", "train"])
def test_a_daemon_thread_in_the_engine_outlives_what_python_frees(what: str) -> None:
    """Python frees the tables of its threads, and only then does the process end."""
    program = f"""
import ctypes
ctypes.pythonapi.Py_AtExit(ctypes.CDLL(None).getchar)  # Waits until there is nothing to read.
threading.Thread(target={what}, daemon=True).start()
busy.wait()
print("the end", flush=True)
"""
    with subprocess.Popen(
        [sys.executable, "-c", BEGIN + program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as ran:
        assert ran.stdin is not None
        assert ran.stdout is not None
        assert ran.stdout.readline() == b"the end\n"
        time.sleep(0.5)  # Ten times as long as a search goes without asking for Python's lock.
        ran.stdin.close()
        assert ran.wait(timeout=300) == 0


def test_a_thread_that_python_waits_for_solves_to_its_end() -> None:
    program = """
def solve_when_main_has_ended():
    threading.main_thread().join()
    print(rearview.solve(rearview.load_levels("microban:7")[0]).outcome.value)

threading.Thread(target=solve_when_main_has_ended).start()
"""
    assert run(program) == (0, "solved\n", "")


@pytest.mark.parametrize("what", ["solve", "race", "train"])
def test_ctrl_c_ends_a_thread_that_python_waits_for(what: str) -> None:
    """Its default is to wait for every thread that is no daemon, whatever ended the main one."""
    program = f"""
def report_end():
    try:
        {what}()
    except KeyboardInterrupt:
        print("interrupted")

threading.Thread(target=report_end).start()
busy.wait()
signal.raise_signal(signal.SIGINT)
"""
    code, out, err = run(program)
    assert (code, out) == (-2, "interrupted\n")
    assert err.count("Traceback") == 1  # Of the main thread, which Python prints.
