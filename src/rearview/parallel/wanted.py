"""Whether anybody still waits for what a thread does.

A process that is not wanted any more is ended. A thread of a worker that others use as well cannot
be: it is told here how to find out, and a search that it makes asks whenever it reports progress.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import local

_thread = local()


@contextmanager
def asking(is_wanted: Callable[[], bool]) -> Iterator[None]:
    """What this thread does in here is wanted as long as that is true."""
    _thread.is_wanted = is_wanted
    try:
        yield
    finally:
        del _thread.is_wanted


def watcher() -> Callable[[object], bool] | None:
    """For the `on_progress` of a search in this thread; None where nobody stops asking."""
    is_wanted: Callable[[], bool] | None = getattr(_thread, "is_wanted", None)
    return None if is_wanted is None else lambda _: is_wanted()
