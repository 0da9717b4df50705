"""Whether the work of a thread is still wanted.

A process that is no longer needed is killed. A thread of a shared cluster worker cannot be killed:
here it gets a function that says whether to continue, which its search calls at every progress
report.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import local

_thread = local()


@contextmanager
def asking(is_wanted: Callable[[], bool]) -> Iterator[None]:
    """In this block, the work of this thread continues as long as `is_wanted` returns True."""
    _thread.is_wanted = is_wanted
    try:
        yield
    finally:
        del _thread.is_wanted


def watcher() -> Callable[[object], bool] | None:
    """An `on_progress` callback that cancels unwanted work; None if nothing can cancel it."""
    is_wanted: Callable[[], bool] | None = getattr(_thread, "is_wanted", None)
    return None if is_wanted is None else lambda _: is_wanted()
