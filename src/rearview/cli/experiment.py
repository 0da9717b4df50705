"""`rearview experiment`: the paper's tables and figures and some of ours, one command each."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from contextlib import closing
from enum import Enum
from textwrap import fill
from typing import Annotated, Any

import typer

from rearview.cli import learning
from rearview.cli.cluster import Cluster, choose_cluster, open_pool_at
from rearview.cli.experiment_options import ExperimentOptions, refuse
from rearview.cli.terminal import print_error, say, say_now
from rearview.errors import ClusterError
from rearview.experiments.events import LabEvent
from rearview.experiments.experiment import Experiment
from rearview.experiments.folder import Folder
from rearview.experiments.registry import EXPERIMENTS, find_experiment
from rearview.experiments.results import write_page
from rearview.experiments.running import Finished, run_experiment
from rearview.experiments.setup import Setup
from rearview.parallel.pool import Pool, check_jobs, count_cores
from rearview.reporters.experiment import ExperimentReporter

_RESULTS = "results"

Name = Enum("Name", {name: name for name in (*EXPERIMENTS, _RESULTS)}, type=str)  # type: ignore[misc]  # Its members come from the registry.

_Levels = Annotated[
    list[str] | None,
    typer.Option(
        metavar="WHAT",
        help="Levels to solve. Repeatable.  [default: xsokoban for table1, figure3 and seeds, all "
        "bundled sets for strength, grigr and sasquatch1 for the others; fewer with --quick]",
    ),
]
_Seeds = Annotated[
    str | None,
    typer.Option(
        metavar="A-B",
        help="Seeds, such as 0-2 or 0,5.  [default: 0-2, for seeds and spread 0-4, for strength 0; "
        "fewer with --quick]",
    ),
]
_BackwardNodes = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Maximum backward expansions per level.  [default: 10000 on xsokoban (5000 with "
        "--quick), 5000 for ablation and steps, 2000 for the others]",
    ),
]
_ForwardNodes = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Maximum forward expansions per level.  [default: 50000 on xsokoban (12500 with "
        "--quick), 12500 for ablation and steps, 5000 for the others]",
    ),
]


def experiment(
    name: Annotated[
        Name,
        typer.Argument(metavar="NAME", help=f"{', '.join(EXPERIMENTS)} or {_RESULTS}."),
    ],
    quick: Annotated[
        bool, typer.Option("--quick", help="A quick run: fewer levels, smaller trees, one seed.")
    ] = False,
    seeds: _Seeds = None,
    jobs: Annotated[
        int | None, typer.Option(metavar="J", help="Parallel processes.  [default: all cores]")
    ] = None,
    cluster: Cluster = None,
    output: Annotated[
        str,
        typer.Option("-o", "--output", metavar="FOLDER", help="The folder for all files."),
    ] = "experiments",
    levels: _Levels = None,
    train_levels: Annotated[
        str | None, typer.Option(metavar="WHAT", help="Training levels.  [default: microban]")
    ] = None,
    iterations: Annotated[
        int | None,
        typer.Option(metavar="N", help="Training iterations.  [default: 100, with --quick 30]"),
    ] = None,
    backward_nodes: _BackwardNodes = None,
    forward_nodes: _ForwardNodes = None,
    model: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="A model for ablation and strength, which train none.  "
            "[default: the shipped model]",
        ),
    ] = None,
    rate: learning.Rate = None,
    rate_decay: learning.RateDecay = None,
    discount: learning.Discount = None,
    dead_weight: learning.DeadWeight = None,
    ties: learning.LearningTies = None,
    forward_epsilon_scale: learning.LearningEpsilon = None,
    train_backward_nodes: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Backward steps per training level.  [default: 50]",
            rich_help_panel=learning.PANEL,
        ),
    ] = None,
    train_forward_nodes: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Forward steps per training level.  [default: 100]",
            rich_help_panel=learning.PANEL,
        ),
    ] = None,
    trajectory_nodes: learning.TrajectoryNodes = None,
    without: learning.Without = None,
    without_detector: learning.WithoutDetector = None,
    curriculum: learning.Curriculum = False,
) -> None:
    asked = ExperimentOptions(
        quick=quick, seeds=seeds, levels=levels or None, backward_nodes=backward_nodes,
        forward_nodes=forward_nodes, model=model, train_levels=train_levels,
        iterations=iterations, rate=rate, rate_decay=rate_decay, discount=discount,
        dead_weight=dead_weight, ties=ties, forward_epsilon_scale=forward_epsilon_scale,
        train_backward_nodes=train_backward_nodes,
        train_forward_nodes=train_forward_nodes, trajectory_nodes=trajectory_nodes,
        without=without or None, without_detector=without_detector or None,
        curriculum=curriculum or None,
    )  # fmt: skip
    if name.value == _RESULTS:
        _write_results(output, {**asked.options, "--jobs": jobs, "--cluster": cluster})
        return
    chosen = find_experiment(name.value)
    asked.check(chosen)
    place = choose_cluster(cluster, has_jobs=jobs is not None)
    jobs = check_jobs(count_cores() if jobs is None else jobs)
    chosen.check()
    setup = asked.change(chosen.setup(quick))
    with open_pool_at(place, jobs, isolated=True) as pool:
        _run(chosen, setup, pool, output, asked.command(name.value))


_RESULTS_SUMMARY = "the page FOLDER.md, from FOLDER/template.md and the data in the folder"


def _list_experiments() -> str:
    """A line or two for each, as wide as help is."""
    summaries = {name: entry.summary for name, entry in EXPERIMENTS.items()}
    width = max(map(len, summaries)) + 1
    return "\n".join(
        fill(
            f"{name:{width}}{text}", 74, initial_indent=" " * 4, subsequent_indent=" " * (4 + width)
        )
        for name, text in {**summaries, _RESULTS: _RESULTS_SUMMARY}.items()
    )


experiment.__doc__ = f"""Reproduce the paper's experiments, and run our own.

    \b
{_list_experiments()}

    Each prints its numbers and writes CSV and PNG files; strength writes the page
    FOLDER/strength.md. The folder keeps all models and searches: after an interruption the same
    command continues, and experiments in one folder share their work.

    \b
    Examples:
      rearview experiment table1 --quick
      rearview experiment table1 --seeds 0-4 -o results
      rearview experiment figure4 --iterations 20 --train-levels microban:1-50
      rearview experiment seeds -o results
      rearview experiment table1 --quick --rate 0.02 --dead-weight 1 --without bias
      rearview experiment disclosure --quick
      rearview experiment ablation --quick --seeds 0-1
      rearview experiment strength --quick
    """


def _run(chosen: Experiment[Any], setup: Setup, pool: Pool, output: str, command: str) -> None:
    """Run it and show progress, then the result and the files written."""
    folder = Folder(output)
    try:
        with (
            closing(run_experiment(chosen, setup, folder, pool, command)) as events,
            closing(_make_reporter(pool)) as reporter,
        ):
            finished = _follow(events, reporter)
    except KeyboardInterrupt:
        print_error(f"interrupted: {folder.path} has the work so far; the same command continues")
        raise
    except ClusterError as error:
        kept = f"{folder.path} has the work so far, and the same command continues"
        raise ClusterError(f"{error}: {kept}") from None
    written = f"{', '.join(finished.files[:-1])} and {finished.files[-1]}"
    for line in ("", *finished.text, "", f"{folder.path / chosen.name}: {written}"):
        say(line)


def _follow(events: Iterable[LabEvent | Finished], reporter: ExperimentReporter) -> Finished:
    """Show the events until the experiment is finished."""
    for event in events:
        if isinstance(event, Finished):
            return event
        reporter.show(event)
    raise AssertionError("an experiment that does not end")


def _make_reporter(pool: Pool) -> ExperimentReporter:
    """Lines while it runs; on a terminal also what is being searched."""
    if not sys.stdout.isatty():
        return ExperimentReporter(say_now)
    from rich.console import Console

    console = Console(highlight=False)
    return ExperimentReporter(
        lambda line: console.print(line, markup=False), console, pool.describe
    )


def _write_results(output: str, options: Mapping[str, object]) -> None:
    refuse(_RESULTS, options)
    say(f"written: {write_page(output)}")
