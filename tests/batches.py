"""Batches of the command line for tests: the program as people start it, and what stores have."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from time import sleep
from typing import Any

LEVELS = "xsokoban:1-24"
NODES = ("--backward-nodes", "1000", "--forward-nodes", "3000")
_UNLIKE = {"seconds", "backward_seconds", "forward_seconds", "recorded_at"}
"""What a store has that depends on when and how fast something was searched."""


def run(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        _command(*arguments), capture_output=True, text=True, env={**os.environ, **settings}
    )


def start(*arguments: str, **settings: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        _command(*arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **settings},
    )


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "rearview", *arguments]


def rows(store: Path) -> list[dict[str, Any]]:
    """What a store has of its results, in the order in which it has them, but what is unlike."""
    with closing(sqlite3.connect(store)) as connection:
        connection.row_factory = sqlite3.Row
        found = connection.execute("SELECT * FROM results").fetchall()
    return [{name: row[name] for name in row.keys() if name not in _UNLIKE} for row in found]  # noqa: SIM118


def rows_of_jobs(folder: Path) -> list[dict[str, Any]]:
    """What `--jobs` puts into a store."""
    store = folder / "jobs.db"
    assert run("bench", LEVELS, "--store", str(store), *NODES, "--jobs", "2").returncode == 1
    return rows(store)


def until_kept(store: Path, count: int, runner: subprocess.Popen[str]) -> None:
    """Until a store has so many results, or the one who fills it has ended."""
    while runner.poll() is None:
        try:
            if len(rows(store)) >= count:
                return
        except sqlite3.Error:
            pass  # It is being made.
        sleep(0.02)
