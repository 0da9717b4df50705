"""docs/reference.md has every public name, each with an example, and the examples are run."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import rearview

PAGE = Path(__file__).parents[2] / "docs" / "reference.md"
TEXT = PAGE.read_text(encoding="utf-8")
NAMES = [name for name in rearview.__all__ if not name.startswith("_")]


@pytest.mark.parametrize("name", NAMES)
def test_a_public_name_is_described_and_used(name: str) -> None:
    assert re.search(rf"^\.\. auto\w+:: rearview\.{name}$", TEXT, re.MULTILINE)
    assert re.search(rf"^(>>>|\.\.\.) .*rearview\.{name}\b", TEXT, re.MULTILINE)


def test_every_example_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    # A fence would be taken for output.
    without_fences = re.sub(r"^```.*$", "", TEXT, flags=re.MULTILINE)
    page = doctest.DocTestParser().get_doctest(without_fences, {}, PAGE.name, str(PAGE), 0)
    ran = doctest.DocTestRunner().run(page)
    assert ran.attempted > len(NAMES)
    assert ran.failed == 0
