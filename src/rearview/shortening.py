"""`shorten_level`: find a solution of a level that is as short as its time allows.

This is what `rearview optimise` does with each level: the solutions in its file, or those that the
search finds first, are optimised together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic, perf_counter
from typing import Final

from rearview._core import Progress
from rearview.errors import RearviewError
from rearview.levels.level import Level
from rearview.objective import Objective
from rearview.optimising import OptimisingProgress, optimise
from rearview.parallel.batch import Asked, Ended, Events, Step, Task, run_batch
from rearview.parallel.many_levels import result_of
from rearview.parallel.news import teller
from rearview.parallel.pool import Pool
from rearview.parallel.wanted import watcher
from rearview.progress import OnProgress
from rearview.result import Result
from rearview.search import Search
from rearview.solution import verify
from rearview.solving import result_without_search, search_level

_OTHER_SHARE: Final = 0.05
"""Share of the time to find another solution with each following seed."""
_SEARCHING_SHARE: Final = 0.75
"""After this share of the time no further seed begins: the rest is for shortening."""
USUAL_SEEDS: Final = {Objective.MOVES: 3, Objective.PUSHES: 6}
"""How many solutions to begin with. For moves, choosing among more takes most of the time; that six
are better for pushes is likely, but not settled (docs/optimise.md)."""
_LEAST_SECONDS: Final = 0.001
_SECONDS_BETWEEN_NEWS: Final = 0.5
"""Of a level that another process works on: improvements come in dozens at first."""


AnyProgress = Progress | OptimisingProgress
"""Of the search first, and then of the optimiser."""


@dataclass(frozen=True)
class Shortening:
    """How solutions are shortened. It can be sent to another process."""

    search: Search
    """How a solution is found if there is none. Its limit is that of everything together."""
    objective: Objective = Objective.MOVES
    seeds: int = 1
    """Without a solution, so many seeds search for one, and everything they find is used."""
    methods: Sequence[str] | None = None
    max_nodes: int | None = None


def shorten_level(
    level: Level, shortening: Shortening, on_progress: OnProgress[AnyProgress] | None = None
) -> Result:
    """The shortest solution found in time; if there is none, the result of the search."""
    began = perf_counter()
    on_progress = on_progress or _listener()
    refused = result_without_search(level)
    if refused is not None:
        return replace(refused, seconds=perf_counter() - began)
    solutions = list(given_solutions(level))
    found: Result | None = None
    if not solutions:
        found, solutions = _search(level, shortening, on_progress)
        if not found:
            return replace(found, objective=shortening.objective)
    limit = shortening.search.limit
    left = limit.seconds - (perf_counter() - began)
    result = optimise(
        level,
        solutions,
        objective=shortening.objective,
        limit=replace(limit, seconds=max(_LEAST_SECONDS, left)),
        on_progress=on_progress,
        methods=shortening.methods,
        max_nodes=shortening.max_nodes,
    )
    if found is not None:
        result = _together(found, result)
    return replace(result, seconds=perf_counter() - began)


def _listener() -> OnProgress[AnyProgress] | None:
    """Where the level is one of many: who is told of each improvement, and says when to stop."""
    is_wanted, tell = watcher(), teller()
    if tell is None:
        return is_wanted
    news = _News(tell)

    def hear(progress: AnyProgress) -> bool | None:
        news.hear(progress)
        return None if is_wanted is None else is_wanted(progress)

    return hear


class _News:
    """Tells of the best solution so far, when it is another one, and not all the time."""

    def __init__(self, tell: Callable[[object], None]) -> None:
        self._tell = tell
        self._untold = ""
        self._next_at = 0.0

    def hear(self, progress: AnyProgress) -> None:
        if isinstance(progress, OptimisingProgress) and progress.is_better:
            self._untold = progress.lurd
        if self._untold and monotonic() >= self._next_at:
            self._next_at = monotonic() + _SECONDS_BETWEEN_NEWS
            self._tell(self._untold)
            self._untold = ""


def solve_and_optimise(
    level: Level, search: Search, objective: Objective, on_progress: OnProgress[AnyProgress] | None
) -> Result:
    """The result of the search, shortened for the time that it says."""
    found = search_level(level, replace(search, objective=None), on_progress=on_progress)
    if not found or search.optimise_seconds is None:
        return replace(found, objective=objective)
    limit = replace(search.limit, seconds=search.optimise_seconds)
    result = optimise(level, found.lurd, objective=objective, limit=limit, on_progress=on_progress)
    return _together(found, result)


def _together(found: Result, result: Result) -> Result:
    """A result of the optimiser, with the statistics of the search before it."""
    return replace(
        result,
        backward_nodes=found.backward_nodes,
        forward_nodes=found.forward_nodes + result.forward_nodes,
        rounds=found.rounds,
    )


def given_solutions(level: Level) -> Iterator[str]:
    """Those of a level's own solutions that solve it."""
    for one in level.solutions:
        try:
            if verify(level, one):
                yield one
        except RearviewError:
            continue


def _search(
    level: Level, shortening: Shortening, on_progress: OnProgress[AnyProgress] | None
) -> tuple[Result, list[str]]:
    """The first solution, or why there is none, and all that were found."""
    search = replace(shortening.search, objective=None)
    seconds = search.limit.seconds
    began = perf_counter()
    first = search_level(level, search, on_progress=on_progress)
    solutions = [first.lurd] if first else []
    for number in range(1, shortening.seeds if first else 1):
        if perf_counter() - began > seconds * _SEARCHING_SHARE:
            break
        # Other rules of ties give solutions that differ more than those of another seed.
        other = _within(search.rival(number), seconds * _OTHER_SHARE)
        if result := search_level(level, other, on_progress=on_progress):
            solutions.append(result.lurd)
    return first, solutions


def _within(search: Search, seconds: float) -> Search:
    return replace(search, limit=replace(search.limit, seconds=seconds))


def shorten_levels(
    levels: Iterable[tuple[Task, Level]],
    shortening: Shortening,
    pool: Pool,
    on_progress: OnProgress[AnyProgress] | None = None,
    on_better: Callable[[Task, str], None] | None = None,
) -> Events[Task, Result]:
    """Shorten solutions of levels, and yield the events; see `solve_levels`.

    Improvements found by other processes are passed to `on_better` soon afterwards.
    """
    shortening = replace(shortening, search=pool.share(shortening.search))
    steps: Iterator[Step[Task, Result, Result]] = (
        Asked(task, partial(shorten_level, level, shortening, on_progress))
        for task, level in levels
    )
    with closing(run_batch(steps, pool, on_better)) as events:
        for event in events:
            yield Ended(event.task, result_of(event.record)) if isinstance(event, Ended) else event
