"""`rearview experiment`: the paper's tables and figures and three of ours, one command each."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from enum import Enum
from textwrap import fill
from typing import Annotated, Any

import typer

from rearview.cli.terminal import complain, say, say_now
from rearview.errors import OptionError
from rearview.experiments.events import LabEvent
from rearview.experiments.experiment import Experiment
from rearview.experiments.folder import Folder
from rearview.experiments.registry import EXPERIMENTS, find_experiment
from rearview.experiments.results import write_page
from rearview.experiments.running import Finished, run_experiment
from rearview.experiments.setup import Setup, Training, merge
from rearview.levels import load_levels
from rearview.model import Model
from rearview.output.text import escape_undecodable
from rearview.parallel.pool import check_jobs, count_cores
from rearview.reporters.experiment import ExperimentReporter

_MAX_SEEDS = 1_000
_RESULTS = "results"

Name = Enum("Name", {name: name for name in (*EXPERIMENTS, _RESULTS)}, type=str)  # type: ignore[misc]  # Its members come from the registry.

_Levels = Annotated[
    list[str] | None,
    typer.Option(
        metavar="WHAT",
        help="Levels to solve; may be given several times.  [default: xsokoban, or each tenth of "
        "it if quick; for ablation grigr and sasquatch1, or each tenth of sasquatch1 if quick; "
        "for strength every bundled set, or microban if quick]",
    ),
]
_Seeds = Annotated[
    str | None,
    typer.Option(
        metavar="A-B",
        help="Seeds, as 0-2 or 0,5.  [default: 0-2, for seeds 0-4, for strength or quick 0]",
    ),
]
_BackwardNodes = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="The most states to expand looking back.  [default: 10000, or 5000 if quick or for "
        "ablation]",
    ),
]
_ForwardNodes = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="The most states to expand going forward.  [default: 50000, or 12500 if quick or "
        "for ablation]",
    ),
]


def experiment(
    name: Annotated[
        Name,
        typer.Argument(metavar="NAME", help=f"{', '.join(EXPERIMENTS)} or {_RESULTS}."),
    ],
    quick: Annotated[
        bool, typer.Option("--quick", help="A first look: fewer levels, smaller trees, one seed.")
    ] = False,
    seeds: _Seeds = None,
    jobs: Annotated[
        int | None, typer.Option(metavar="J", help="Processes at once.  [default: all cores]")
    ] = None,
    output: Annotated[
        str,
        typer.Option("-o", "--output", metavar="FOLDER", help="Keep everything here."),
    ] = "experiments",
    levels: _Levels = None,
    train_levels: Annotated[
        str | None, typer.Option(metavar="WHAT", help="Levels to learn from.  [default: microban]")
    ] = None,
    iterations: Annotated[
        int | None,
        typer.Option(metavar="N", help="Iterations of training.  [default: 100, or 30 if quick]"),
    ] = None,
    backward_nodes: _BackwardNodes = None,
    forward_nodes: _ForwardNodes = None,
    model: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="A model for ablation and strength, which train none.  [default: the shipped one]",
        ),
    ] = None,
) -> None:
    asked = _Asked(
        quick, seeds, levels or None, train_levels, iterations, backward_nodes, forward_nodes, model
    )
    if name.value == _RESULTS:
        _write_results(output, {**asked.options, "--jobs": jobs})
        return
    chosen = find_experiment(name.value)
    asked.check(chosen)
    jobs = count_cores() if jobs is None else jobs
    check_jobs(jobs)
    chosen.check()
    _run(chosen, asked.change(chosen.setup(quick)), jobs, output, asked.command(name.value))


_RESULTS_SUMMARY = "the page FOLDER.md, from FOLDER/template.md and what the folder has"


def _list_experiments() -> str:
    """A line or two for each, as wide as help is."""
    summaries = {name: entry.summary for name, entry in EXPERIMENTS.items()}
    return "\n".join(
        fill(f"{name:9} {summary}", 74, initial_indent=" " * 4, subsequent_indent=" " * 14)
        for name, summary in {**summaries, _RESULTS: _RESULTS_SUMMARY}.items()
    )


experiment.__doc__ = f"""Do the paper's experiments over again.

    \b
{_list_experiments()}

    Each prints numbers and writes a table as CSV and a plot as PNG; strength writes the page
    FOLDER/strength.md. The folder keeps every model and every search: after an interruption the
    same command goes on, and experiments in one folder share what they have in common.

    \b
    Examples:
      rearview experiment table1 --quick
      rearview experiment table1 --seeds 0-4 -o results
      rearview experiment figure4 --iterations 20 --train-levels microban:1-50
      rearview experiment seeds -o results
      rearview experiment ablation --quick --seeds 0-1
      rearview experiment strength --quick
    """


@dataclass(frozen=True)
class _Asked:
    """The options that change what comes out; None where one was not given."""

    quick: bool
    seeds: str | None
    levels: list[str] | None
    train_levels: str | None
    iterations: int | None
    backward_nodes: int | None
    forward_nodes: int | None
    model: str | None

    @property
    def options(self) -> dict[str, Any]:
        """By their names on the command line."""
        given = {
            f"--{name.replace('_', '-')}": getattr(self, name) for name in self.__annotations__
        }
        return {**given, "--quick": self.quick or None}

    def check(self, chosen: Experiment[Any]) -> None:
        """Nobody should believe that an option has had an effect when it had none."""
        unused = ("--model",) if chosen.trains else ("--train-levels", "--iterations")
        _refuse(chosen.name, {name: self.options[name] for name in unused})
        if self.levels and len(self.levels) > 1 and not chosen.takes_several_sets:
            raise OptionError(f"{chosen.name} takes one --levels, not {len(self.levels)}")

    def change(self, setup: Setup) -> Setup:
        """The experiment's own setup, with what was asked for in its place."""
        nodes = {"backward_nodes": self.backward_nodes, "forward_nodes": self.forward_nodes}
        given = {name: count for name, count in nodes.items() if count is not None}
        setup = replace(setup, limit=replace(setup.limit, **given))
        if self.seeds is not None:
            setup = replace(setup, seeds=_parse_seeds(self.seeds))
        if self.levels:
            setup = replace(setup, collections=merge(map(load_levels, self.levels)))
        if self.model is not None:
            setup = replace(setup, agents=Model.load(self.model))
        if not isinstance(setup.agents, Training):
            return setup
        training = setup.agents
        if self.train_levels is not None:
            training = replace(training, levels=load_levels(self.train_levels))
        if self.iterations is not None:
            schedule = replace(training.schedule, iterations=self.iterations)
            training = replace(training, schedule=schedule)
        return replace(setup, agents=training)

    def command(self, name: str) -> str:
        """The command again, without what does not change the results."""
        words = ["rearview", "experiment", name]
        for option, value in self.options.items():
            for one in value if isinstance(value, list) else [value]:
                if one is not None:
                    words += [option] if one is True else [option, str(one)]
        return escape_undecodable(shlex.join(words))


