"""Help that cannot rot: every example in `--help` is run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Ran
from examples import examples_of, run_example

Cli = Callable[..., Ran]
COMMANDS = ["levels", "show", "verify"]


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_example_in_help_works(command: str, cli: Cli) -> None:
    level = "#####\n#@$.#\n#####\n"
    Path("level.xsb").write_text(level)
    Path("solved.sok").write_text(f"{level}Solution: R\n\n" * 3)
    examples = examples_of(cli, *filter(None, [command]))
    assert examples
    for example in examples:
        run_example(cli, example)


def test_help_names_every_command(cli: Cli) -> None:
    assert all(f"\n  {command} " in cli("-h").out for command in COMMANDS)
