"""`rearview bench`: solve many levels and store every result."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Annotated

import typer

from rearview.bench.configuration import Configuration
from rearview.bench.program import Program
from rearview.bench.runner import make_tasks, run_tasks
from rearview.bench.sources import Sources
from rearview.bench.statistics import compare
from rearview.bench.store import Run, Store
from rearview.cli import options
from rearview.cli.cluster import Cluster, choose_cluster, open_pool_at
from rearview.cli.exit_codes import ExitCode, exit_code_of, worse
from rearview.cli.terminal import print_error, say, say_now
from rearview.errors import ClusterError, OptionError
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
from rearview.reporters.report import describe_comparison
from rearview.reporters.reporter import Reporter
from rearview.search import Search
from rearview.strategy import DEFAULT_EPSILON_SCALE, DEFAULT_TIES, Strategy


def bench(
    what: options.Whats,
    store: Annotated[
        str,
        typer.Option(metavar="FILE", help="The SQLite file for results; created if missing."),
    ],
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            help="Continue the last run with the same options, or extend one with lower limits.",
        ),
    ] = False,
    retry_unsolved: Annotated[
        bool,
        typer.Option(
            "--retry-unsolved",
            help="Like --resume, and search unsolved levels once more.",
        ),
    ] = False,
    time_limit: options.TimeLimit = 600,
    backward_nodes: options.BackwardNodes = None,
    forward_nodes: options.ForwardNodes = None,
    memory: options.Memory = None,
    seed: options.Seed = 0,
    model: options.ModelFile = None,
    jobs: options.Jobs = None,
    cluster: Cluster = None,
    as_json: options.AsJson = False,
    compare_with: Annotated[
        str | None,
        typer.Option(
            metavar="COMMAND",
            help="Also run another solver: 'COMMAND {file} {seconds}', or a path to festival or "
            "yass.",
        ),
    ] = None,
    hints: options.Hints = True,
    meeting: options.Meeting = True,
    alternation: options.Alternation = True,
    cells: options.Cells = True,
    persistence: options.Persistence = True,
    variation: options.Variation = True,
    beam: options.Beam = True,
    ties: options.TiesRule = DEFAULT_TIES,
    forward_epsilon_scale: options.EpsilonScale = DEFAULT_EPSILON_SCALE,
    whole_look_back: options.WholeLookBack = False,
    optimal: options.Optimal = None,
    optimise: options.Optimise = None,
    objective: options.WhatCounts = Objective.MOVES,
) -> None:
    """Solve many levels and store every result.

    Each result is committed to the store at once. After any interruption, --resume continues: what
    the store has for the same options is not searched again. With higher limits than the last run,
    --resume starts a new run that copies all results but the unsolved ones, marks them in the
    store, and searches only the rest.

    A search whose process dies is recorded as crashed and tried once more. With --cluster, the
    workers of a Dask cluster search, and the store is written here.

    The output in a pipe is a statistics log with one line per level. `rearview report` shows what a
    store has. The exit code is that of `rearview solve`.

    --compare-with runs another solver on the same levels with the same time limit. In its command,
    {file} is a file with one level, {seconds} the time limit, and {folder} a folder it may write
    to. Its output and its files are searched for a solution, which is replayed. Its results are
    stored as a separate run, and one table compares both.

    \b
    Examples:
      rearview bench microban:1-20 --store results.db --time-limit 10 --jobs 2
      rearview bench microban:1-30 --store results.db --time-limit 10 --jobs 2 --resume
      rearview bench microban:1-30 --store results.db --time-limit 10 --retry-unsolved
      rearview bench microban:1-9 --store results.db --backward-nodes 10000 --no-meeting --json
      rearview bench microban:1-9 --store results.db --optimise 1 --objective pushes
      rearview bench microban:1-3 --store results.db --compare-with 'cat {file}' --time-limit 9
    """
    place = choose_cluster(cluster, has_jobs=jobs is not None)
    jobs = check_jobs(1 if jobs is None else jobs)
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
            variation=variation,
            beam=beam,
            ties=ties,
            forward_epsilon_scale=forward_epsilon_scale,
            whole_look_back=whole_look_back,
        ),
        objective=options.choose_objective(optimal, optimise, objective),
        optimise_seconds=optimise,
    )
    program = None if compare_with is None else _choose_program(compare_with, search.limit, place)
    sources = Sources(what)
    # The pool first: a cluster that cannot be reached leaves no empty store behind.
    with open_pool_at(place, jobs, isolated=True) as pool, Store(store) as opened:
        batch = _Batch(opened, store, sources, pool, resume, retry_unsolved, as_json)
        run, code = batch.run(search)
        if program is not None:
            other, _ = batch.run(search, program)
            batch.say_comparison(run, other)
    raise typer.Exit(code)


def _choose_program(command: str, limit: Limit, cluster: str | None) -> Program:
    if limit.has_nodes:
        raise OptionError("--compare-with goes by time alone: no solver counts nodes like another")
    if cluster is not None:
        raise OptionError("--compare-with works on this machine only, not on a cluster")
    return Program.parse(command)


@dataclass(frozen=True)
class _Batch:
    """The levels of one command, the pool that searches them, and the store for results."""

    store: Store
    path: str
    sources: Sources
    pool: Pool
    resume: bool
    retry_unsolved: bool
    as_json: bool

    def run(self, search: Search, program: Program | None = None) -> tuple[Run, ExitCode]:
        """Search all levels once, with rearview or with another solver."""
        if program is None:
            configuration = Configuration.of(search)
        else:
            configuration = Configuration.of_program(program, search.limit.seconds)
        resume = self.resume or self.retry_unsolved
        run = _choose_run(self.store, self.path, configuration, resume)
        extended = self.store.extended_runs(run)
        share = self.pool.share(search)
        tasks = make_tasks(run.number, share, self.sources, extended, program)
        try:
            with (
                closing(run_tasks(self.store, tasks, self.pool, self.retry_unsolved)) as events,
                closing(self._choose_reporter(run)) as reporter,
            ):
                return run, _follow(events, reporter)
        except KeyboardInterrupt:
            # Only after the display is closed, which would erase this line.
            print_error(f"interrupted: --resume continues run {run.number}")
            raise
        except ClusterError as error:
            kept = f"{self.path} has the results so far, and --resume continues run {run.number}"
            raise ClusterError(f"{error}: {kept}") from None

    def say_comparison(self, first: Run, second: Run) -> None:
        """Nothing with --json, which has printed the results of both already."""
        if self.as_json:
            return
        records = [self.store.records(run.number) for run in (first, second)]
        for line in ("", *describe_comparison(first, second, compare(*records))):
            say(line)

    def _choose_reporter(self, run: Run) -> Reporter[BenchEvent]:
        asked = run.configuration
        if self.as_json:
            return BenchJsonReporter(say_now, asked.command)
        if sys.stdout.isatty():
            from rich.console import Console

            console = Console(highlight=False)
            write = partial(console.print, markup=False, soft_wrap=True)
            log = BenchLogReporter(write, asked.solver)
            count = self.sources.level_count
            return BenchLiveReporter(console, count, log, self.pool.describe)
        return BenchLogReporter(say_now, asked.solver)


def _follow(events: Iterable[BenchEvent], reporter: Reporter[BenchEvent]) -> ExitCode:
    """Show the events, and return the exit code."""
    code = ExitCode.SOLVED
    for event in events:
        reporter.show(event)
        if not isinstance(event, Begun) and event.record.is_settled:
            code = worse(code, exit_code_of(event.record.result.outcome))
    return code


def _choose_run(store: Store, path: str, configuration: Configuration, resume: bool) -> Run:
    """The run that the results belong to; tells the user if it is not a plain new run."""
    if not resume:
        return store.begin(configuration, resume=False)
    if (same := store.last_run_of(configuration)) is not None:
        return same
    smaller = store.last_smaller_run(configuration)
    if smaller is None:
        print_error(f"nothing to resume: {path} has no run with these options; starting a new one")
        return store.begin(configuration, resume=False)
    run = store.begin(configuration, resume=False, continues=smaller.number)
    print_error(
        f"run {run.number} extends run {smaller.number}, which had lower limits: "
        "only its unsolved levels are searched"
    )
    return run
