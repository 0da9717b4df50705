"""Delays Ctrl-C while something must not be interrupted."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

STOPPING_SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""Ctrl-C, a plain `kill`, and a closed terminal."""


@contextmanager
def held_interrupts() -> Iterator[None]:
    """Signals for Python are delayed until the block is left.

    Blocking them in this thread would not help: another thread would receive them, and Python would
    handle them in the main one.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # Python handles no signals here.
        return
    received: list[int] = []
    before = {
        number: signal.signal(number, lambda number, _: received.append(number))
        for number in STOPPING_SIGNALS
        if callable(signal.getsignal(number))
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in received[:1]:
            signal.raise_signal(number)


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """A process started in this block ignores Ctrl-C: its parent handles it and ends the
    process."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
