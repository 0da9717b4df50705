"""`Interruption`: somebody asks the program to stop, and it ends in order."""

from __future__ import annotations

import signal
from time import monotonic
from types import FrameType

from rearview.parallel.signals import STOPPING_SIGNALS

_SECONDS_TO_END = 1.0
"""A second Ctrl-C is heard only after this, so that the first can clean up and keep what there is.
If the exception of the first got lost, as in a destructor, the second ends the program."""


class Interruption:
    """A context that listens: Ctrl-C, SIGTERM and SIGHUP all raise KeyboardInterrupt in it."""

    def __init__(self) -> None:
        self._signal: int | None = None
        self._ignore_until = 0.0
        self._before: dict[int, signal._HANDLER] = {}

    @property
    def exit_code(self) -> int | None:
        """What shells say of a program that a signal has ended; None when nothing was heard."""
        return None if self._signal is None else 128 + self._signal

    def __enter__(self) -> Interruption:
        for number in STOPPING_SIGNALS:
            # Who ignores a signal, as `nohup` does, wants it ignored.
            if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
                self._before[number] = signal.signal(number, self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            # An interrupted program is about to end, and nothing is to disturb that.
            signal.signal(number, handler if self._signal is None else signal.SIG_IGN)

    def _hear(self, number: int, _frame: FrameType | None) -> None:
        if monotonic() < self._ignore_until:
            return
        self._signal = number
        self._ignore_until = monotonic() + _SECONDS_TO_END
        raise KeyboardInterrupt
