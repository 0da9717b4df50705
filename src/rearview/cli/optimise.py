"""`rearview optimise`: make solutions shorter."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from typing import Annotated, Final

import typer

from rearview.cli import options
from rearview.cli.cluster import Cluster, choose_cluster, open_pool_at
from rearview.cli.exit_codes import ExitCode, exit_code_of, worse
from rearview.cli.positions import named
from rearview.cli.shortened_file import ShortenedFile
from rearview.cli.solve_reporter import choose_reporter
from rearview.errors import OptionError, SolutionError
from rearview.levels import load_levels
from rearview.levels.selection import parse_selection
from rearview.limit import Limit
from rearview.model import Model
from rearview.objective import Objective
from rearview.optimising import METHODS, OptimisingProgress, check_methods
from rearview.output.counting import counted
from rearview.output.files import refuse_inputs
from rearview.parallel.batch import Begun, Ended, Events, in_order
from rearview.parallel.pool import check_jobs
from rearview.reporters.solve import NamedLevel, SolveReporter
from rearview.result import Result
from rearview.search import Search
from rearview.shortening import (
    USUAL_SEEDS,
    AnyProgress,
    Shortening,
    given_solutions,
    shorten_levels,
)
from rearview.solution import parse_lurd, verify

_MAX_SEEDS: Final = 1_000


def optimise(
    what: options.Whats,
    objective: options.WhatCounts = Objective.MOVES,
    time_limit: options.TimeLimit = 60,
    memory: options.Memory = None,
    jobs: options.Jobs = None,
    cluster: Cluster = None,
    lurd: Annotated[
        str | None,
        typer.Option(metavar="LURD", help="A solution to start from, for a single level."),
    ] = None,
    as_json: options.AsJson = False,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Save the best solutions to a .sok file, each as soon as it is found.",
        ),
    ] = None,
    seed: options.Seed = 0,
    seeds: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Number of seeds to solve a level with that has no solution.  "
            f"[default: {USUAL_SEEDS[Objective.MOVES]} for moves, "
            f"{USUAL_SEEDS[Objective.PUSHES]} for pushes]",
            rich_help_panel="The search (for researchers)",
        ),
    ] = None,
    model: options.ModelFile = None,
    methods: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,C",
            help=f"The methods to use, of {', '.join(METHODS)}.  [default: all]",
            rich_help_panel="The search (for researchers)",
        ),
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Maximum states and changes to try per level; makes the result the same on every "
            "machine, if the level has a solution to begin with.  [default: no limit]",
            rich_help_panel="The search (for researchers)",
        ),
    ] = None,
) -> None:
    """Make solutions shorter.

    The solutions are those in the files, from any program; a level without one is solved first.
    Work on a level ends at its time limit, or when its solution is proven optimal. An independent
    checker replays every solution before you see it. Solutions never get longer.

    -o saves the best solution of each level, at each improvement. FILE is complete at any moment,
    and the same command continues from it.

    The exit code is that of `rearview solve`: 1 if a level has no solution in the end.

    \b
    Examples:
      rearview optimise solved.sok -o best.sok
      rearview optimise microban:1-4 --time-limit 10 -o best.sok
      rearview optimise microban:1 --lurd dlUrrrdLullddrUluRuulDrddrruLdlUU
      rearview optimise microban:1-3 --objective pushes --nodes 10000 --json
    """
    cluster = choose_cluster(cluster, has_jobs=jobs is not None)
    jobs = check_jobs(1 if jobs is None else jobs)
    seeds = USUAL_SEEDS[objective] if seeds is None else seeds
    if not 1 <= seeds <= _MAX_SEEDS:
        raise OptionError(f"--seeds must be from 1 to {_MAX_SEEDS:,}")
    if output is not None:
        refuse_inputs(output, model, *(parse_selection(one).file for one in what))
    shortening = Shortening(
        Search(
            limit=Limit(time_limit, memory_mb=memory),
            model=Model.shipped() if model is None else Model.load(model),
            seed=seed,
        ),
        objective,
        seeds,
        None if methods is None else check_methods([name.strip() for name in methods.split(",")]),
        nodes,
    )
    collections = [load_levels(name) for name in what]
    every = [NamedLevel(number, *one) for number, one in enumerate(named(collections))]
    levels = _with_lurd(every, lurd)
    _name_wrong_solutions(levels)
    file = ShortenedFile(output, collections, levels, objective)
    at_once = max(1, min(jobs, len(levels)))
    is_many = at_once > 1 or cluster is not None
    reporter = choose_reporter(as_json, output is not None, len(levels), time_limit, is_many)
    raise typer.Exit(_run(file, shortening, at_once, cluster, reporter))


def _with_lurd(levels: list[NamedLevel], lurd: str | None) -> list[NamedLevel]:
    """The levels, the only one with a solution from the command line."""
    if lurd is None:
        return levels
    if len(levels) != 1:
        raise OptionError(f"--lurd needs a single level, not {len(levels):,}")
    (one,) = levels
    played = verify(one.level, parse_lurd(lurd))
    if not played:
        raise SolutionError(f"--lurd does not solve the level: {played.reason}")
    return [replace(one, level=replace(one.level, solutions=(*one.level.solutions, lurd)))]


def _name_wrong_solutions(levels: Sequence[NamedLevel]) -> None:
    """They are left out, which nobody should have to guess."""
    for one in levels:
        wrong = len(one.level.solutions) - len(list(given_solutions(one.level)))
        if wrong:
            typer.echo(f"{one.shown}: left out {counted(wrong, 'wrong solution')}", err=True)


def _run(
    file: ShortenedFile,
    shortening: Shortening,
    at_once: int,
    cluster: str | None,
    reporter: SolveReporter,
) -> ExitCode:
    """Show the events, keep the solutions, and return the exit code."""
    code = ExitCode.SOLVED
    file.check()
    keeper = _Keeper(file, reporter)
    events = _shorten(file.levels, shortening, at_once, cluster, keeper, reporter)
    with closing(file), closing(events), closing(reporter):
        known = keeper.keep(events)
        for event in known if reporter.any_order else in_order(known):
            reporter.show(event)
            if isinstance(event, Ended):
                code = worse(code, exit_code_of(event.record.outcome))
    return code


def _shorten(
    levels: Sequence[NamedLevel],
    shortening: Shortening,
    at_once: int,
    cluster: str | None,
    keeper: _Keeper,
    reporter: SolveReporter,
) -> Events[NamedLevel, Result]:
    """The events. Progress is shown when levels are worked on one at a time."""
    pairs = ((one, one.level) for one in levels)
    with open_pool_at(cluster, at_once) as pool:
        reporter.watch(pool.describe)
        is_here = at_once == 1 and cluster is None
        on_progress = keeper.report if is_here else None
        yield from shorten_levels(pairs, shortening, pool, on_progress, keeper.keep_better)


class _Keeper:
    """Puts each improvement into the file before it is shown."""

    def __init__(self, file: ShortenedFile, reporter: SolveReporter) -> None:
        self._file = file
        self._reporter = reporter
        self._current = 0

    def keep(self, events: Events[NamedLevel, Result]) -> Events[NamedLevel, Result]:
        for event in events:
            if isinstance(event, Begun):
                self._current = event.task.number
            elif event.record:
                self._file.keep(event.task.number, event.record.lurd)
                self._file.save(at_once=True)
            yield event

    def keep_better(self, named: NamedLevel, lurd: str) -> None:
        """Keep what another process has found. This is not called often."""
        self._file.keep(named.number, lurd)
        self._file.save(at_once=True)

    def report(self, progress: AnyProgress) -> None:
        if isinstance(progress, OptimisingProgress):
            if progress.is_better:
                self._file.keep(self._current, progress.lurd)
            self._file.save()
        self._reporter.progress(progress)
