"""The worker's side of `Processes`: what a process does that was started to make calls.

It is started as a program of its own, and not by `multiprocessing`, which would import the caller's
main module again: a script without `if __name__ == "__main__":` would run a second time in it.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Final, NoReturn

from rearview.errors import ArgumentError
from rearview.parallel.news import telling
from rearview.parallel.pool import News

PROGRAM: Final = (
    # Until `work` runs, what goes wrong is told in one line.
    "import sys; sys.tracebacklimit = 0; sys.path[:] = sys.argv[2:]; "
    "from rearview.parallel.worker import work; work(int(sys.argv[1]))"
)
"""For `python -c`, with a descriptor of the pipe and the caller's `sys.path`."""

READY: Final = "ready"
"""What a worker sends first: a process that ends before could never have made a call."""


def work(descriptor: int) -> None:
    """Calls in, answers out, until the pipe is closed. Prints nothing, whatever ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    del sys.tracebacklimit
    connection = Connection(descriptor)
    calls: SimpleQueue[Callable[[], object]] = SimpleQueue()
    threading.Thread(target=_read, args=(connection, calls), daemon=True).start()
    try:
        connection.send(READY)
        with telling(lambda said: connection.send(News(said))):
            while True:
                connection.send(_answer(calls.get()))
    except OSError:
        return  # Nobody is there to hear the answer.


def _answer(call: Callable[[], object]) -> tuple[Exception | None, object]:
    """What a call raises, and what it returns."""
    try:
        return None, call()
    except Exception as error:
        return error, None


def _read(connection: Connection, calls: SimpleQueue[Callable[[], object]]) -> None:
    """Reads also while a call is made: a parent that was killed cannot end its workers, but the
    pipe ends with it."""
    while True:
        try:
            calls.put(connection.recv())
        except (EOFError, OSError):
            os._exit(1)
        except Exception as error:  # As for a class that only the caller's main module has.
            calls.put(_Refusal(f"a worker cannot read what it is to do: {error}"))


class _Refusal:
    """A call that only says why it cannot be made."""

    def __init__(self, why: str) -> None:
        self._why = why

    def __call__(self) -> NoReturn:
        raise ArgumentError(self._why)
