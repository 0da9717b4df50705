"""`solve_many`: many levels, over several processes, results in order.

Searches share nothing, so results do not depend on how many run at once.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace

from rearview.arguments import check_kinds
from rearview.levels.level import Level
from rearview.limit import Limit
from rearview.model import Model
from rearview.objective import Objective
from rearview.parallel.processes import Died, check_jobs, run_calls
from rearview.result import Outcome, Result, StopReason
from rearview.solving import DEFAULT_LIMIT, check_search, solve
from rearview.strategy import Strategy

NumberedResults = Generator[tuple[int, Result], None, None]


def solve_many(
    levels: Iterable[Level],
    jobs: int = 1,
    limit: Limit = DEFAULT_LIMIT,
    model: Model | None = None,
    seed: int = 0,
    strategy: Strategy | None = None,
) -> Iterator[Result]:
    """Solve levels, `jobs` at a time, and yield their results in the order of the levels.

    The limit is that of each level; memory that is not limited by the caller is shared out. With
    one job everything happens in this process. With more, each worker is a new Python that imports
    rearview and not the caller's script, which needs no `if __name__ == "__main__":`. Leaving the
    iterator early, or Ctrl-C, ends the workers. Raises WorkerError when no process can be started.
    """
    jobs = check_jobs(jobs)
    seed = check_search(limit, model, seed, strategy)
    check_kinds("levels", levels, Level)
    model = model or Model.shipped()
    strategy = strategy or Strategy()
    if jobs == 1:
        return (solve(one, limit, model, seed, strategy=strategy) for one in levels)
    return in_order(solve_as_known(levels, Search(limit, model, seed, strategy), jobs))


@dataclass(frozen=True)
class Search:
    """How levels are searched, all but the level; it can be sent to another process."""

    limit: Limit
    model: Model
    seed: int
    strategy: Strategy
    objective: Objective | None = None

    def shared_among(self, jobs: int) -> Search:
        """The same when so many run at once: memory is shared out, and only weights are sent."""
        return replace(
            self,
            limit=replace(self.limit, memory_mb=self.limit.memory_bytes(jobs) // 2**20),
            model=replace(self.model, provenance=None),
        )


@dataclass(frozen=True)
class SolveCall:
    """The search of one level, to be made in another process."""

    level: Level
    search: Search

    def __call__(self) -> Result:
        how = self.search
        return solve(
            self.level,
            how.limit,
            how.model,
            how.seed,
            strategy=how.strategy,
            objective=how.objective,
        )


def result_of(answer: Result | Died) -> Result:
    """A search whose process died is unsolved."""
    if isinstance(answer, Died):
        how = f"the process that searched the level {answer.how}"
        return Result(Outcome.UNSOLVED, StopReason.CRASHED, error=how)
    return answer


def solve_as_known(levels: Iterable[Level], search: Search, jobs: int) -> NumberedResults:
    """Solve levels in other processes, and yield each result with the number of its level, from 0,
    the moment it is known.

    Memory is shared out. Leaving the iterator early ends the workers.
    """
    numbered = enumerate(levels)
    shared = search.shared_among(jobs)

    def next_call() -> tuple[int, Callable[[], Result]] | None:
        task = next(numbered, None)
        return task and (task[0], SolveCall(task[1], shared))

    with closing(run_calls(next_call, jobs)) as answers:
        for number, answer in answers:
            yield number, result_of(answer)


def in_order(results: NumberedResults) -> Iterator[Result]:
    """Results in the order of their levels: one that is early waits for those before it."""
    early: dict[int, Result] = {}
    next_result = 0
    with closing(results):
        for number, result in results:
            early[number] = result
            while next_result in early:
                yield early.pop(next_result)
                next_result += 1
