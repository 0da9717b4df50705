"""Help that cannot rot: every example in `--help` is run."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Ran

Cli = Callable[..., Ran]
COMMANDS = ["levels", "show", "verify"]


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_example_in_help_works(command: str, cli: Cli) -> None:
    level = "#####\n#@$.#\n#####\n"
    Path("level.xsb").write_text(level)
    Path("solved.sok").write_text(f"{level}Solution: R\n\n" * 3)
    help_text = cli(*filter(None, (command, "--help"))).out
    examples = [line.strip() for line in help_text.splitlines() if line.startswith("    rearview ")]
    assert examples
    for example in examples:
        words = shlex.split(example)[1:]
        given = b""
        if "<" in words:
            given = Path(words[words.index("<") + 1]).read_bytes()
            words = words[: words.index("<")]
        ran = cli(*words[: words.index(">")] if ">" in words else words, given=given)
        assert (ran.code, ran.err) == (0, ""), example
        assert ran.out, example


def test_help_names_every_command(cli: Cli) -> None:
    assert all(f"\n  {command} " in cli("-h").out for command in COMMANDS)
