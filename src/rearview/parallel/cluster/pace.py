"""`Pace`: how many calls travel together, by what the last ones took.

A task costs Dask some milliseconds, in the scheduler most of all, however little it does. Short
calls share that cost, and long ones travel alone: then a worker that dies takes little with it, and
no call waits behind a long one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Final

_CHUNK_SECONDS: Final = 0.1
"""Of work in one task: a tenth of it is still more than a task costs."""
_CHUNKS_PER_SECOND: Final = 200
"""What a scheduler does with ease (thousands are said to be its limit): with many workers, more
calls travel together."""
_MAX_CALLS: Final = 256
"""Whatever they take: a chunk is small beside the 10 MB of which Dask complains."""
_MAX_GROWTH: Final = 2
_LEAST_SECONDS: Final = 1e-6
_PATIENCE: Final = 5
_NEWEST_PART: Final = 0.3
"""Of the average, how much is the newest chunk's."""


class Pace:
    """An average of what calls take; at first each goes alone."""

    def __init__(self) -> None:
        self._seconds = inf
        self._most = 1

    def note(self, seconds: Sequence[float]) -> None:
        """The calls of one chunk have taken so long."""
        newest = sum(seconds) / len(seconds)
        before = newest if self._seconds == inf else self._seconds
        self._seconds = max(_LEAST_SECONDS, before + _NEWEST_PART * (newest - before))
        self._most = min(self._most * _MAX_GROWTH, _MAX_CALLS)

    def calls_per_chunk(self, threads: int) -> int:
        """For so many threads. It grows step by step, as the first calls may be the easy ones."""
        wanted = self.chunk_seconds(threads) / self._seconds
        return max(1, min(int(wanted), self._most))

    @staticmethod
    def chunk_seconds(threads: int) -> float:
        """How much work a chunk is meant to be."""
        return max(_CHUNK_SECONDS, threads / _CHUNKS_PER_SECOND)

    @classmethod
    def patience(cls, threads: int) -> float:
        """Seconds on the clock after which a worker begins no other call of a chunk: one of them
        was longer than expected, and the rest is better off elsewhere."""
        return _PATIENCE * cls.chunk_seconds(threads)
