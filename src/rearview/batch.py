"""`solve_many`: many levels, over several processes, results in order.

Each worker is a process of its own with one pipe to it, and has one level at a time: a worker that
dies costs that level's result and nothing else, which no pool of the standard library promises.
Searches share nothing, so results do not depend on how many run at once.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rearview.errors import OptionError
from rearview.levels.level import Level
from rearview.limit import Limit
from rearview.model import Model
from rearview.result import Result, SolveOutcome, StopReason
from rearview.solving import DEFAULT_LIMIT, check_seed, solve
from rearview.strategy import Strategy

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnContext

MAX_JOBS = 1_024
_SECONDS_TO_DIE = 2.0


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
    one job everything happens in this process. With more, the caller's main module is imported by
    each worker, so a script needs its `if __name__ == "__main__":`. Leaving the iterator early, or
    Ctrl-C, ends the workers.
    """
    check_jobs(jobs)
    check_seed(seed)
    model = model or Model.shipped()
    strategy = strategy or Strategy()
    if jobs == 1:
        return (solve(one, limit, model, seed, strategy=strategy) for one in levels)
    limit = replace(limit, memory_mb=limit.memory_bytes(jobs) // 2**20)
    return _Workers(_Setup(limit, model, seed, strategy), jobs).run(levels)


def check_jobs(jobs: int) -> None:
    """Raises OptionError unless so many processes make sense."""
    if not isinstance(jobs, int) or isinstance(jobs, bool) or not 1 <= jobs <= MAX_JOBS:
        raise OptionError(f"jobs must be a whole number from 1 to {MAX_JOBS:,}, not {jobs}")


@dataclass(frozen=True)
class _Setup:
    """What a worker is told once."""

    limit: Limit
    model: Model
    seed: int
    strategy: Strategy


class _Worker:
    """One process, and the number of the level that it has."""

    def __init__(self, context: SpawnContext, setup: _Setup) -> None:
        self.connection, theirs = context.Pipe()
        self.task: int | None = None
        self._process = context.Process(
            target=_work, args=(theirs, setup, os.getpid()), daemon=True
        )
        self._process.start()
        theirs.close()  # Now the pipe ends when the worker does.

    def give(self, task: int, level: Level) -> None:
        self.task = task
        self.connection.send(level)

    def end(self) -> int | None:
        """End it, whatever it does, and return its exit code."""
        self._process.terminate()
        self._process.join(_SECONDS_TO_DIE)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self.connection.close()
        return self._process.exitcode

    def how_it_died(self) -> str:
        self._process.join(_SECONDS_TO_DIE)
        code = self._process.exitcode
        self.end()
        if code is None or code >= 0:
            return f"the process that searched the level ended with code {code}"
        return f"the process that searched the level was killed by signal {-code}"


class _Workers:
    """All workers, started when there is a level for them."""

    def __init__(self, setup: _Setup, jobs: int) -> None:
        # Not at the top: a single level needs none of this, and it takes long to import.
        from multiprocessing import get_context, resource_tracker

        self._context = get_context("spawn")
        resource_tracker.ensure_running()
        self._setup = setup
        self._jobs = jobs
        self._workers: list[_Worker] = []
        self._results: dict[int, Result] = {}

    def run(self, levels: Iterable[Level]) -> Iterator[Result]:
        tasks = enumerate(levels)
        next_result = 0
        try:
            while len(self._workers) < self._jobs and self._give_next(None, tasks):
                pass
            while self._workers:
                for worker in self._wait():
                    alive = self._take(worker)
                    self._give_next(worker if alive else None, tasks)
                while next_result in self._results:
                    yield self._results.pop(next_result)
                    next_result += 1
        finally:
            for worker in self._workers:
                worker.end()

    def _give_next(self, worker: _Worker | None, tasks: Iterator[tuple[int, Level]]) -> bool:
        """Whether there was a level to give, to this worker or to a new one."""
        task = next(tasks, None)
        if task is None:
            if worker is not None:
                self._dismiss(worker)
            return False
        if worker is None:
            with _without_interrupts():
                worker = _Worker(self._context, self._setup)
            self._workers.append(worker)
        with suppress(OSError):  # If it is dead already, reading its answer will say so.
            worker.give(*task)
        return True

    def _wait(self) -> list[_Worker]:
        from multiprocessing.connection import wait

        ready = wait([worker.connection for worker in self._workers])
        return [worker for worker in self._workers if worker.connection in ready]

    def _take(self, worker: _Worker) -> bool:
        """Note the result that a worker has, or that it died; whether it lives."""
        assert worker.task is not None
        try:
            answer = worker.connection.recv()
        except (EOFError, OSError):
            self._workers.remove(worker)
            self._results[worker.task] = Result(
                SolveOutcome.UNSOLVED, StopReason.CRASHED, error=worker.how_it_died()
            )
            return False
        if isinstance(answer, Exception):
            raise answer
        self._results[worker.task] = answer
        return True

    def _dismiss(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        worker.end()


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """A process that starts in here never hears Ctrl-C: who waits for it does, and ends it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(connection: Connection, setup: _Setup, parent: int) -> None:
    """What a worker does: levels in, results out, until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def is_wanted(_: object) -> bool:
        return os.getppid() == parent

    try:
        while is_wanted(None):
            level = connection.recv()
            try:
                answer: Result | Exception = solve(
                    level, setup.limit, setup.model, setup.seed, is_wanted, setup.strategy
                )
            except Exception as error:
                answer = error
            connection.send(answer)
    except (EOFError, OSError):
        return  # Nobody is there to hear the answer.
