"""`rearview solve`: levels in, solutions out."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from typing import Annotated

import typer

from rearview.batch import NumberedResults, Search, in_order, solve_as_known
from rearview.cli import options
from rearview.cli.exit_codes import ExitCode, exit_code_of, worse
from rearview.cli.output import OutputFile, refuse_inputs
from rearview.cli.terminal import complain, is_dumb, say, say_now
from rearview.counting import counted
from rearview.errors import OptionError, OutputError
from rearview.levels import Collection, load_levels, write_levels
from rearview.levels.selection import parse_selection
from rearview.limit import Limit
from rearview.model import Model
from rearview.reporters.json import JsonReporter
from rearview.reporters.reporter import SolveReporter, Task
from rearview.reporters.text import LineReporter, SokReporter, solved_level
from rearview.result import Result, SolveOutcome
from rearview.solving import check_seed
from rearview.solving import solve as solve_level
from rearview.strategy import Strategy
from rearview.workers import check_jobs

_PIPE_WIDTH = 100
_REMARK = ":: "
"""Begins a line that readers of a .sok file skip: what is explained there is no level."""
_MAX_SPEED = 1_000.0


def solve(
    what: options.Whats,
    time_limit: options.TimeLimit = 600,
    backward_nodes: options.BackwardNodes = None,
    forward_nodes: options.ForwardNodes = None,
    memory: options.Memory = None,
    seed: options.Seed = 0,
    model: options.ModelFile = None,
    jobs: options.LevelsOrSeeds = 1,
    as_json: options.AsJson = False,
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write levels and solutions as .sok."),
    ] = None,
    hints: options.Hints = True,
    meeting: options.Meeting = True,
    alternation: options.Alternation = True,
    cells: options.Cells = True,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show what the agents saw and thought.")
    ] = False,
    play: Annotated[bool, typer.Option("--play", help="Show every move of a solution.")] = False,
    speed: Annotated[float, typer.Option(metavar="N", help="Moves per second of --play.")] = 12,
) -> None:
    """Solve levels.

    Looking back and going forward alternate until a limit ends it. Node limits count all passes
    together and make the search the same on every machine (if only one is given, the other is the
    paper's: 10,000 back, 50,000 forward); with --no-alternation there is one pass of each. --jobs
    solves levels at once; a single level, unless nodes limit it, is searched with that many seeds
    side by side, and the first solution wins. In a pipe, the output is a .sok file of the solved
    levels. The exit code is 1 when a level is not solved within its limits, 2 when one is invalid,
    and 3 when one is proven unsolvable.

    \b
    Examples:
      rearview solve microban:1
      rearview solve microban:1-10 --json
      rearview solve microban:1-4 --jobs 2 -o solved.sok
      rearview solve xsokoban:2 --jobs 2
      rearview solve level.xsb --explain
      rearview solve xsokoban:1 --backward-nodes 10000 --forward-nodes 50000 --seed 0
      rearview solve - < level.xsb
    """
    check_seed(seed)
    check_jobs(jobs)
    _check_show(as_json, explain, play, speed)
    if output is not None:
        for place in (output, _part_of(output)):
            refuse_inputs(place, model, *(parse_selection(one).file for one in what))
    search = Search(
        limit=Limit(time_limit, backward_nodes, forward_nodes, memory),
        model=Model.shipped() if model is None else Model.load(model),
        seed=seed,
        strategy=Strategy(hints=hints, meeting=meeting, alternation=alternation, cells=cells),
    )
    collections = [load_levels(name) for name in what]
    tasks = [Task(f"{one.name}:{level.index}", level) for one in collections for level in one]
    show = _Show(search, explain, speed if play else None)
    reporter = _choose_reporter(as_json, output is not None, len(tasks), time_limit)
    raise typer.Exit(_run(tasks, collections, search, jobs, reporter, show, output))


def _results(
    tasks: Sequence[Task], search: Search, jobs: int, reporter: SolveReporter
) -> NumberedResults:
    """The results as they are known; a level that has all jobs to itself reports its progress."""
    if jobs > 1 and len(tasks) > 1:
        yield from solve_as_known([task.level for task in tasks], search, min(jobs, len(tasks)))
        return
    limit, model, seed, strategy = search.limit, search.model, search.seed, search.strategy
    for number, task in enumerate(tasks):
        reporter.begin(task)
        progress = reporter.progress
        yield number, solve_level(task.level, limit, model, seed, progress, strategy, jobs)


def _keep(results: NumberedResults, kept: dict[int, Result]) -> NumberedResults:
    """The same results, kept before anybody waits for those of other levels."""
    for number, result in results:
        kept[number] = result
        yield number, result


@dataclass(frozen=True)
class _Show:
    """What the options say about showing a solution after it is found."""

    search: Search
    explain: bool
    moves_per_second: float | None

    def __call__(self, task: Task, result: Result) -> None:
        if self.moves_per_second and result.lurd:
            from rich.console import Console

            from rearview.reporters.playing import play

            play(Console(highlight=False), task.level, result.lurd, self.moves_per_second)
        if self.explain and result.outcome is not SolveOutcome.INVALID:
            self._explain(task, result)

    def _explain(self, task: Task, result: Result) -> None:
        from rearview.explanation import explain
        from rearview.reporters.explaining import describe

        width, margin = _PIPE_WIDTH, _REMARK
        if sys.stdout.isatty():
            from rich.console import Console

            width, margin = Console().width, ""
        model = self.search.model
        hints = self.search.strategy.hints and model.uses_hints
        lines = describe(task.level, result, explain(task.level, result, model), hints, width)
        for line in ("", *lines):
            say(f"{margin}{line}".rstrip())


def _run(
    tasks: Sequence[Task],
    collections: Sequence[Collection],
    search: Search,
    jobs: int,
    reporter: SolveReporter,
    show: _Show,
    output: str | None,
) -> ExitCode:
    code = ExitCode.SOLVED
    kept: dict[int, Result] = {}
    with ExitStack() as stack:
        file = stack.enter_context(OutputFile(output)) if output is not None else None
        stack.callback(reporter.close)
        results = stack.enter_context(closing(_results(tasks, search, jobs, reporter)))
        try:
            for task, result in zip(tasks, in_order(_keep(results, kept)), strict=True):
                reporter.end(task, result)
                show(task, result)
                code = worse(code, exit_code_of(result.outcome))
            if file is not None:
                file.write(_to_sok(collections, tasks, kept))
        except BaseException:
            if output is not None and kept:
                _keep_part(output, tasks, kept)
            raise
    return code


def _to_sok(
    collections: Sequence[Collection], tasks: Sequence[Task], results: Mapping[int, Result]
) -> str:
    levels = tuple(solved_level(tasks[number].level, results[number]) for number in sorted(results))
    return write_levels(replace(collections[0], levels=levels) if len(collections) == 1 else levels)


def _part_of(output: str) -> str:
    return f"{output}.part"


def _keep_part(output: str, tasks: Sequence[Task], results: Mapping[int, Result]) -> None:
    """What was found before the end came is kept, but never in the place of a whole file."""
    part = _part_of(output)
    try:
        with OutputFile(part) as file:
            file.write(_to_sok((), tasks, results))
    except OutputError as error:
        complain(f"interrupted, and {error}")
    else:
        some = f"{len(results):,} of {counted(len(tasks), 'level')}"
        complain(f"interrupted: {part} has {some}")


def _check_show(as_json: bool, explain: bool, play: bool, speed: float) -> None:
    if as_json and (explain or play):
        raise OptionError("--json cannot be combined with --explain or --play")
    if play and (not sys.stdout.isatty() or is_dumb()):
        raise OptionError("--play needs a terminal, and one that can draw over what it shows")
    if not 0 < speed <= _MAX_SPEED:
        raise OptionError(f"--speed must be over 0 and at most {_MAX_SPEED:,.0f} moves per second")


def _choose_reporter(
    as_json: bool, has_output: bool, task_count: int, max_seconds: float
) -> SolveReporter:
    if as_json:
        return JsonReporter(say_now)
    if sys.stdout.isatty():
        from rich.console import Console

        from rearview.reporters.live import LiveReporter

        return LiveReporter(Console(highlight=False), task_count, max_seconds)
    return LineReporter(say_now) if has_output else SokReporter(say_now)
