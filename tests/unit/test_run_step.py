"""The steps of `make`: how far they are, and what they wrote when they fail."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from screen import visible_lines
from terminal import run_on_terminal

RUN_STEP = Path(__file__).parents[2] / "tools" / "run_step.py"
BUILD = """
print("Collecting rich>=13 (from rearview==0.1.0)")
print("  *** Configuring CMake...")
print("  [1/2] Building CXX object CMakeFiles/core.dir/native/src/board/board.cpp.o")
print("  [2/2] Linking CXX shared module _core.so")
print("Installing collected packages: rich, rearview")
"""
PARTS = ["getting packages", "configuring", "compiling", "installing packages"]


def run(code: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(RUN_STEP), "building", sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_in_a_pipe_each_part_has_a_line() -> None:
    ran = run(BUILD)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines() == ["building", *(f"building: {part}" for part in PARTS)]


def test_on_a_terminal_one_line_changes() -> None:
    seen = run_on_terminal("building", sys.executable, "-c", BUILD, program=[str(RUN_STEP)])
    assert seen.code == 0
    assert "building: compiling 1 of 2, board.cpp  0:0" in seen.text
    assert "building: getting packages rich  0:0" in seen.text
    assert [line[:-1] for line in visible_lines(seen.text.encode())] == ["building  0:0"]


def test_a_failure_shows_everything_and_keeps_the_code() -> None:
    ran = run("import sys; print('[1/2] Building x.cpp.o'); sys.exit('x.cpp:1: error: no')")
    assert ran.returncode == 1
    assert ran.stdout.splitlines()[-1].startswith("building failed  0:0")
    assert ran.stderr.splitlines() == ["[1/2] Building x.cpp.o", "x.cpp:1: error: no"]


def test_a_command_that_is_not_there_is_a_failure() -> None:
    command = [sys.executable, str(RUN_STEP), "building", "no such command"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "no such command" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_ctrl_c_ends_a_step_with_a_clean_terminal() -> None:
    code = "import time; print('Collecting rich', flush=True); time.sleep(60)"
    seen = run_on_terminal(
        "building", sys.executable, "-c", code, program=[str(RUN_STEP)], interrupt_at="rich"
    )
    assert seen.code == 130
    (line,) = visible_lines(seen.text.encode())
    assert line.startswith("building interrupted  0:0")
