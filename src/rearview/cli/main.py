"""The entry point. It imports almost nothing, so that Ctrl-C works while the rest is loaded."""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False  # Instead of importing `typing`, which takes time.
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

_INTERRUPTED = 130
"""`ExitCode.INTERRUPTED`, before that is loaded."""


def main() -> NoReturn:
    """Run the command line, and exit with its code."""
    try:
        code = _load()()
    except KeyboardInterrupt:
        code = _INTERRUPTED
    sys.exit(code)


def _load() -> Callable[[], int]:
    """Import the application. Meanwhile, Ctrl-C ends the process at once.

    There is nothing to clean up yet, and an exception in the middle of an import may be printed or
    lost.
    """
    is_default = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_default:
        signal.signal(signal.SIGINT, lambda *_: os._exit(_INTERRUPTED))
    try:
        from rearview.cli.application import run
    finally:
        if is_default:
            signal.signal(signal.SIGINT, signal.default_int_handler)
    return run
