"""`Interruption`: turns signals into an orderly end of the program."""

from __future__ import annotations

import signal
from time import monotonic
from types import FrameType

from rearview.parallel.signals import STOPPING_SIGNALS

_SECONDS_TO_END = 1.0
"""A second Ctrl-C is ignored within this time, so that the first can clean up and save results.
If the exception of the first was lost, as in a destructor, the second ends the program."""


class Interruption:
    """A context manager in which Ctrl-C, SIGTERM and SIGHUP raise KeyboardInterrupt."""

    def __init__(self) -> None:
        self._signal: int | None = None
        self._ignore_until = 0.0
        self._before: dict[int, signal._HANDLER] = {}

    @property
    def exit_code(self) -> int | None:
        """The code that shells report for a signal; None if there was no signal."""
        return None if self._signal is None else 128 + self._signal

    def __enter__(self) -> Interruption:
        for number in STOPPING_SIGNALS:
            # A signal that the caller ignores, as `nohup` does, stays ignored.
            if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
                self._before[number] = signal.signal(number, self._handle)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            # An interrupted program is about to end: ignore further signals.
            signal.signal(number, handler if self._signal is None else signal.SIG_IGN)

    def _handle(self, number: int, _frame: FrameType | None) -> None:
        if monotonic() < self._ignore_until:
            return
        self._signal = number
        self._ignore_until = monotonic() + _SECONDS_TO_END
        raise KeyboardInterrupt