def _refuse(name: str, unused: Mapping[str, object]) -> None:
    for option, value in unused.items():
        if value is not None:
            raise OptionError(f"{option} is nothing for {name}, which would not use it")


def _parse_seeds(text: str) -> tuple[int, ...]:
    """`0-2`, `0,5` or both, each seed once."""
    seeds: dict[int, None] = {}
    for part in text.split(","):
        first, _, last = part.partition("-")
        if not first.isdecimal() or not (last or first).isdecimal() or len(text) > _MAX_SEEDS:
            raise OptionError(f"{part!r} is neither a seed nor a range of seeds: write 0-2 or 0,5")
        some = range(int(first), int(last or first) + 1)
        if not 1 <= len(some) <= _MAX_SEEDS:
            raise OptionError(f"{part} are not 1 to {_MAX_SEEDS:,} seeds")
        seeds.update(dict.fromkeys(some))
    return tuple(seeds)


def _run(chosen: Experiment[Any], setup: Setup, jobs: int, output: str, command: str) -> None:
    """Do it, telling what is done, then what was found and where it is."""
    folder = Folder(output)
    try:
        with (
            closing(run_experiment(chosen, setup, folder, jobs, command)) as events,
            closing(_make_reporter()) as reporter,
        ):
            finished = _follow(events, reporter)
    except KeyboardInterrupt:
        complain(f"interrupted: {folder.path} has what is done; the same command goes on")
        raise
    written = f"{', '.join(finished.files[:-1])} and {finished.files[-1]}"
    for line in ("", *finished.text, "", f"{folder.path / chosen.name}: {written}"):
        say(line)


def _follow(events: Iterable[LabEvent | Finished], reporter: ExperimentReporter) -> Finished:
    """Show what happens, until it is done."""
    for event in events:
        if isinstance(event, Finished):
            return event
        reporter.show(event)
    raise AssertionError("an experiment that does not end")


def _make_reporter() -> ExperimentReporter:
    """Lines while it runs, and on a terminal what is being searched below them."""
    if not sys.stdout.isatty():
        return ExperimentReporter(say_now)
    from rich.console import Console

    console = Console(highlight=False)
    return ExperimentReporter(lambda line: console.print(line, markup=False), console)


def _write_results(output: str, options: Mapping[str, object]) -> None:
    _refuse(_RESULTS, options)
    say(f"written: {write_page(output)}")
