"""Whether the work of a thread is still wanted.

A process that is not wanted any more is killed. A thread of a worker that others use cannot be
killed: it learns here how to find out, and its search asks whenever it reports progress.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import local

_thread = local()


@contextmanager
def asking(is_wanted: Callable[[], bool]) -> Iterator[None]:
    """The work of this thread in this block is wanted as long as that returns True."""
    _thread.is_wanted = is_wanted
    try:
        yield
    finally:
        del _thread.is_wanted


def watcher() -> Callable[[object], bool] | None:
    """For the `on_progress` of a search in this thread; None if it is always wanted."""
    is_wanted: Callable[[], bool] | None = getattr(_thread, "is_wanted", None)
    return None if is_wanted is None else lambda _: is_wanted()
