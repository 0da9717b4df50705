"""Ctrl-C is answered while rearview is still being loaded: code 130, and not a word."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable

import pytest

# `rearview solve --help`, with Ctrl-C pressed when a module is about to be imported.
PRESS = """
import os, signal, sys

pressed_at = sys.argv.pop(1)

class Press:
    def find_spec(self, name, path=None, target=None):
        if name == pressed_at:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Press())
from rearview.cli.main import main
main()
"""


def press_at(module: str, before: Callable[[], object] | None = None) -> tuple[int, str]:
    """The exit code, and all that was written."""
    command = [sys.executable, "-c", PRESS, module, "solve", "--help"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=before)
    return ran.returncode, ran.stdout + ran.stderr


@pytest.mark.parametrize(
    "module", ["rearview.cli.application", "typer", "rearview._core", "rearview.cli.solve"]
)
def test_while_it_is_loaded_an_interrupt_ends_it_quietly(module: str) -> None:
    assert press_at(module) == (130, "")


def test_an_interrupt_that_is_ignored_stays_ignored() -> None:
    """As a shell does for jobs in the background."""
    ignored = press_at("typer", before=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
    assert ignored == press_at("no such module")
    assert ignored[0] == 0


def test_the_entry_point_loads_nothing_but_itself() -> None:
    code = "import rearview.cli.main, sys; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name for name in ran.stdout.split() if name.startswith(("rearview", "typ"))}
    assert loaded - {"types", "typing"} == {"rearview", "rearview.cli", "rearview.cli.main"}
