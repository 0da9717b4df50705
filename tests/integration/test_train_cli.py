"""`rearview train` in a pipe."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import sleep

import pytest

from conftest import Ran
from rearview import Model, Schedule, load_levels, train
from rearview.strategy import detector_names

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


def test_everything_that_a_schedule_says_has_an_option(cli: Cli) -> None:
    asked = {
        "backward_nodes": 7, "forward_nodes": 8, "trajectory_nodes": 9, "rate": 0.02,
        "rate_decay": 0.9, "discount": 0.8, "dead_weight": 3.0, "ties": "random",
        "forward_epsilon_scale": 0.5,
    }  # fmt: skip
    words = [f"--{name.replace('_', '-')}={value}" for name, value in asked.items()]
    provenance = Model.from_json(cli("train", *TINY, *words).out).provenance
    assert provenance is not None
    assert provenance.schedule == Schedule(iterations=2, **asked)  # type: ignore[arg-type]


def test_a_course_can_begin_with_a_model_and_leave_out_what_it_likes(cli: Cli) -> None:
    cli("train", *TINY, "-o", "first.json")
    words = shlex.split("--start first.json --only forward --curriculum --without-detector corral")
    ran = cli("train", *TINY, *words, "-o", "second.json")
    assert (ran.code, ran.err) == (0, "")
    first, second = Model.load("first.json"), Model.load("second.json")
    assert second.backward == first.backward
    said = second.provenance
    assert said is not None
    assert (said.start, said.only, said.curriculum) == (first.content_hash, "forward", True)
    assert set(detector_names()) - set(said.detectors) == {"corral"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--rate", "0"], "rate must be over 0"),
        (["--without-detector", "magic"], "unknown detector 'magic'"),
        (["--start", "nowhere.json"], "nowhere.json: no such file"),
        (["--only", "forward"], "only='forward' needs start"),
        (["--iterations", "0"], "iterations must be"),
        (["--seed", "-1"], "the seed must be"),
        (["--without", "magic"], "unknown feature 'magic'"),
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
