"""What solving and training offer, and that starting up stays light."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import rearview

SURFACE = {
    "Explanation", "Limit", "Model", "ModelError", "OptionError", "OutputError", "Progress",
    "Provenance", "Result", "Schedule", "SolveOutcome", "State", "StopReason", "Strategy",
    "TrainingProgress", "explain", "solve", "solve_many", "train",
}  # fmt: skip
HEAVY = {"asyncio", "multiprocessing", "numpy", "pydantic", "rich"}


def test_the_package_offers_what_it_promises() -> None:
    assert set(rearview.__all__) >= SURFACE


def test_the_version_is_that_of_the_project() -> None:
    project = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{rearview.__version__}"' in project
    assert re.fullmatch(r"\d+\.\d+\.\d+", rearview.__version__)


def test_importing_it_loads_nothing_heavy() -> None:
    code = "import rearview, sys; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not HEAVY & set(loaded)


def test_solving_a_level_in_a_pipe_loads_neither_rich_nor_multiprocessing() -> None:
    code = (
        "import sys, atexit; from rearview.cli.main import main;"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr));"
        "sys.argv = ['rearview', 'solve', 'microban:1']; main()"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stderr.split()
    assert "rearview.solving" in loaded
    assert not {"rich", "multiprocessing", "numpy"} & set(loaded)
