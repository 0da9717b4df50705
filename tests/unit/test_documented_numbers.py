"""The numbers and names in docs/ are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

from rearview._core import Motion, detector_catalogue
from rearview.bench.schema import VERSION
from rearview.cli.exit_codes import ExitCode, worse
from rearview.levels import limits

DOCS = Path(__file__).parents[2] / "docs"


def test_every_exit_code_is_documented() -> None:
    text = (DOCS / "exit-codes.md").read_text()
    assert {int(code) for code in re.findall(r"^\| (\d+) \|", text, re.MULTILINE)} == set(ExitCode)


def test_the_worst_result_decides_as_documented() -> None:
    solved, unsolved, bad, unsolvable = ExitCode(0), ExitCode(1), ExitCode(2), ExitCode(3)
    assert worse(bad, unsolved) is worse(unsolved, bad) is bad
    assert worse(unsolved, unsolvable) is worse(unsolvable, unsolved) is unsolved
    assert worse(unsolvable, solved) is worse(solved, unsolvable) is unsolvable


def test_the_version_of_the_store_is_documented() -> None:
    text = " ".join((DOCS / "bench.md").read_text().split())
    assert f"`user_version` is the version of the tables, {VERSION}." in text


def test_every_limit_is_documented() -> None:
    text = (DOCS / "formats.md").read_text()
    for name, value in vars(limits).items():
        if name.startswith("MAX_"):
            shown = "16 MiB" if name == "MAX_FILE_BYTES" else f"{value:,}"
            assert shown in text, name


def test_every_detector_is_documented_as_it_describes_itself() -> None:
    documented = re.findall(
        r"^\| \w+ \| (?:dead|skip) \| .*$", (DOCS / "deadlocks.md").read_text(), re.MULTILINE
    )
    described = []
    for detector in detector_catalogue():
        motions = ["yes" if motion in detector.motions else "-" for motion in Motion]
        cells = [detector.name, detector.promise, *motions, detector.doc]
        described.append(f"| {' | '.join(cells)} |")
    wanted = "\n".join(described)
    assert documented == described, f"the table of docs/deadlocks.md should be\n{wanted}"
