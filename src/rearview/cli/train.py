"""`rearview train`: levels in, a model out."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from typing import Annotated

import typer

from rearview.cli.terminal import say
from rearview.errors import OptionError
from rearview.levels import load_levels
from rearview.levels.selection import parse_selection
from rearview.model import FEATURES, Model
from rearview.model.schedule import Schedule
from rearview.output.files import OutputFile, refuse_inputs
from rearview.progress import OnProgress
from rearview.reporters.train import TrainingReporter, describe_weights
from rearview.training import TrainingProgress
from rearview.training import train as train_model

_PAPER = Schedule()


def train(
    levels: Annotated[
        str,
        typer.Option(
            metavar="WHAT", help="A level file, - or a bundled collection, as for `rearview solve`."
        ),
    ] = "microban",
    seed: Annotated[
        int, typer.Option(metavar="N", help="The seed for the order of the levels.")
    ] = 0,
    iterations: Annotated[
        int, typer.Option(metavar="N", help="How often each agent goes over all levels.")
    ] = _PAPER.iterations,
    without: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FEATURE",
            help=f"Switch off a feature: {', '.join(FEATURES)}. May be given several times.",
        ),
    ] = None,
    hints: Annotated[
        bool,
        typer.Option("--hints/--no-hints", help="Learn to be guided by a look back from the goal."),
    ] = True,
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help="Write the model here.")
    ] = None,
) -> None:
    """Train a model: both agents, as the paper does.

    The same levels, seed and options give the same model, byte for byte. Without -o the model is
    written to a pipe; a terminal shows the weights only.

    \b
    Examples:
      rearview train --levels microban --seed 0 -o model.json
      rearview train --levels microban:1-20 --iterations 5 --without connectivity > model.json
    """
    features = _features_left(without or [])
    if output is not None:
        refuse_inputs(output, parse_selection(levels).file)
    collection = load_levels(levels)
    schedule = Schedule(iterations=iterations)
    with ExitStack() as stack:
        file = stack.enter_context(OutputFile(output)) if output is not None else None
        on_progress = _choose_progress(stack)
        model = train_model(
            collection,
            seed=seed,
            features=features,
            hints=hints,
            schedule=schedule,
            on_progress=on_progress,
        )
        if file is not None:
            file.write(model.to_json())
    _show(model, output)


def _features_left(without: list[str]) -> list[str]:
    for name in without:
        if name not in FEATURES:
            raise OptionError(f"there is no feature {name!r}; there are {', '.join(FEATURES)}")
    return [name for name in FEATURES if name not in without]


def _choose_progress(stack: ExitStack) -> OnProgress[TrainingProgress] | None:
    if not sys.stdout.isatty():
        return None
    from rich.console import Console

    reporter = TrainingReporter(Console(highlight=False))
    stack.callback(reporter.close)
    return reporter.progress


def _show(model: Model, output: str | None) -> None:
    if sys.stdout.isatty():
        say(f"\nthe model is in {output}" if output else "\n-o FILE would keep this model")
    elif output is None:
        sys.stdout.write(model.to_json())
    else:
        for line in describe_weights(model):
            say(line)
