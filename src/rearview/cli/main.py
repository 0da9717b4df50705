"""The entry point. It imports next to nothing: Ctrl-C may come while everything else is loaded."""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False  # What `typing` has, without the time that it takes to import.
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

_INTERRUPTED = 130
"""`ExitCode.INTERRUPTED`, before that is loaded."""


def main() -> NoReturn:
    """Run the command line, and end with its exit code."""
    try:
        code = _load()()
    except KeyboardInterrupt:
        code = _INTERRUPTED
    sys.exit(code)


def _load() -> Callable[[], int]:
    """The application. Ctrl-C ends the process at once while it is imported.

    Nothing has begun that would have to be ended in order, and an exception in the middle of an
    import may be told on the terminal, or get lost.
    """
    is_heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_heard:
        signal.signal(signal.SIGINT, lambda *_: os._exit(_INTERRUPTED))
    try:
        from rearview.cli.application import run
    finally:
        if is_heard:
            signal.signal(signal.SIGINT, signal.default_int_handler)
    return run
