"""`rearview bench`: many levels in, every result into a store."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Annotated, Protocol

import typer

from rearview.batch import Search
from rearview.cli import options
from rearview.cli.exit_codes import ExitCode, exit_code_of, worse
from rearview.cli.terminal import complain, say_now
from rearview.levels import load_levels
from rearview.limit import Limit
from rearview.model import Model
from rearview.solving import check_seed
from rearview.strategy import Strategy
from rearview.workers import check_jobs

if TYPE_CHECKING:
    from rearview.bench.record import Record
    from rearview.bench.runner import Observer, Task


def bench(
    what: options.Whats,
    store: Annotated[
        str, typer.Option(metavar="FILE", help="Keep every result here; made if need be.")
    ],
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the last run of the same options.")
    ] = False,
    time_limit: options.TimeLimit = 600,
    backward_nodes: options.BackwardNodes = None,
    forward_nodes: options.ForwardNodes = None,
    memory: options.Memory = None,
    seed: options.Seed = 0,
    model: options.ModelFile = None,
    jobs: options.Jobs = 1,
    as_json: options.AsJson = False,
    hints: options.Hints = True,
    meeting: options.Meeting = True,
    alternation: options.Alternation = True,
    cells: options.Cells = True,
) -> None:
    """Solve many levels, and keep every result.

    Each is in the store the moment it is known. Whatever ends the batch, --resume goes on: what the
    store has for the same options is not searched again. A search whose process dies is recorded as
    crashed and tried once more. A pipe gets the community's statistics log, a line when a level is
    done. `rearview report` shows what a store has. The exit code is that of `rearview solve`.

    \b
    Examples:
      rearview bench microban:1-20 --store results.db --time-limit 10 --jobs 2
      rearview bench microban:1-30 --store results.db --time-limit 10 --jobs 2 --resume
      rearview bench microban:1-9 --store results.db --backward-nodes 10000 --no-meeting --json
    """
    check_seed(seed)
    check_jobs(jobs)
    search = Search(
        limit=Limit(time_limit, backward_nodes, forward_nodes, memory),
        model=Model.shipped() if model is None else Model.load(model),
        seed=seed,
        strategy=Strategy(hints=hints, meeting=meeting, alternation=alternation, cells=cells),
    )
    raise typer.Exit(_run(what, search, store, resume, jobs, as_json))


def _run(
    what: Sequence[str], search: Search, path: str, resume: bool, jobs: int, as_json: bool
) -> ExitCode:
    from rearview.bench.configuration import Configuration
    from rearview.bench.runner import make_tasks, run_tasks
    from rearview.bench.store import Store

    collections = [load_levels(name) for name in what]
    with ExitStack() as stack:
        store = stack.enter_context(Store(path))
        configuration = Configuration.of(search)
        if resume and store.last_run_of(configuration) is None:
            complain(f"nothing to resume: {path} has no run of these options, a new one begins")
        run = store.begin(configuration, resume)
        reporter = _choose_reporter(as_json, sum(map(len, collections)))
        observer = _Judge(reporter)
        stack.callback(reporter.close)
        try:
            tasks = make_tasks(run.number, search.shared_among(jobs), collections)
            run_tasks(store, tasks, jobs, observer)
        except KeyboardInterrupt:
            stack.callback(complain, f"interrupted: --resume goes on with run {run.number}")
            raise
    return observer.code


class _BenchReporter(Protocol):
    """An observer that has something to say at the end."""

    def skip(self, task: Task, record: Record) -> None: ...
    def begin(self, task: Task) -> None: ...
    def end(self, task: Task, record: Record) -> None: ...
    def close(self) -> None:
        """After the last level, or when something went wrong: leave the terminal clean."""


class _Judge:
    """Passes on what it hears, and knows the exit code in the end."""

    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self.code = ExitCode.SOLVED

    def skip(self, task: Task, record: Record) -> None:
        self._judge(record)
        self._observer.skip(task, record)

    def begin(self, task: Task) -> None:
        self._observer.begin(task)

    def end(self, task: Task, record: Record) -> None:
        self._judge(record)
        self._observer.end(task, record)

    def _judge(self, record: Record) -> None:
        if record.is_settled:
            self.code = worse(self.code, exit_code_of(record.result.outcome))


def _choose_reporter(as_json: bool, level_count: int) -> _BenchReporter:
    from rearview.reporters.benching import (
        BenchJsonReporter,
        BenchLiveReporter,
        BenchLogReporter,
    )
    from rearview.version import __version__

    if as_json:
        return BenchJsonReporter(say_now)
    if sys.stdout.isatty():
        from rich.console import Console

        console = Console(highlight=False)
        log = BenchLogReporter(partial(console.print, markup=False, soft_wrap=True), __version__)
        return BenchLiveReporter(console, level_count, log)
    return BenchLogReporter(say_now, __version__)
