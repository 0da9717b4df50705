"""Help that cannot rot: every example of `solve --help` and `train --help` is run.

The one example that trains in full is the subject of test_train.py; here it goes fewer rounds.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Ran
from examples import examples_of, run_example

Cli = Callable[..., Ran]


@pytest.mark.parametrize("command", ["solve", "train"])
def test_every_example_in_help_works(command: str, cli: Cli) -> None:
    Path("level.xsb").write_text("#####\n#@$.#\n#####\n")
    examples = examples_of(cli, command)
    assert len(examples) > 1
    for example in examples:
        is_long = command == "train" and "--iterations" not in example
        run_example(cli, example, *(["--iterations", "1"] if is_long else []))


@pytest.mark.parametrize("command", ["solve", "bench"])
def test_help_says_what_ends_a_search_without_alternation(command: str, cli: Cli) -> None:
    options = " ".join(cli(command, "--help").out.partition("--no-alternation\n")[2].split())
    assert "the paper's: 10,000 backward, 50,000 forward." in options
