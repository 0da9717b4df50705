"""The limits of the page's server, each with a name so that an error can say which one was met."""

from __future__ import annotations

import os
from typing import Final

from rearview.limit import free_bytes

MAX_COMMAND_BYTES: Final = 256 * 1024
"""Of a command about one level and its moves, the moves' limit apart."""
MAX_TEXT_BYTES: Final = 4 * 1024 * 1024
"""Of level files and collections that are pasted, opened or written."""
MAX_LEVELS_SHOWN: Final = 2_000
"""Of one collection; a page with more small boards is slow."""
MAX_MOVES: Final = 100_000
"""Moves before the position that is asked about."""

MAX_CONNECTIONS: Final = 768
"""A page has a stream, and a few requests at times. Many systems allow 1,024 open files."""
MAX_TABS: Final = 256
MAX_LONG_AT_ONCE: Final = max(2, os.cpu_count() or 1)
"""Questions that a person waits for: solve, optimise, judge."""
MAX_QUICK_AT_ONCE: Final = 2
"""Questions that answer in a moment: diagnose, hint."""
MAX_WAITING: Final = 16
"""Questions of either kind that wait for their turn."""
MAX_PINNED: Final = 4
MAX_SECONDS: Final = 600.0
MAX_QUICK_SECONDS: Final = 10.0

SECONDS_UNTIL_TAB_IS_GONE: Final = 0.5
"""After its stream broke: a page that is still there comes back within this time."""
SECONDS_UNTIL_RETRY: Final = 0.2
"""After its stream broke, a browser waits so long: its own choice would be some seconds."""
SECONDS_UNTIL_PINNED_IS_FORGOTTEN: Final = 3_600.0
SECONDS_BETWEEN_BEATS: Final = 5.0
"""A page that hears nothing for three of these asks again: the laptop may have slept."""
SECONDS_TO_SEND: Final = 20.0
"""A connection whose reader takes less than 64 KiB of an answer in this time is closed."""
SECONDS_TO_SEND_HEAD: Final = 10.0
"""A connection on which no request begins, with all its headers, for so long is closed."""
SECONDS_TO_SEND_BODY: Final = 30.0
"""A request whose body takes longer is refused."""

_MEBIBYTE = 2**20
_MOST_MEMORY_MB = 2_048


def memory_mb_of_one_search() -> int:
    """All searches together take at most half of what is free."""
    share = free_bytes() // 2 // (MAX_LONG_AT_ONCE + MAX_QUICK_AT_ONCE)
    return max(1, min(_MOST_MEMORY_MB, share // _MEBIBYTE))
