"""`Workers`: calls spread over processes, answers as they come.

Each worker is a process of its own with one pipe to it, and has one call at a time: a worker that
dies costs that call's answer and nothing else, which no pool of the standard library promises.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Generator, Hashable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from rearview.arguments import is_whole, shown
from rearview.errors import OptionError
from rearview.interrupts import held_interrupts

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnContext

Key = TypeVar("Key", bound=Hashable)
Answer = TypeVar("Answer")
NextCall = Callable[[], tuple[Key, Callable[[], Answer]] | None]
"""The next call and the key to know it by, or None when there is nothing to do at the moment."""

MAX_JOBS = 1_024
_SECONDS_TO_DIE = 2.0


@dataclass(frozen=True, slots=True)
class Died:
    """In the place of an answer: the process ended before it had one."""

    how: str
    """As the end of a sentence: `was killed by signal 9`."""


Answers = Generator[tuple[Key, Answer | Died], None, None]


def check_jobs(jobs: int) -> None:
    """Raises OptionError unless so many processes make sense."""
    if not is_whole(jobs) or not 1 <= jobs <= MAX_JOBS:
        raise OptionError(f"jobs must be a whole number from 1 to {MAX_JOBS:,}, not {shown(jobs)}")


def count_cores() -> int:
    """Those that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # Not on every system.
        return os.cpu_count() or 1


def run_calls(next_call: NextCall[Key, Answer], jobs: int) -> Answers[Key, Answer]:
    """Make calls, `jobs` at a time, each in another process, and yield answers as they are known.

    A call is a function without arguments that can be pickled. `next_call` is asked whenever a
    worker is free, and again after each answer: who reads an answer may add to what there is to
    do. It ends when there is nothing more and every answer is read. What a call raises is raised
    here. Leaving the iterator early, or Ctrl-C, ends the workers.
    """
    return _Workers(next_call, jobs).run()


class _Worker(Generic[Key]):
    """One process, and the key of the call that it has."""

    def __init__(self, context: SpawnContext) -> None:
        self.connection, theirs = context.Pipe()
        self.key: Key | None = None
        self._process = context.Process(target=_work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()  # Now the pipe ends when the worker does.

    def give(self, key: Key, call: Callable[[], object]) -> None:
        self.key = key
        with suppress(OSError):  # If it is dead already, reading its answer will say so.
            self.connection.send(call)

    def end(self) -> None:
        """End it, whatever it does."""
        self._process.terminate()
        self._process.join(_SECONDS_TO_DIE)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self.connection.close()

    def how_it_died(self) -> str:
        self._process.join(_SECONDS_TO_DIE)
        code = self._process.exitcode
        self.end()
        if code is None or code >= 0:
            return f"ended with code {code}"
        return f"was killed by signal {-code}"


class _Workers(Generic[Key, Answer]):
    """All workers, started when there is a call for them."""

    def __init__(self, next_call: NextCall[Key, Answer], jobs: int) -> None:
        # Not at the top: a single level needs none of this, and it takes long to import.
        from multiprocessing import get_context, resource_tracker

        self._context = get_context("spawn")
        resource_tracker.ensure_running()
        self._next_call = next_call
        self._jobs = jobs
        self._busy: list[_Worker[Key]] = []
        self._idle: list[_Worker[Key]] = []

    def run(self) -> Answers[Key, Answer]:
        try:
            self._give_out()
            while self._busy:
                for worker in self._wait():
                    key = worker.key
                    assert key is not None
                    answer = self._take(worker)
                    self._give_out()
                    yield key, answer
                self._give_out()
        finally:
            for worker in self._busy + self._idle:
                worker.end()

    def _give_out(self) -> None:
        """Give calls to free workers, and to new ones, until there are no more of either."""
        while len(self._busy) < self._jobs:
            call = self._next_call()
            if call is None:
                return
            # Not in between: a worker that is not yet known would be left half started.
            with held_interrupts():
                worker = self._idle.pop() if self._idle else self._start()
                self._busy.append(worker)
            worker.give(*call)

    def _start(self) -> _Worker[Key]:
        with _deaf_to_interrupts():
            return _Worker(self._context)

    def _wait(self) -> list[_Worker[Key]]:
        from multiprocessing.connection import wait

        ready = wait([worker.connection for worker in self._busy])
        return [worker for worker in self._busy if worker.connection in ready]

    def _take(self, worker: _Worker[Key]) -> Answer | Died:
        """The answer that a worker has, or how it died."""
        self._busy.remove(worker)
        try:
            raised, answer = worker.connection.recv()
        except (EOFError, OSError):
            return Died(worker.how_it_died())
        self._idle.append(worker)
        if raised is not None:
            raise raised
        result: Answer = answer
        return result


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """A process that starts in here never hears Ctrl-C: who waits for it does, and ends it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(connection: Connection) -> None:
    """What a worker does: calls in, answers out, until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_die_with_parent, daemon=True).start()
    try:
        while True:
            call = connection.recv()
            try:
                raised, answer = None, call()
            except Exception as error:
                raised, answer = error, None
            connection.send((raised, answer))
    except (EOFError, OSError):
        return  # Nobody is there to hear the answer.


def _die_with_parent() -> None:
    """A parent that was killed cannot end its workers; a search may go on for long."""
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
