"""The worker's side of `Processes`.

It is started as a separate program and not by `multiprocessing`, which would import the caller's
main module again: a script without `if __name__ == "__main__":` would run a second time.
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
    # Until `work` runs, errors are reported in one line.
    "import sys; sys.tracebacklimit = 0; sys.path[:] = sys.argv[2:]; "
    "from rearview.parallel.worker import work; work(int(sys.argv[1]))"
)
"""For `python -c`, with a descriptor of the pipe and the caller's `sys.path`."""

READY: Final = "ready"
"""The first message of a worker: a process that ends before it could never make a call."""


def work(descriptor: int) -> None:
    """Calls in, answers out, until the pipe is closed. Never prints anything."""
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
        return  # Nobody reads the answer any more.


def _answer(call: Callable[[], object]) -> tuple[Exception | None, object]:
    """The exception and the return value of a call."""
    try:
        return None, call()
    except Exception as error:
        return error, None


def _read(connection: Connection, calls: SimpleQueue[Callable[[], object]]) -> None:
    """Reads also while a call is running: a killed parent cannot end its workers, but the pipe ends
    with it."""
    while True:
        try:
            calls.put(connection.recv())
        except (EOFError, OSError):
            os._exit(1)
        except Exception as error:  # For example a class from the caller's main module.
            calls.put(_Refusal(f"a worker cannot read what it is to do: {error}"))


class _Refusal:
    """A call that only raises why it cannot be made."""

    def __init__(self, why: str) -> None:
        self._why = why

    def __call__(self) -> NoReturn:
        raise ArgumentError(self._why)
