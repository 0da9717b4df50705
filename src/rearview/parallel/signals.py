"""Ctrl-C at a good moment: what must not be cut in two is done whole first."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

STOPPING_SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""Ctrl-C, a polite `kill`, and a terminal that is closed."""


@contextmanager
def held_interrupts() -> Iterator[None]:
    """Signals that Python would answer in here are answered when the block is left.

    To block them in this thread would not do: another thread hears them, and Python answers in the
    main one.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # Python answers no signal here.
        return
    heard: list[int] = []
    before = {
        number: signal.signal(number, lambda number, _: heard.append(number))
        for number in STOPPING_SIGNALS
        if callable(signal.getsignal(number))
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in heard[:1]:
            signal.raise_signal(number)


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """A process that starts in here never hears Ctrl-C: who waits for it does, and ends it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
