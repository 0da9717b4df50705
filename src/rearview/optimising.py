"""`solve_optimally`: the shortest solution of a level, with proof, or how far from it one can be.

First the ordinary search looks for any solution: nothing that is longer need be looked at, and it
is the answer if no proof is found in time. Then an exact search (native `optimise/best_search.h`)
goes through what is left.
"""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import Final

from rearview import _core
from rearview._core import Board
from rearview.levels.level import Level
from rearview.limit import Limit
from rearview.model import Model
from rearview.objective import Objective
from rearview.parallel.race import OnProgress
from rearview.result import Outcome, Result, StopReason
from rearview.solving import REASONS, CancelledError, cancel_if_told, solve, with_solution
from rearview.strategy import Strategy

_FIRST_SHARE: Final = 0.2
"""Of the time, for any solution at all."""
_LEAST_SECONDS: Final = 0.001


def solve_optimally(
    level: Level,
    objective: Objective,
    limit: Limit,
    model: Model,
    seed: int,
    strategy: Strategy,
    on_progress: OnProgress | None,
) -> Result:
    """A solution with the fewest moves, or pushes; see `Result.is_optimal` and `lower_bound`."""
    began = perf_counter()
    first = replace(limit, seconds=limit.seconds * _FIRST_SHARE)
    known = solve(level, first, model, seed, on_progress, strategy)
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
            strategy.detectors_used,
            left,
            limit.memory_bytes(),
            (known.moves, known.pushes) if known else None,
            cancel_if_told(on_progress),
        )
    except CancelledError:
        return _unproven(known, objective, StopReason.CANCELLED)
    except MemoryError:  # The limit allowed it, but the system had no more to give.
        return _unproven(known, objective, StopReason.MEMORY)
    return _judge(level, objective, known, found)


def _unproven(known: Result, objective: Objective, reason: StopReason) -> Result:
    return replace(known, objective=objective, reason=None if known else reason)


def _judge(level: Level, objective: Objective, known: Result, found: _core.BestSolution) -> Result:
    """What the exact search makes of the solution that was known before it."""
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
    if reason is not None:  # It was cut short: what is known is all there is.
        return result if known else replace(result, reason=reason)
    if known:  # Nothing is better.
        return replace(result, is_optimal=True)
    return replace(result, outcome=Outcome.UNSOLVABLE, reason=None)
