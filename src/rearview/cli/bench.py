"""`rearview bench`: many levels in, every result into a store."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from contextlib import closing
from functools import partial
from typing import Annotated

import typer

from rearview.bench.configuration import Configuration
from rearview.bench.runner import make_tasks, run_tasks
from rearview.bench.sources import Sources
from rearview.bench.store import Run, Store
from rearview.cli import options
from rearview.cli.cluster import Cluster, choose_cluster, open_pool_at
from rearview.cli.exit_codes import ExitCode, exit_code_of, worse
from rearview.cli.terminal import complain, say_now
from rearview.errors import ClusterError
from rearview.limit import Limit
from rearview.model import Model
from rearview.objective import Objective
from rearview.parallel.batch import Begun
from rearview.parallel.pool import Pool, check_jobs
from rearview.reporters.bench import (
    BenchEvent,
    BenchJsonReporter,
    BenchLiveReporter,
    BenchLogReporter,
)
from rearview.reporters.reporter import Reporter
from rearview.search import Search
from rearview.strategy import Strategy
from rearview.ties import Ties
from rearview.version import __version__


def bench(
    what: options.Whats,
    store: Annotated[
        str,
        typer.Option(metavar="FILE", help="Keep every result here; created if need be."),
    ],
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            help="Go on with the last run of the same options, or from one with smaller limits.",
        ),
    ] = False,
    retry_unsolved: Annotated[
        bool,
        typer.Option(
            "--retry-unsolved",
            help="As --resume, and search again once what the run has not solved.",
        ),
    ] = False,
    time_limit: options.TimeLimit = 600,
    backward_nodes: options.BackwardNodes = None,
    forward_nodes: options.ForwardNodes = None,
    memory: options.Memory = None,
    seed: options.Seed = 0,
    model: options.ModelFile = None,
    jobs: options.Jobs = 1,
    cluster: Cluster = None,
    as_json: options.AsJson = False,
    hints: options.Hints = True,
    meeting: options.Meeting = True,
    alternation: options.Alternation = True,
    cells: options.Cells = True,
    persistence: options.Persistence = True,
    ties: options.TiesRule = Ties.NEAREST,
    optimal: options.Optimal = None,
    optimise: options.Optimise = None,
    objective: options.WhatCounts = Objective.MOVES,
) -> None:
    """Solve many levels, and keep every result.

    Each is in the store the moment it is known. Whatever ends the batch, --resume goes on: what the
    store has for the same options is not searched again. With more time, nodes or memory than the
    last run had, --resume begins a run that takes over all but what was unsolved, and says so in
    the store; only the rest is searched. A search whose process dies is recorded as crashed and
    tried once more. With --cluster the workers of a Dask cluster search, and the store is written
    here. A pipe gets the community's statistics log, a line when a level is done.
    `rearview report` shows what a store has. The exit code is that of `rearview solve`.

    \b
    Examples:
      rearview bench microban:1-20 --store results.db --time-limit 10 --jobs 2
      rearview bench microban:1-30 --store results.db --time-limit 10 --jobs 2 --resume
      rearview bench microban:1-30 --store results.db --time-limit 10 --retry-unsolved
      rearview bench microban:1-9 --store results.db --backward-nodes 10000 --no-meeting --json
      rearview bench microban:1-9 --store results.db --optimise 1 --objective pushes
    """
    check_jobs(jobs)
    search = Search(
        limit=Limit(time_limit, backward_nodes, forward_nodes, memory),
        model=Model.shipped() if model is None else Model.load(model),
        seed=seed,
        strategy=Strategy(
            hints=hints,
            meeting=meeting,
            alternation=alternation,
            cells=cells,
            persistence=persistence,
            ties=ties,
        ),
        objective=options.choose_objective(optimal, optimise, objective),
        optimise_seconds=optimise,
    )
    going_on = resume or retry_unsolved
    place = choose_cluster(cluster, has_jobs=jobs != 1)
    raise typer.Exit(_run(what, search, store, going_on, retry_unsolved, jobs, place, as_json))


def _run(
    what: Sequence[str],
    search: Search,
    path: str,
    resume: bool,
    retry_unsolved: bool,
    jobs: int,
    cluster: str | None,
    as_json: bool,
) -> ExitCode:
    sources = Sources(what)
    with Store(path) as store, open_pool_at(cluster, jobs, isolated=True) as pool:
        run = _choose_run(store, path, search, resume)
        behind = store.runs_behind(run)
        tasks = make_tasks(run.number, pool.share(search), sources, behind)
        try:
            with (
                closing(run_tasks(store, tasks, pool, retry_unsolved)) as events,
                closing(_choose_reporter(as_json, sources.level_count, pool)) as reporter,
            ):
                return _follow(events, reporter)
        except KeyboardInterrupt:
            # Only now that the display is closed: it would wipe this off the terminal.
            complain(f"interrupted: --resume goes on with run {run.number}")
            raise
        except ClusterError as error:
            kept = f"{path} has what was done, and --resume goes on with run {run.number}"
            raise ClusterError(f"{error}: {kept}") from None


def _follow(events: Iterable[BenchEvent], reporter: Reporter[BenchEvent]) -> ExitCode:
    """Show what happens, and judge it."""
    code = ExitCode.SOLVED
    for event in events:
        reporter.show(event)
        if not isinstance(event, Begun) and event.record.is_settled:
            code = worse(code, exit_code_of(event.record.result.outcome))
    return code


def _choose_run(store: Store, path: str, search: Search, resume: bool) -> Run:
    """The run that the results belong to; what may surprise about it is said."""
    configuration = Configuration.of(search)
    if not resume:
        return store.begin(configuration, resume=False)
    if (same := store.last_run_of(configuration)) is not None:
        return same
    smaller = store.last_smaller_run(configuration)
    if smaller is None:
        complain(f"nothing to resume: {path} has no run of these options, a new one begins")
        return store.begin(configuration, resume=False)
    run = store.begin(configuration, resume=False, continues=smaller.number)
    complain(
        f"run {run.number} goes on from run {smaller.number}, whose limits were smaller: "
        "only what that left unsolved is searched"
    )
    return run


def _choose_reporter(as_json: bool, level_count: int, pool: Pool) -> Reporter[BenchEvent]:
    if as_json:
        return BenchJsonReporter(say_now)
    if sys.stdout.isatty():
        from rich.console import Console

        console = Console(highlight=False)
        log = BenchLogReporter(partial(console.print, markup=False, soft_wrap=True), __version__)
        return BenchLiveReporter(console, level_count, log, pool.describe)
    return BenchLogReporter(say_now, __version__)
