"""The limits of the page's server."""

from __future__ import annotations

import os
from typing import Final

from rearview.limit import free_bytes

MAX_COMMAND_BYTES: Final = 256 * 1024
"""The size of a command with one level and its moves; moves have their own limit, too."""
MAX_TEXT_BYTES: Final = 4 * 1024 * 1024
"""The size of level files and collections that are pasted, opened or written."""
MAX_LEVELS_SHOWN: Final = 2_000
"""The levels of one collection; a page with more small boards is slow."""
MAX_MOVES: Final = 100_000
"""Moves from the start to the position of a question."""

MAX_CONNECTIONS: Final = 768
"""A page has one stream and sometimes a few requests. Many systems allow 1,024 open files."""
MAX_TABS: Final = 256
MAX_LONG_AT_ONCE: Final = max(2, os.cpu_count() or 1)
"""Parallel long questions, such as solve, optimise and judge."""
MAX_QUICK_AT_ONCE: Final = 2
"""Parallel quick questions: diagnose and hint."""
MAX_WAITING: Final = 16
"""Queued questions of either kind."""
MAX_PINNED: Final = 4
MAX_SECONDS: Final = 600.0
MAX_QUICK_SECONDS: Final = 10.0

SECONDS_UNTIL_TAB_IS_GONE: Final = 0.5
"""After its stream broke, a page that is still open reconnects within this time."""
SECONDS_UNTIL_RETRY: Final = 0.2
"""How long a browser waits before it reconnects; its default would be some seconds."""
SECONDS_UNTIL_PINNED_IS_FORGOTTEN: Final = 3_600.0
SECONDS_BETWEEN_BEATS: Final = 5.0
"""A page that receives nothing for three of these reconnects: the laptop may have slept."""
SECONDS_TO_SEND: Final = 20.0
"""A connection is closed if its client reads less than 64 KiB of an answer in this time."""
SECONDS_TO_SEND_HEAD: Final = 10.0
"""A connection is closed if no complete request head arrives in this time."""
SECONDS_TO_SEND_BODY: Final = 30.0
"""A request whose body takes longer is refused."""

_MEBIBYTE = 2**20
_MOST_MEMORY_MB = 2_048


def memory_mb_of_one_search() -> int:
    """All searches together use at most half of the free memory."""
    share = free_bytes() // 2 // (MAX_LONG_AT_ONCE + MAX_QUICK_AT_ONCE)
    return max(1, min(_MOST_MEMORY_MB, share // _MEBIBYTE))
