"""What a call has to say before it has an answer.

A call that takes a minute may find something worth keeping in its first second. The pool that makes
it says here, for the thread in which it is made, who wants to hear of that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import local

_thread = local()


@contextmanager
def telling(tell: Callable[[object], None]) -> Iterator[None]:
    """What this thread has to say in here goes there. It can be pickled."""
    _thread.tell = tell
    try:
        yield
    finally:
        del _thread.tell


def teller() -> Callable[[object], None] | None:
    """Whom to tell in this thread; None where nobody listens."""
    return getattr(_thread, "tell", None)
