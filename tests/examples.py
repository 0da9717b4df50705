"""The examples in `--help`, found and run."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path

from conftest import Ran


def examples_of(cli: Callable[..., Ran], *command: str) -> list[str]:
    """Every example in the help of a command, or of rearview itself."""
    lines = cli(*command, "--help").out.splitlines()
    return [line.strip() for line in lines if line.startswith("    rearview ")]


def run_example(cli: Callable[..., Ran], example: str, *more: str) -> Ran:
    """Run it in the folder of the test, and see that it does what it says and says something."""
    words = shlex.split(example)[1:]
    given = b""
    if "<" in words:
        given = Path(words[words.index("<") + 1]).read_bytes()
        words = words[: words.index("<")]
    if ">" in words:
        words = words[: words.index(">")]
    ran = cli(*words, *more, given=given)
    assert (ran.code, ran.err) == (0, ""), example
    assert ran.out, example
    return ran
