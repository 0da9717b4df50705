"""`solve_optimally`: a shortest solution of a level with proof, or a bound on how far off one is.

First the ordinary search looks for any solution: it gives an upper bound, and is the answer if no
proof is found in time. Then an exact search (native `optimise/best_search.h`) covers the rest.
"""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import Final

from rearview import _core
from rearview._core import Board, Progress
from rearview.errors import CancelledError
from rearview.levels.level import Level
from rearview.objective import Objective
from rearview.progress import OnProgress, cancel_if_requested
from rearview.result import Outcome, Result, StopReason
from rearview.search import Search
from rearview.solving import REASONS, search_level, with_solution

_FIRST_SHARE: Final = 0.2
"""Share of the time for any solution at all."""
_LEAST_SECONDS: Final = 0.001


def solve_optimally(
    level: Level, search: Search, objective: Objective, on_progress: OnProgress[Progress] | None
) -> Result:
    """A solution with the fewest moves, or pushes; see `Result.is_optimal` and `lower_bound`."""
    began = perf_counter()
    limit = search.limit
    first = replace(limit, seconds=limit.seconds * _FIRST_SHARE)
    any_solution = replace(search, limit=first, objective=None)
    known = search_level(level, any_solution, on_progress=on_progress)
    if known.outcome in (Outcome.INVALID, Outcome.UNSOLVABLE):
        return known
    if known.reason is StopReason.CANCELLED:
        return known
    left = max(_LEAST_SECONDS, limit.seconds - (perf_counter() - began))
    board = Board(level.rows)
    try:
        found = _core.find_best(
            board,
            getattr(_core.Objective, objective.value),
            search.strategy.detectors_used,
            left,
            limit.memory_bytes(),
            (known.moves, known.pushes) if known else None,
            cancel_if_requested(on_progress),
        )
    except CancelledError:
        return _unproven(known, objective, StopReason.CANCELLED)
    except MemoryError:  # The limit allowed it, but the system is out of memory.
        return _unproven(known, objective, StopReason.MEMORY)
    return _make_result(level, objective, known, found)


def _unproven(known: Result, objective: Objective, reason: StopReason) -> Result:
    return replace(known, objective=objective, reason=None if known else reason)


def _make_result(
    level: Level, objective: Objective, known: Result, found: _core.BestSolution
) -> Result:
    """The result of the exact search, given the solution that was known before."""
    result = replace(
        known,
        objective=objective,
        lower_bound=found.lower_bound,
        forward_nodes=known.forward_nodes + found.nodes,
    )
    if found.is_found:
        solved = replace(result, outcome=Outcome.SOLVED, reason=None, error="", is_optimal=True)
        return with_solution(solved, level, found.lurd)
    reason = REASONS[found.reason]
    if reason is not None:  # It was cut short: the known solution is the result.
        return result if known else replace(result, reason=reason)
    if known:  # Nothing is better.
        return replace(result, is_optimal=True)
    return replace(result, outcome=Outcome.UNSOLVABLE, reason=None)
