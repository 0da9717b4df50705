"""`solve_many`: solve many levels in parallel, with results in order.

Searches share nothing, so results do not depend on how many run in parallel.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

from rearview._core import Progress
from rearview.arguments import check_kinds
from rearview.errors import OptionError
from rearview.levels.level import Level
from rearview.limit import Limit
from rearview.model import Model
from rearview.objective import Objective
from rearview.parallel.batch import Asked, Ended, Events, Step, Task, in_order, run_batch
from rearview.parallel.pool import Died, Pool, check_jobs, open_pool
from rearview.progress import OnProgress
from rearview.result import Outcome, Result, StopReason
from rearview.search import DEFAULT_LIMIT, Search
from rearview.solving import search_level
from rearview.strategy import Strategy

if TYPE_CHECKING:
    from distributed import Client


def solve_many(
    levels: Iterable[Level],
    *,
    limit: Limit = DEFAULT_LIMIT,
    model: Model | None = None,
    seed: int = 0,
    strategy: Strategy | None = None,
    objective: Objective | str | None = None,
    optimise_seconds: float | None = None,
    jobs: int = 1,
    client: Client | None = None,
) -> Iterator[Result]:
    """Solve levels, `jobs` at a time, and yield their results in the order of the levels.

    All arguments but `jobs` and `client` are those of `solve`. The limit is per level; default
    memory is divided among the jobs.

    With one job everything runs in this process. With more, each worker is a new Python process
    that imports rearview but not the caller's script, so no `if __name__ == "__main__":` is needed.
    Leaving the iterator early, or Ctrl-C, ends the workers. Raises WorkerError if no process can be
    started.

    With a Dask client, levels are solved on the workers of its cluster. The client stays open.
    Raises ClusterError if the cluster has other versions than this process, or is lost.
    """
    search = Search(
        limit=limit,
        model=model,
        seed=seed,
        strategy=strategy,
        objective=objective,
        optimise_seconds=optimise_seconds,
    )
    check_kinds("levels", levels, Level)
    if check_jobs(jobs) > 1 and client is not None:
        raise OptionError("jobs cannot be combined with client: the cluster has its own workers")
    return _results(levels, search, jobs, client)


def _results(
    levels: Iterable[Level], search: Search, jobs: int, client: Client | None
) -> Iterator[Result]:
    with (
        open_pool(jobs) if client is None else _pool_of(client) as pool,
        closing(in_order(solve_levels(enumerate(levels), search, pool))) as events,
    ):
        for event in events:
            if isinstance(event, Ended):
                yield event.record


def _pool_of(client: Client) -> Pool:
    from rearview.parallel.cluster.connection import check_client
    from rearview.parallel.cluster.pool import ClusterPool

    return ClusterPool(check_client(client))


def solve_levels(
    levels: Iterable[tuple[Task, Level]],
    search: Search,
    pool: Pool,
    seeds_at_once: int = 1,
    on_progress: OnProgress[Progress] | None = None,
) -> Events[Task, Result]:
    """Solve levels, each with the task that identifies it in the events, and yield the events.

    Progress is reported only for searches in this process.
    """
    search = pool.share(search)
    steps: Iterator[Step[Task, Result, Result]] = (
        Asked(task, partial(search_level, level, search, seeds_at_once, on_progress))
        for task, level in levels
    )
    with closing(run_batch(steps, pool)) as events:
        for event in events:
            if isinstance(event, Ended):
                yield Ended(event.task, result_of(event.record))
            else:
                yield event


def result_of(answer: Result | Died) -> Result:
    """The result of a search whose process died: unsolved."""
    if isinstance(answer, Died):
        how = f"the process that searched the level {answer.how}"
        return Result(Outcome.UNSOLVED, StopReason.CRASHED, error=how)
    return answer
