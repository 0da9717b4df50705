"""Help that cannot rot: every example of `solve --help` and `train --help` is run.

The one example that trains in full is the subject of test_train.py; here it goes fewer rounds.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Ran

Cli = Callable[..., Ran]


@pytest.mark.parametrize("command", ["solve", "train"])
def test_every_example_in_help_works(command: str, cli: Cli) -> None:
    Path("level.xsb").write_text("#####\n#@$.#\n#####\n")
    examples = [
        line.strip()
        for line in cli(command, "--help").out.splitlines()
        if line.startswith(f"    rearview {command} ")
    ]
    assert len(examples) > 1
    for example in examples:
        words = shlex.split(example)[1:]
        given = b""
        if "<" in words:
            given = Path(words[words.index("<") + 1]).read_bytes()
            words = words[: words.index("<")]
        words = words[: words.index(">")] if ">" in words else words
        if command == "train" and "--iterations" not in words:
            words += ["--iterations", "1"]
        ran = cli(*words, given=given)
        assert (ran.code, ran.err) == (0, ""), example
        assert ran.out, example
