"""`rearview train`: train a model on levels."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from dataclasses import replace
from typing import Annotated

import typer

from rearview.cli import learning
from rearview.cli.terminal import say
from rearview.levels import load_levels
from rearview.levels.selection import parse_selection
from rearview.model import AGENTS, FEATURES, Agent, Model
from rearview.model.schedule import Schedule
from rearview.output.files import OutputFile, refuse_inputs
from rearview.progress import OnProgress
from rearview.reporters.train import TrainingReporter, describe_weights
from rearview.strategy import Strategy
from rearview.training import TrainingProgress
from rearview.training import train as train_model

_DEFAULT = Schedule()


def train(
    levels: Annotated[
        str,
        typer.Option(metavar="WHAT", help="Training levels: a file, - or a bundled collection."),
    ] = "microban",
    seed: Annotated[
        int, typer.Option(metavar="N", help="Random seed: the order of the levels.")
    ] = 0,
    iterations: Annotated[
        int, typer.Option(metavar="N", help="Passes of each agent over all levels.")
    ] = _DEFAULT.iterations,
    hints: Annotated[
        bool,
        typer.Option("--hints/--no-hints", help="Train the forward agent with hint features."),
    ] = True,
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help="Write the model to FILE.")
    ] = None,
    rate: learning.Rate = None,
    rate_decay: learning.RateDecay = None,
    discount: learning.Discount = None,
    dead_weight: learning.DeadWeight = None,
    ties: learning.LearningTies = None,
    forward_epsilon_scale: learning.LearningEpsilon = None,
    backward_nodes: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Backward steps per level.  [default: 50]",
            rich_help_panel=learning.PANEL,
        ),
    ] = None,
    forward_nodes: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Forward steps per level.  [default: 100]",
            rich_help_panel=learning.PANEL,
        ),
    ] = None,
    trajectory_nodes: learning.TrajectoryNodes = None,
    without: learning.Without = None,
    without_detector: learning.WithoutDetector = None,
    curriculum: learning.Curriculum = False,
    start: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Start from the weights of this model.  [default: all weights 0]",
            rich_help_panel=learning.PANEL,
        ),
    ] = None,
    only: Annotated[
        Agent | None,
        typer.Option(
            help="Train one agent; the other is taken from --start.", rich_help_panel=learning.PANEL
        ),
    ] = None,
) -> None:
    """Train a model: both agents, as in the paper.

    The same levels, seed and options give the same model, byte for byte. Without -o, a pipe gets
    the model, and a terminal shows only the weights.

    \b
    Examples:
      rearview train --levels microban --seed 0 -o model.json
      rearview train --levels microban:1-20 --iterations 5 --without connectivity > model.json
      rearview train --iterations 2 --rate 0.02 --dead-weight 1 -o faster.json
      rearview train --iterations 2 --start model.json --only forward -o more.json
    """
    features = [name for name in FEATURES if name not in learning.check_features(without or [])]
    strategy = Strategy(detectors=learning.detectors_left(without_detector or []))
    changes = learning.given(
        rate=rate, rate_decay=rate_decay, discount=discount, dead_weight=dead_weight, ties=ties,
        forward_epsilon_scale=forward_epsilon_scale, backward_nodes=backward_nodes,
        forward_nodes=forward_nodes, trajectory_nodes=trajectory_nodes,
    )  # fmt: skip
    schedule = replace(_DEFAULT, iterations=iterations, **changes)
    if output is not None:
        refuse_inputs(output, start, parse_selection(levels).file)
    begin = None if start is None else Model.load(start)
    collection = load_levels(levels)
    with ExitStack() as stack:
        file = stack.enter_context(OutputFile(output)) if output is not None else None
        model = train_model(
            collection,
            seed=seed,
            features=features,
            hints=hints,
            schedule=schedule,
            on_progress=_choose_progress(stack, only or AGENTS[-1]),
            strategy=strategy,
            curriculum=curriculum,
            start=begin,
            only=only,
        )
        if file is not None:
            file.write(model.to_json())
    _show(model, output)


def _choose_progress(stack: ExitStack, last_agent: Agent) -> OnProgress[TrainingProgress] | None:
    if not sys.stdout.isatty():
        return None
    from rich.console import Console

    reporter = TrainingReporter(Console(highlight=False), last_agent)
    stack.callback(reporter.close)
    return reporter.progress


def _show(model: Model, output: str | None) -> None:
    if sys.stdout.isatty():
        say(f"\nmodel written to {output}" if output else "\nnot saved: use -o FILE to keep it")
    elif output is None:
        sys.stdout.write(model.to_json())
    else:
        for line in describe_weights(model):
            say(line)
