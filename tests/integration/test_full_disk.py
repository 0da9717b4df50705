"""`rearview solve -o FILE` where FILE cannot be written: why not, and nothing found is lost."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

# `rearview ...`, where no file may have more than some bytes.
WITH_SMALL_FILES = """
import resource, sys

sys.dont_write_bytecode = True
most = int(sys.argv.pop(1))
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
from rearview.cli.main import main
main()
"""


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def solve(*arguments: str, most: int = 10) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", WITH_SMALL_FILES, str(most), "solve", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_says_what_failed_and_writes_to_standard_output() -> None:
    ran = solve("microban:1-2", "-o", "solved.sok")
    assert ran.returncode == 2
    assert ran.stderr.splitlines() == [
        "rearview: solved.sok.part: cannot be written: file too large; "
        "2 of 2 levels on standard output instead",
        "rearview: solved.sok: cannot be written: file too large",
    ]
    assert ran.stdout.count("Solution: ") == 2
    assert list(Path().iterdir()) == []


def test_json_has_the_solutions_already() -> None:
    ran = solve("microban:1-2", "--json", "-o", "solved.sok")
    assert ran.returncode == 2
    assert [json.loads(line)["result"] for line in ran.stdout.splitlines()] == ["solved"] * 2
    assert "interrupted" not in ran.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_nothing_is_put_beside_a_device() -> None:
    ran = solve("microban:1", "-o", "/dev/full", most=10_000)
    assert ran.returncode == 2
    assert ran.stderr.splitlines()[-1] == (
        "rearview: /dev/full: cannot be written: no space left on device"
    )
    assert "interrupted" not in ran.stderr
    assert ran.stdout.count("Solution: ") == 1
    assert not Path("/dev/full.part").exists()
