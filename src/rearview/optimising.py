"""`optimise`: make a solution shorter.

The native optimiser (`native/include/rearview/optimise/optimiser.h`) does the work; this module
checks its input, replays each improvement at once, and keeps the best.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Final

from rearview import _core
from rearview._core import Board, Optimised, OptimiserOptions
from rearview.arguments import check_callable, check_kind, check_kinds, shown, to_whole
from rearview.errors import CancelledError, OptionError, SolutionError
from rearview.levels.level import Level
from rearview.limit import MAX_NODES, Limit
from rearview.objective import Objective
from rearview.progress import OnProgress
from rearview.result import Outcome, Result
from rearview.search import DEFAULT_LIMIT, check_objective
from rearview.solution import parse_lurd, verify
from rearview.solving import result_without_search, with_solution

METHODS: Final = tuple(method.name for method in _core.Method)
"""Every method by name; all are used unless some are chosen."""
_DETECTORS: Final = ("freeze",)
"""Cheap detectors that prune the search of windows."""
_LEAST_SECONDS: Final = 0.001


@dataclass(frozen=True, slots=True)
class OptimisingProgress:
    """How far a solution has been shortened."""

    lurd: str
    """The best solution so far; the checker has replayed it."""
    moves: int
    pushes: int
    moves_before: int
    """Of the given solution; of the best one, if there were several."""
    pushes_before: int
    is_better: bool
    """Better than in the last report."""
    method: str
    """The method at work."""
    part: tuple[int, int]
    """The pushes that it works on: from, and up to."""
    lower_bound: int
    """Proven: every solution has at least so many moves or pushes, by the objective."""
    nodes: int
    """States expanded and changes tried."""
    seconds: float
    seconds_left: float


def optimise(
    level: Level,
    lurd: str | Sequence[str],
    *,
    objective: Objective | str = Objective.MOVES,
    limit: Limit = DEFAULT_LIMIT,
    on_progress: OnProgress[OptimisingProgress] | None = None,
    methods: Sequence[str] | None = None,
    max_nodes: int | None = None,
) -> Result:
    """Make a solution of a level shorter; several solutions are combined.

    `"moves"` minimises moves first, and pushes break ties; `"pushes"` the other way round. The work
    ends at the limit of time or memory, when `on_progress` returns False, when the solution is
    proven optimal, or when nothing more can be gained. The result is never longer than the input;
    see also `Result.is_optimal` and `Result.lower_bound`.

    `methods` are names from `rearview.optimising.METHODS`. With `max_nodes`, and enough time and
    memory, the result is the same on every machine; the limit's own node limits are for searches,
    and have no effect here. Raises SolutionError unless the solutions solve the level.
    """
    began = perf_counter()
    check_kind("level", level, Level)
    check_kind("limit", limit, Limit)
    check_callable("on_progress", on_progress)
    wanted = check_objective(objective)
    options = _make_options(wanted, methods, max_nodes)
    refused = result_without_search(level)
    if refused is not None:
        return replace(refused, seconds=perf_counter() - began)
    solutions = _read(level, lurd)
    seconds = max(_LEAST_SECONDS, limit.seconds - (perf_counter() - began))
    best = _Best(level, wanted, solutions, seconds, on_progress)
    try:
        board = Board(level.rows)
        best.take(
            _core.optimise(
                board, options, best.solutions, seconds, limit.memory_bytes(), best.report
            )
        )
    except (CancelledError, MemoryError):
        pass  # The best solution so far is the result.
    return replace(best.result, seconds=perf_counter() - began)


def _read(level: Level, lurd: str | Sequence[str]) -> list[str]:
    """The solutions as plain letters. Raises SolutionError unless all of them solve the level."""
    if isinstance(lurd, str):
        lurd = [lurd]
    check_kinds("lurd", lurd, str)
    solutions = [parse_lurd(one) for one in lurd]
    if not solutions:
        raise SolutionError("there is no solution to optimise")
    for one in solutions:
        played = verify(level, one)
        if not played:
            raise SolutionError(f"the solution does not solve the level: {played.reason}")
    return solutions


def _make_options(
    objective: Objective, methods: Sequence[str] | None, max_nodes: int | None
) -> OptimiserOptions:
    options = OptimiserOptions()
    options.objective = getattr(_core.Objective, objective.value)
    options.detectors = _DETECTORS
    names = METHODS if methods is None else check_methods(methods)
    options.methods = [getattr(_core.Method, name) for name in names]
    if max_nodes is not None:
        count = to_whole(max_nodes)
        if count is None or not 1 <= count <= MAX_NODES:
            raise OptionError(f"the node limit must be a whole number from 1 to {MAX_NODES:,}")
        options.max_nodes = count
    return options


def check_methods(methods: Sequence[str]) -> tuple[str, ...]:
    """The methods. Raises OptionError for an unknown name."""
    check_kinds("methods", methods, str)
    for name in methods:
        if name not in METHODS:
            raise OptionError(f"unknown method {shown(name)}; known: {', '.join(METHODS)}")
    return tuple(methods)


class _Best:
    """The best solution so far, replayed, and the caller's `on_progress`."""

    def __init__(
        self,
        level: Level,
        objective: Objective,
        solutions: list[str],
        max_seconds: float,
        on_progress: OnProgress[OptimisingProgress] | None,
    ) -> None:
        self._level = level
        self._objective = objective
        self._max_seconds = max_seconds
        self._on_progress = on_progress
        self._unsolved = Result(Outcome.SOLVED, objective=objective)
        self.solutions = solutions
        best = min((self._play(one) for one in solutions), key=self._length)
        self.result = replace(best, moves_before=best.moves, pushes_before=best.pushes)

    def take(self, found: Optimised) -> bool:
        """Keep the solution if it is better, and return whether it is."""
        proven = max(found.lower_bound, self.result.lower_bound or 0)
        result = self.result
        if is_better := (found.moves, found.pushes) != (result.moves, result.pushes):
            played = self._play(found.lurd)
            is_better = self._length(played) < self._length(result)
            if is_better:
                result = replace(
                    played, moves_before=result.moves_before, pushes_before=result.pushes_before
                )
        self.result = replace(
            result,
            forward_nodes=found.nodes,
            lower_bound=proven,
            is_optimal=found.is_optimal,
        )
        return is_better

    def report(self, found: Optimised) -> None:
        """The callback of the optimiser, which can be stopped only by an exception."""
        is_better = self.take(found)
        if self._on_progress is None:
            return
        now = self.result
        progress = OptimisingProgress(
            now.lurd,
            now.moves,
            now.pushes,
            now.moves_before or 0,
            now.pushes_before or 0,
            is_better,
            found.method.name,
            found.part,
            now.lower_bound or 0,
            found.nodes,
            found.seconds,
            max(0.0, self._max_seconds - found.seconds),
        )
        if self._on_progress(progress) is False:
            raise CancelledError("stopped: on_progress returned False")

    def _play(self, lurd: str) -> Result:
        return with_solution(self._unsolved, self._level, lurd)

    def _length(self, result: Result) -> tuple[int, int]:
        lengths = (result.moves, result.pushes)
        return lengths if self._objective is Objective.MOVES else lengths[::-1]
