"""`Workers`: calls spread over processes, answers as they come.

Each worker is a process of its own with one pipe to it, and has one call at a time: a worker that
dies costs that call's answer and nothing else, which no pool of the standard library promises.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Generator, Hashable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from rearview.arguments import shown, to_whole
from rearview.errors import ArgumentError, OptionError, WorkerError
from rearview.parallel.signals import held_interrupts

Key = TypeVar("Key", bound=Hashable)
Answer = TypeVar("Answer")
NextCall = Callable[[], tuple[Key, Callable[[], Answer]] | None]
"""The next call and the key to know it by, or None when there is nothing to do at the moment."""

MAX_JOBS = 1_024
_SECONDS_TO_DIE = 10.0


@dataclass(frozen=True, slots=True)
class Died:
    """In the place of an answer: the process ended before it had one."""

    how: str
    """As the end of a sentence: `was killed by signal 9`."""


Answers = Generator[tuple[Key, Answer | Died], None, None]


def check_jobs(jobs: int) -> int:
    """The number as a plain one. Raises OptionError unless so many processes make sense."""
    count = to_whole(jobs)
    if count is None or not 1 <= count <= MAX_JOBS:
        raise OptionError(f"jobs must be a whole number from 1 to {MAX_JOBS:,}, not {shown(jobs)}")
    return count


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

    def __init__(self) -> None:
        # Not at the top: a single level needs none of this, and it takes long to import.
        from multiprocessing import Pipe
        from subprocess import DEVNULL, Popen

        self.connection, theirs = Pipe()
        self.key: Key | None = None
        self._is_ready = False
        descriptor = theirs.fileno()
        try:
            self._process = Popen(_command(descriptor), stdin=DEVNULL, pass_fds=[descriptor])
        except OSError as error:
            self.connection.close()
            why = (error.strerror or str(error)).lower()
            raise WorkerError(f"another process cannot be started: {why}") from None
        finally:
            theirs.close()  # Now the pipe ends when the worker does.

    def give(self, key: Key, call: Callable[[], object]) -> None:
        self.key = key
        try:
            self.connection.send(call)
        except OSError:
            pass  # If it is dead already, reading its answer will say so.
        except Exception as error:  # What `pickle` raises is of any kind.
            raise ArgumentError(f"a level cannot be sent to another process: {error}") from None

    def has_answer(self) -> bool:
        """Whether what its pipe holds is an answer, or its end; not that it is now ready."""
        from rearview.parallel.worker import READY

        if self._is_ready:
            return True
        try:
            self._is_ready = self.connection.recv() == READY
        except (EOFError, OSError):
            return True  # The same again for who reads on.
        return False

    def end(self) -> None:
        """End it, whatever it does."""
        from subprocess import TimeoutExpired

        self._process.terminate()
        try:
            self._process.wait(_SECONDS_TO_DIE)
        except TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self.connection.close()

    def how_it_died(self) -> str:
        """Raises WorkerError when it could not even begin, as then no other can."""
        from subprocess import TimeoutExpired

        with suppress(TimeoutExpired):
            self._process.wait(_SECONDS_TO_DIE)
        code = self._process.returncode
        self.end()
        if code is not None and code < 0:
            return f"was killed by signal {-code}"
        if not self._is_ready:
            raise WorkerError(f"a process that was to search levels ended with code {code} at once")
        return f"ended with code {code}"


def _command(descriptor: int) -> list[str]:
    """Starts a worker with the options of this interpreter, able to import what this one can."""
    from subprocess import _args_from_interpreter_flags  # type: ignore[attr-defined]

    from rearview.parallel.worker import PROGRAM

    places = [place for place in sys.path if isinstance(place, str)]
    # A relative path may have been meant for another folder.
    here = str(Path(__file__).resolve().parents[2])
    flags = _args_from_interpreter_flags()
    return [sys.executable or "", *flags, "-c", PROGRAM, str(descriptor), *places, here]


class _Workers(Generic[Key, Answer]):
    """All workers, started when there is a call for them."""

    def __init__(self, next_call: NextCall[Key, Answer], jobs: int) -> None:
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
        with _interrupts_blocked():
            return _Worker()

    def _wait(self) -> list[_Worker[Key]]:
        from multiprocessing.connection import wait

        ready = wait([worker.connection for worker in self._busy])
        said = [worker for worker in self._busy if worker.connection in ready]
        return [worker for worker in said if worker.has_answer()]

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
def _interrupts_blocked() -> Iterator[None]:
    """A process that starts in here never hears Ctrl-C: who waits for it does, and ends it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
