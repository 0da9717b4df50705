"""`rearview solve`: levels in, solutions out."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Annotated

import typer

from rearview.cli import options
from rearview.cli.cluster import Cluster, choose_cluster, open_pool_at
from rearview.cli.exit_codes import ExitCode, exit_code_of, worse
from rearview.cli.positions import load_after, named
from rearview.cli.solve_reporter import choose_reporter
from rearview.cli.solved_file import SolvedFile, part_of
from rearview.cli.terminal import is_dumb, say
from rearview.errors import OptionError
from rearview.levels import Level
from rearview.levels.selection import parse_selection
from rearview.limit import Limit
from rearview.model import Model
from rearview.objective import Objective
from rearview.output.files import refuse_inputs
from rearview.parallel.batch import Ended, Events, in_order
from rearview.parallel.many_levels import solve_levels
from rearview.parallel.pool import check_jobs, open_pool
from rearview.reporters.solve import NamedLevel, SolveReporter
from rearview.result import Outcome, Result
from rearview.search import Search
from rearview.strategy import DEFAULT_EPSILON_SCALE, DEFAULT_TIES, Strategy

_PIPE_WIDTH = 100
_REMARK = ":: "
"""Begins a line that readers of a .sok file skip, so that an explanation is not read as levels."""
_MAX_SPEED = 1_000.0


def solve(
    what: options.Whats,
    after: options.After = "",
    time_limit: options.TimeLimit = 600,
    backward_nodes: options.BackwardNodes = None,
    forward_nodes: options.ForwardNodes = None,
    memory: options.Memory = None,
    seed: options.Seed = 0,
    model: options.ModelFile = None,
    jobs: options.LevelsOrSeeds = None,
    cluster: Cluster = None,
    as_json: options.AsJson = False,
    output: Annotated[
        str | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Write the levels and solutions to a .sok file."
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
    explain: Annotated[
        bool,
        typer.Option(
            "--explain", help="Explain the solution, or why there is none: which box goes where."
        ),
    ] = False,
    optimal: options.Optimal = None,
    optimise: options.Optimise = None,
    objective: options.WhatCounts = Objective.MOVES,
    play: Annotated[bool, typer.Option("--play", help="Animate the solution.")] = False,
    speed: Annotated[float, typer.Option(metavar="N", help="Moves per second with --play.")] = 12,
) -> None:
    """Solve levels.

    A terminal shows the board, the search while it runs, and the solution. A pipe gets a .sok file
    of the solved levels. An independent checker replays every solution before you see it.

    --jobs solves several levels in parallel. A single level without node limits is searched by
    several searches that share the work, at most one per core; the first solution wins.

    Backward and forward searches alternate until a limit is reached. Node limits count all passes
    together, and make the result the same on every machine. If only one is given, the other is the
    paper's: 10,000 backward, 50,000 forward.

    --after solves the position after some moves: it is drawn, and the solution starts there.

    --optimise shortens the solutions found, in moves or, with --objective pushes, in pushes. See
    also `rearview optimise`.

    --optimal proves that no solution has fewer moves, or pushes. If time or memory runs out, it
    says how far from optimal the solution can be.

    Exit code: 1 if a level is not solved within its limits, 2 if one is invalid, 3 if one is proven
    unsolvable.

    \b
    Examples:
      rearview solve microban:1
      rearview solve microban:1-10 --json
      rearview solve microban:1-4 --jobs 2 -o solved.sok
      rearview solve xsokoban:2 --jobs 2
      rearview solve level.xsb --explain
      rearview solve microban:1 --after dlUrrrdL
      rearview solve microban:1-3 --optimal pushes
      rearview solve microban:5 --optimise 1
      rearview solve xsokoban:1 --backward-nodes 10000 --forward-nodes 50000 --seed 0
      rearview solve - < level.xsb
    """
    cluster = choose_cluster(cluster, has_jobs=jobs is not None)
    jobs = check_jobs(1 if jobs is None else jobs)
    _check_show(as_json, explain, play, speed)
    if output is not None:
        for place in (output, part_of(output)):
            refuse_inputs(place, model, *(parse_selection(one).file for one in what))
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
    collections = load_after(what, after)
    levels = [NamedLevel(number, *one) for number, one in enumerate(named(collections))]
    show = _Show(search, explain, speed if play else None)
    at_once = max(1, min(jobs, len(levels)))
    is_many = at_once > 1 or cluster is not None
    reporter = choose_reporter(
        as_json,
        output is not None,
        len(levels),
        time_limit,
        is_many,
        counts_seconds=not show.is_wanted,  # It would interrupt the explanation.
    )
    if is_many:
        events = _solve_elsewhere(levels, search, at_once, cluster, reporter)
    else:
        events = _solve_here(levels, search, jobs, reporter)
    solved_file = SolvedFile(output, collections, levels, as_json)
    raise typer.Exit(_follow(events, reporter, show, solved_file))


def _solve_here(
    levels: Sequence[NamedLevel], search: Search, jobs: int, reporter: SolveReporter
) -> Events[NamedLevel, Result]:
    """The events. A single level is searched with one seed per job, and shows progress."""
    pairs = ((one, one.level) for one in levels)
    with open_pool(1) as pool:
        yield from solve_levels(pairs, search, pool, jobs, reporter.progress)


def _solve_elsewhere(
    levels: Sequence[NamedLevel],
    search: Search,
    at_once: int,
    cluster: str | None,
    reporter: SolveReporter,
) -> Events[NamedLevel, Result]:
    """The events when levels are solved in parallel, in other processes."""
    pairs = ((one, one.level) for one in levels)
    with open_pool_at(cluster, at_once) as pool:
        reporter.watch(pool.describe)
        yield from solve_levels(pairs, search, pool)


@dataclass(frozen=True)
class _Show:
    """How to show a solution after it is found."""

    search: Search
    explain: bool
    moves_per_second: float | None

    @property
    def is_wanted(self) -> bool:
        return self.explain or self.moves_per_second is not None

    def __call__(self, level: Level, result: Result) -> None:
        if self.moves_per_second and result.lurd:
            from rich.console import Console

            from rearview.reporters.play import play

            play(Console(highlight=False), level, result.lurd, self.moves_per_second)
        if self.explain and result.outcome is not Outcome.INVALID:
            self._explain(level, result)

    def _explain(self, level: Level, result: Result) -> None:
        from rearview.explaining import explain
        from rearview.reporters.explain import Heading, describe

        width, margin = _PIPE_WIDTH, _REMARK
        if sys.stdout.isatty():
            from rich.console import Console

            width, margin = Console().width, ""
        model = self.search.model
        hints = self.search.strategy.hints and model.uses_hints
        lines = describe(level, result, explain(level, result, model), hints, width)
        for line in ("", *lines):
            say(f"{margin}{line}".rstrip(), "cyan" if isinstance(line, Heading) else None)


def _follow(
    events: Events[NamedLevel, Result],
    reporter: SolveReporter,
    show: _Show,
    solved_file: SolvedFile,
) -> ExitCode:
    """Show the events, keep the results, and return the exit code."""
    code = ExitCode.SOLVED
    # The reporter is closed first: a display would draw over messages about the file.
    with closing(events), solved_file, closing(reporter):
        known = solved_file.keep(events)
        for event in known if reporter.any_order else in_order(known):
            reporter.show(event)
            if isinstance(event, Ended):
                show(event.task.level, event.record)
                code = worse(code, exit_code_of(event.record.outcome))
        solved_file.write()
    return code


def _check_show(as_json: bool, explain: bool, play: bool, speed: float) -> None:
    if as_json and (explain or play):
        raise OptionError("--json cannot be combined with --explain or --play")
    if play and (not sys.stdout.isatty() or is_dumb()):
        raise OptionError("--play needs a terminal that supports cursor movement")
    if not 0 < speed <= _MAX_SPEED:
        raise OptionError(f"--speed must be over 0 and at most {_MAX_SPEED:,.0f} moves per second")
