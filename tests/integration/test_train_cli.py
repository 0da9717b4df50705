"""`rearview train` in a pipe."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import sleep

import pytest

from conftest import Ran
from rearview import Model, Schedule, load_levels, train

Cli = Callable[..., Ran]
TINY = ["--levels", "microban:1-6", "--iterations", "2"]


def test_writes_the_model_that_the_api_trains(cli: Cli) -> None:
    ran = cli("train", *TINY, "--seed", "3", "-o", "model.json")
    assert (ran.code, ran.err) == (0, "")
    expected = train(load_levels("microban:1-6"), seed=3, schedule=Schedule(iterations=2))
    assert Path("model.json").read_text() == expected.to_json()
    assert ran.out.splitlines()[0].split() == ["feature", "backward", "forward"]


def test_a_pipe_gets_the_model(cli: Cli) -> None:
    ran = cli("train", *TINY, "--no-hints", "--without", "connectivity")
    model = Model.from_json(ran.out)
    assert not model.uses_hints
    assert model.forward["connectivity"] == model.backward["connectivity"] == 0.0


def test_a_trained_model_solves(cli: Cli) -> None:
    cli("train", *TINY, "-o", "model.json")
    assert cli("solve", "microban:1", "--model", "model.json").code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--iterations", "0"], "iterations must be"),
        (["--seed", "-1"], "the seed must be"),
        (["--without", "magic"], "there is no feature 'magic'"),
        (["--levels", "nowhere.xsb"], "no such file"),
        (["-o", "no/folder/model.json"], "cannot be written"),
    ],
)
def test_bad_options_are_refused_in_one_line(arguments: list[str], message: str, cli: Cli) -> None:
    ran = cli("train", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_ctrl_c_ends_training_with_130_and_leaves_the_old_model(tmp_path: Path) -> None:
    output = tmp_path / "model.json"
    output.write_text("precious")
    with subprocess.Popen(
        [sys.executable, "-m", "rearview", "train", "--iterations", "5000", "-o", str(output)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        while len(list(tmp_path.iterdir())) < 2:
            assert process.poll() is None
            sleep(0.05)  # Once the place for the model is tried out, training begins.
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=300)
    assert (process.returncode, out, err) == (130, b"", b"")
    assert output.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [output]
