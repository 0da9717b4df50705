"""`Processes`: a pool of processes on this machine.

Each worker is a separate process with one pipe to it, and has one call at a time: if a worker dies,
only that call's answer is lost. No pool of the standard library guarantees that.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Hashable
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

from rearview.errors import ArgumentError, WorkerError
from rearview.parallel.pool import Died, News, Pool
from rearview.parallel.signals import held_interrupts, interrupts_blocked
from rearview.parallel.worker import PROGRAM, READY
from rearview.search import Search

_SECONDS_TO_DIE = 10.0


class Processes(Pool):
    """Workers are started on demand, and ignore Ctrl-C themselves."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._busy: list[_Worker] = []
        self._idle: list[_Worker] = []

    @property
    def has_room(self) -> bool:
        return len(self._busy) < self._jobs

    def give(self, key: Hashable, call: Callable[[], object]) -> None:
        # No interrupt in between: it would leave a worker that is started but not registered.
        with held_interrupts():
            worker = self._idle.pop() if self._idle else _start()
            self._busy.append(worker)
        try:
            worker.give(key, call)
        except ArgumentError:
            self._rest(worker)
            raise

    def wait(self) -> list[tuple[Any, Any | Died | News]]:
        """One answer at a time: if it is an error, the others can still be read."""
        if not self._busy:
            return []
        ready = wait([worker.connection for worker in self._busy])
        worker = next(worker for worker in self._busy if worker.connection in ready)
        return [(worker.key, self._take(worker))] if worker.has_answer() else []

    def share(self, search: Search) -> Search:
        return search.shared_among(self._jobs)

    def close(self) -> None:
        for worker in (*self._busy, *self._idle):
            worker.end()
        self._busy, self._idle = [], []

    def _take(self, worker: _Worker) -> object:
        """The answer of a worker, or its news, or how it died."""
        try:
            said = worker.connection.recv()
        except (EOFError, OSError):
            death = Died(worker.describe_exit())
            self._busy.remove(worker)
            return death
        if isinstance(said, News):
            return said
        self._rest(worker)
        raised, answer = said
        if raised is not None:
            raise raised
        return answer

    def _rest(self, worker: _Worker) -> None:
        """In this order, so that `close` finds the worker whenever Ctrl-C is pressed."""
        self._idle.append(worker)
        self._busy.remove(worker)


class _Worker:
    """One process, and the key of its current call."""

    def __init__(self) -> None:
        self.connection, theirs = Pipe()
        self.key: Hashable = None
        self._is_ready = False
        descriptor = theirs.fileno()
        try:
            self._process = subprocess.Popen(
                _command(descriptor), stdin=subprocess.DEVNULL, pass_fds=[descriptor]
            )
        except OSError as error:
            self.connection.close()
            why = (error.strerror or str(error)).lower()
            raise WorkerError(f"cannot start a worker process: {why}") from None
        finally:
            theirs.close()  # Now the pipe ends when the worker does.

    def give(self, key: Hashable, call: Callable[[], object]) -> None:
        self.key = key
        try:
            self.connection.send(call)
        except OSError:
            pass  # If it is dead already, reading its answer will say so.
        except Exception as error:  # `pickle` may raise any exception.
            raise ArgumentError(f"cannot send a level to another process: {error}") from None

    def has_answer(self) -> bool:
        """Whether its pipe holds an answer or its end, and not the message that it is ready."""
        if self._is_ready:
            return True
        try:
            self._is_ready = self.connection.recv() == READY
        except (EOFError, OSError):
            return True  # Left for the next reader.
        return False

    def end(self) -> None:
        """Kill the process."""
        self._process.terminate()
        try:
            self._process.wait(_SECONDS_TO_DIE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self.connection.close()

    def describe_exit(self) -> str:
        """Raises WorkerError if it could not even start, as then no other can."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_SECONDS_TO_DIE)
        code = self._process.returncode
        self.end()
        if code is not None and code < 0:
            return f"was killed by signal {-code}"
        if not self._is_ready:
            raise WorkerError(f"a worker process failed to start: exit code {code}")
        return f"ended with code {code}"


def _command(descriptor: int) -> list[str]:
    """Starts a worker with the options and the import path of this interpreter."""
    places = [place for place in sys.path if isinstance(place, str)]
    # A relative path may refer to another folder.
    here = str(Path(__file__).resolve().parents[2])
    flags = subprocess._args_from_interpreter_flags()  # type: ignore[attr-defined]
    return [sys.executable or "", *flags, "-c", PROGRAM, str(descriptor), *places, here]


def _start() -> _Worker:
    with interrupts_blocked():
        return _Worker()
