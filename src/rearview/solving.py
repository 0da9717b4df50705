"""`solve`: one level in, one result out.

The native core searches; this module judges the level first, hands it over, and lets the
independent checker replay whatever comes back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Final

from rearview import _core
from rearview._core import Board, Progress, SearchResult, SolverOptions
from rearview.arguments import check_callable, check_kind, shown, to_whole
from rearview.errors import OptionError
from rearview.levels.level import Level
from rearview.levels.limits import MAX_MOVES
from rearview.levels.validation import Severity, validate
from rearview.limit import PAPER_BACKWARD_NODES, PAPER_FORWARD_NODES, Limit
from rearview.model import FEATURES, Model
from rearview.objective import Objective
from rearview.output.counting import counted
from rearview.parallel.processes import check_jobs, count_cores
from rearview.parallel.race import OnProgress, race
from rearview.result import Outcome, Result, StopReason
from rearview.solution import verify
from rearview.state import from_native
from rearview.strategy import Strategy

MAX_SEED: Final = 2**64 - 1
DEFAULT_LIMIT: Final = Limit()

REASONS = {
    _core.StopReason.none: None,
    _core.StopReason.nodes: StopReason.NODES,
    _core.StopReason.time: StopReason.TIME,
    _core.StopReason.memory: StopReason.MEMORY,
    _core.StopReason.cancelled: StopReason.CANCELLED,
}
_LEAST_SECONDS = 0.001


def solve(
    level: Level,
    limit: Limit = DEFAULT_LIMIT,
    model: Model | None = None,
    seed: int = 0,
    on_progress: OnProgress | None = None,
    strategy: Strategy | None = None,
    jobs: int = 1,
    objective: Objective | str | None = None,
) -> Result:
    """Search for a solution of a level.

    Without a model, the shipped one is used; without a strategy, everything is switched on. A
    solution that is returned has been replayed by `rearview.verify`. Neither a bad level nor a
    limit is an exception: the result says so. `on_progress` is called about 20 times a second, and
    stops the search when it returns False.

    With more jobs, searches with the seeds that follow run side by side, at most one for each core;
    the memory is shared out among them, and the first to decide the level wins. Where nodes limit
    the search there is only one, whatever the jobs: its result is the same on every machine.

    With an objective, `"moves"` or `"pushes"`, the solution is the shortest there is, if that can
    be proven within the time and the memory: see `Result.is_optimal` and `Result.lower_bound`.
    There is only one such search, whatever the jobs.
    """
    began = perf_counter()
    check_kind("level", level, Level)
    seed = check_search(limit, model, seed, strategy)
    check_callable("on_progress", on_progress)
    jobs = check_jobs(jobs)
    model, strategy = model or Model.shipped(), strategy or Strategy()
    result = result_without_search(level)
    if result is None and objective is not None:
        from rearview.optimising import solve_optimally

        wanted = check_objective(objective)
        result = solve_optimally(level, wanted, limit, model, seed, strategy, on_progress)
    if result is None:
        is_repeatable = limit.has_nodes or not strategy.alternation
        rivals = 1 if is_repeatable else min(jobs, count_cores())
        seconds = max(_LEAST_SECONDS, limit.seconds - (perf_counter() - began))
        memory = limit.memory_bytes() // rivals
        runners = [
            partial(_search, level, make_options(limit, model, one, strategy), seconds, memory)
            for one in (_following(seed, number) for number in range(rivals))
        ]
        result = race(runners, on_progress)
    return replace(result, seconds=perf_counter() - began)


def _following(seed: int, number: int) -> int:
    return (seed + number) % (MAX_SEED + 1)


def check_search(limit: Limit, model: Model | None, seed: int, strategy: Strategy | None) -> int:
    """The seed as a plain number. Raises ArgumentError or OptionError unless levels can be
    searched so."""
    check_kind("limit", limit, Limit)
    check_kind("model", model, Model, type(None))
    check_kind("strategy", strategy, Strategy, type(None))
    return check_seed(seed)


def check_objective(objective: Objective | str) -> Objective:
    """The objective of that name. Raises OptionError when there is none."""
    try:
        return Objective(objective)
    except ValueError:
        known = " or ".join(one.value for one in Objective)
        raise OptionError(f"the objective must be {known}, not {shown(objective)}") from None


def check_seed(seed: int) -> int:
    """The seed as a plain number. Raises OptionError unless the engine can take it."""
    number = to_whole(seed)
    if number is None or not 0 <= number <= MAX_SEED:
        wanted = f"a whole number from 0 to {MAX_SEED}"
        raise OptionError(f"the seed must be {wanted}, not {shown(seed)}")
    return number


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


def make_options(limit: Limit, model: Model, seed: int, strategy: Strategy) -> SolverOptions:
    """What the engine is told."""
    options = SolverOptions()
    options.backward_weights = [model.backward.get(name, 0.0) for name in FEATURES]
    options.forward_weights = [model.forward[name] for name in FEATURES]
    options.discount = model.discount
    options.detectors = strategy.detectors_used
    options.use_hints = strategy.hints and model.uses_hints
    options.use_meeting = strategy.meeting
    options.seed = seed
    options.use_alternation = strategy.alternation
    options.use_cells = strategy.cells
    if limit.has_nodes or not strategy.alternation:
        options.max_backward_nodes = limit.backward_nodes or PAPER_BACKWARD_NODES
        options.max_forward_nodes = limit.forward_nodes or PAPER_FORWARD_NODES
    return options


class CancelledError(Exception):
    """Unwinds the engine when `on_progress` has said stop."""


def cancel_if_told(on_progress: OnProgress | None) -> Callable[[Progress], None] | None:
    """What the engine calls: an exception is all that it understands."""
    if on_progress is None:
        return None

    def pass_on(progress: Progress) -> None:
        if on_progress(progress) is False:
            raise CancelledError

    return pass_on


def _search(
    level: Level,
    options: SolverOptions,
    max_seconds: float,
    max_bytes: int,
    on_progress: OnProgress | None,
) -> Result:
    board = Board(level.rows)
    last: Progress | None = None

    def remember(progress: Progress) -> bool | None:
        nonlocal last
        last = progress
        return None if on_progress is None else on_progress(progress)

    callback = None if on_progress is None else cancel_if_told(remember)
    try:
        found = _core.solve(board, options, max_seconds, max_bytes, callback)
        return _make_result(level, board, found)
    except CancelledError:
        reason = StopReason.CANCELLED
    except MemoryError:
        # The limit allowed it, but the system had no more to give.
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
        raise RuntimeError(f"the checker refuses the solution that was found: {played.reason}")
    return replace(result, lurd=lurd, moves=played.moves, pushes=played.pushes)
