"""What solving and training offer, and that starting up stays light."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import rearview

SURFACE = {
    "AgentView", "CancelledError", "Evaluation", "Explanation", "Limit", "Model", "ModelError",
    "OptionError", "OutputError", "Progress", "Provenance", "Result", "Schedule", "Outcome",
    "State", "StopReason", "Strategy", "SearchTree", "Ties", "TrainingProgress", "TreeNode",
    "WorkerError",
    "evaluate", "explain", "grow_tree", "solve", "solve_many", "train",
}  # fmt: skip
HEAVY = {"asyncio", "multiprocessing", "numpy", "pydantic", "rich"}
ONLY_FOR_MANY_LEVELS = {
    "csv",
    "matplotlib",
    "rearview.bench",
    "rearview.experiments.lab",
    "sqlite3",
}


def test_the_package_offers_what_it_promises() -> None:
    assert set(rearview.__all__) >= SURFACE


def test_the_version_is_that_of_the_project() -> None:
    project = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{rearview.__version__}"' in project
    assert re.fullmatch(r"\d+\.\d+\.\d+", rearview.__version__)


def modules_after(code: str) -> set[str]:
    """What Python has loaded after some code, or after an exit in the middle of it."""
    at_exit = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr));"
    command = [sys.executable, "-c", f"{at_exit} {code}"]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stderr.split())


def test_importing_it_loads_nothing_heavy() -> None:
    loaded = modules_after("from rearview import solve, train")
    assert "rearview.solving" in loaded
    assert not HEAVY & loaded


def test_nothing_of_it_is_loaded_before_it_is_asked_for() -> None:
    loaded = modules_after("import rearview")
    assert {name for name in loaded if name.startswith("rearview.")} == set()


def test_what_it_offers_is_there_however_it_is_asked_for() -> None:
    modules_after("import rearview; rearview.solve; rearview.levels.validate; rearview.__version__")
    modules_after("from rearview import *; solve, Level, __version__")
    modules_after("import rearview; assert set(rearview.__all__) < set(dir(rearview))")


def test_a_name_that_it_does_not_offer_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'rearview' has no attribute 'sovle'"):
        rearview.sovle  # type: ignore[attr-defined]  # noqa: B018


def test_solving_a_level_in_a_pipe_loads_only_what_it_needs() -> None:
    run = (
        "from rearview.cli.main import main; sys.argv = ['rearview', 'solve', 'microban:1']; main()"
    )
    loaded = modules_after(run)
    assert "rearview.solving" in loaded
    assert not (HEAVY | ONLY_FOR_MANY_LEVELS) & loaded
