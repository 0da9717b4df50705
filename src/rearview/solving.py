"""`solve`: search one level.

This module validates the level, passes it to the native core, and has the independent checker
replay the solution.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import inf
from time import perf_counter
from typing import Any, Final

from rearview import _core
from rearview._core import Board, Progress, SearchResult, SolverOptions
from rearview.arguments import check_callable, check_count, check_kind
from rearview.errors import CancelledError
from rearview.levels.level import Level
from rearview.levels.limits import MAX_MOVES
from rearview.levels.validation import Severity, validate
from rearview.limit import Limit
from rearview.model import FEATURES, Model
from rearview.objective import Objective
from rearview.output.counting import counted
from rearview.parallel.pool import MAX_JOBS, count_cores
from rearview.parallel.race import race
from rearview.parallel.wanted import watcher
from rearview.progress import SECONDS_BETWEEN_REPORTS, OnProgress, cancel_if_requested
from rearview.result import Outcome, Result, StopReason
from rearview.search import DEFAULT_LIMIT, Search, Share, shares
from rearview.solution import verify
from rearview.state import from_native
from rearview.strategy import Strategy

REASONS: Final = {
    _core.StopReason.none: None,
    _core.StopReason.nodes: StopReason.NODES,
    _core.StopReason.time: StopReason.TIME,
    _core.StopReason.memory: StopReason.MEMORY,
    _core.StopReason.cancelled: StopReason.CANCELLED,
}
VARIED_OUT: Final = ("targets", "gamma2")
"""Features that count boxes on targets, in whatever order."""
_LEAST_SECONDS: Final = 0.001
_RIVALS_SECONDS: Final = 0.005
"""How often a parallel search checks whether the race is over: the winner waits for it."""


def solve(
    level: Level,
    *,
    limit: Limit = DEFAULT_LIMIT,
    model: Model | None = None,
    seed: int = 0,
    strategy: Strategy | None = None,
    objective: Objective | str | None = None,
    optimise_seconds: float | None = None,
    seeds_at_once: int = 1,
    on_progress: OnProgress[Progress] | None = None,
) -> Result:
    """Search for a solution of a level.

    Without a model, the shipped one is used; without a strategy, everything is switched on. Every
    returned solution has been replayed by `rearview.verify`. An invalid level or a limit does not
    raise an exception: the result says so. `on_progress` is called about 20 times a second, and
    stops the search when it returns False.

    With an objective, `"moves"` or `"pushes"`, the solution is a shortest one, if that can be
    proven within the time and memory: see `Result.is_optimal` and `Result.lower_bound`. With
    `optimise_seconds` as well, any solution is searched for, and then shortened for that time.

    With more than one of `seeds_at_once`, searches with the following seeds run in parallel, at
    most one per core. They share the memory and the work: the first has the beam or the usual
    rounds, the second the rounds that vary. The first to decide the level wins. With a node limit
    or an objective there is only one search, so that its result is the same on every machine.
    """
    search = Search(
        limit=limit,
        model=model,
        seed=seed,
        strategy=strategy,
        objective=objective,
        optimise_seconds=optimise_seconds,
    )
    return search_level(level, search, seeds_at_once, on_progress)


def search_level(
    level: Level,
    search: Search,
    seeds_at_once: int = 1,
    on_progress: OnProgress[Any] | None = None,
) -> Result:
    """The same as `solve`, given a `Search`.

    If a solution is shortened, `on_progress` also gets `OptimisingProgress`.
    """
    began = perf_counter()
    check_kind("level", level, Level)
    check_callable("on_progress", on_progress)
    on_progress = on_progress or watcher()
    seeds_at_once = check_count("seeds_at_once", seeds_at_once, MAX_JOBS)
    result = result_without_search(level)
    if result is None and search.objective is not None:
        result = _search_for_short(level, search, search.objective, on_progress)
    if result is None:
        count = 1 if search.is_repeatable else min(seeds_at_once, count_cores())
        until = began + search.limit.seconds
        memory = search.limit.memory_bytes() // count
        runners = [
            partial(_run, level, search.rival(number), share, until, memory, number > 0)
            for number, share in enumerate(shares(count))
        ]
        result = race(runners, on_progress)
    return replace(result, seconds=perf_counter() - began)


def _search_for_short(
    level: Level, search: Search, objective: Objective, on_progress: OnProgress[Any] | None
) -> Result:
    if search.optimise_seconds is not None:
        from rearview.shortening import solve_and_optimise

        return solve_and_optimise(level, search, objective, on_progress)
    from rearview.solving_optimally import solve_optimally

    return solve_optimally(level, search, objective, on_progress)


def result_without_search(level: Level) -> Result | None:
    """The result of a level that need not be searched."""
    problems = validate(level)
    for severity, outcome in (
        (Severity.INVALID, Outcome.INVALID),
        (Severity.UNSOLVABLE, Outcome.UNSOLVABLE),
    ):
        if any(problem.severity is severity for problem in problems):
            named = (str(one) for one in problems if one.severity is not Severity.WARNING)
            return Result(outcome, error="; ".join(named))
    return None


def make_options(search: Search, share: Share = Share.ALL) -> SolverOptions:
    """The options for the native core."""
    model, strategy = search.model, search.strategy
    options = SolverOptions()
    options.backward_weights = [model.backward.get(name, 0.0) for name in FEATURES]
    options.forward_weights = [model.forward[name] for name in FEATURES]
    options.varied_forward_weights = [
        0.0 if name in VARIED_OUT else model.forward[name] for name in FEATURES
    ]
    options.discount = model.discount
    options.detectors = strategy.detectors_used
    options.use_hints = strategy.hints and model.uses_hints
    options.use_meeting = strategy.meeting
    options.seed = search.seed
    options.use_alternation = strategy.alternation
    options.use_cells = strategy.cells
    options.backward_ties = options.forward_ties = strategy.ties.native
    options.forward_epsilon_scale = strategy.forward_epsilon_scale
    options.use_whole_look_back = strategy.whole_look_back
    options.use_persistence = strategy.persistence
    options.use_variation = strategy.variation
    options.use_beam = strategy.beam
    if share is Share.USUAL:
        options.use_variation = False
        options.beam_share = inf
    elif share is Share.VARIED:
        options.varies_always = True
        options.use_beam = False
    if search.max_nodes is not None:
        options.max_backward_nodes, options.max_forward_nodes = search.max_nodes
        # Limits mostly allow few backward nodes, which a varied round would spend at once.
        options.varied_backward_nodes = options.backward_nodes
        options.varied_forward_nodes = options.forward_nodes
    return options


def _run(
    level: Level,
    search: Search,
    share: Share,
    until: float,
    max_bytes: int,
    is_rival: bool,
    on_progress: OnProgress[Progress] | None,
) -> Result:
    """One search, which begins now and must end at a time of `perf_counter`."""
    board = Board(level.rows)
    seconds = max(_LEAST_SECONDS, until - perf_counter())
    pace = _RIVALS_SECONDS if is_rival else SECONDS_BETWEEN_REPORTS
    last: Progress | None = None

    def remember(progress: Progress) -> bool | None:
        nonlocal last
        last = progress
        return None if on_progress is None else on_progress(progress)

    callback = None if on_progress is None else cancel_if_requested(remember)
    try:
        found = _core.solve(board, make_options(search, share), seconds, max_bytes, callback, pace)
        return _make_result(level, board, found)
    except CancelledError:
        reason = StopReason.CANCELLED
    except MemoryError:
        # The limit allowed it, but the system is out of memory.
        reason = StopReason.MEMORY
    return Result(
        Outcome.UNSOLVED,
        reason,
        backward_nodes=last.backward_nodes if last else 0,
        forward_nodes=last.forward_nodes if last else 0,
        rounds=last.round + 1 if last else 0,
    )


def _make_result(level: Level, board: Board, found: SearchResult) -> Result:
    result = Result(
        Outcome(found.outcome.name),
        reason=REASONS[found.reason] if found.outcome is _core.Outcome.unsolved else None,
        backward_nodes=found.backward_nodes,
        forward_nodes=found.forward_nodes,
        backward_states=found.backward_states,
        forward_states=found.forward_states,
        backward_dead=found.backward_dead,
        forward_dead=found.forward_dead,
        backward_seconds=found.backward_seconds,
        forward_seconds=found.forward_seconds,
        rounds=found.rounds,
        met=found.met,
        cleared=found.cleared,
        most_home=found.forward_nodes and found.most_home + len(board.walled_boxes),
        trajectory=from_native(level, board, found.trajectory),
    )
    return with_solution(result, level, board.to_lurd(found.moves)) if result else result


def with_solution(result: Result, level: Level, lurd: str) -> Result:
    """The result with its solution, which the checker replays first."""
    if len(lurd) > MAX_MOVES:
        return replace(
            result,
            outcome=Outcome.UNSOLVED,
            reason=StopReason.MOVES,
            error=f"the solution found has {counted(len(lurd), 'move')}, over the limit of "
            f"{MAX_MOVES:,}",
        )
    played = verify(level, lurd)
    if not played:
        raise RuntimeError(f"bug: the checker rejects the solution found: {played.reason}")
    return replace(result, lurd=lurd, moves=played.moves, pushes=played.pushes)
