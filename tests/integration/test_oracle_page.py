"""docs/oracle.md tells the truth: its commands and examples are run, and print what it shows."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Callable
from pathlib import Path

from conftest import Ran

Cli = Callable[..., Ran]
PAGE = Path(__file__).parents[2] / "docs" / "oracle.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_every_command_prints_what_is_shown(cli: Cli) -> None:
    blocks = re.findall(r"^```console\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 3
    for block in blocks:
        for command, shown in re.findall(r"^\$ rearview (.*)\n((?:[^$].*\n|\n)*)", block, re.M):
            ran = cli(*shlex.split(command))
            assert ran.err == ""
            assert ran.out
            assert not shown or ran.out == shown, command


def test_every_example_runs() -> None:
    without_fences = re.sub(r"^```.*$", "", TEXT, flags=re.MULTILINE)
    page = doctest.DocTestParser().get_doctest(without_fences, {}, PAGE.name, str(PAGE), 0)
    ran = doctest.DocTestRunner().run(page)
    assert ran.attempted > 8
    assert ran.failed == 0
