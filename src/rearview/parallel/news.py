"""Intermediate results that a call reports before it returns.

A call that takes a minute may find something worth keeping in its first second. The pool that runs
the call registers a callback here, for the thread of the call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import local

_thread = local()


@contextmanager
def telling(tell: Callable[[object], None]) -> Iterator[None]:
    """In this block, news of this thread go to `tell`. News must be picklable."""
    _thread.tell = tell
    try:
        yield
    finally:
        del _thread.tell


def teller() -> Callable[[object], None] | None:
    """The callback for news of this thread; None if there is none."""
    return getattr(_thread, "tell", None)
