"""`Pace`: how many calls are sent in one chunk, from the times of recent calls.

A Dask task has an overhead of some milliseconds, mostly in the scheduler. Short calls share that
overhead. Long calls are sent alone: then a worker that dies loses little, and no call waits behind
a long one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Final

_CHUNK_SECONDS: Final = 0.1
"""The work in one chunk: a tenth of it is still more than the overhead of a task."""
_CHUNKS_PER_SECOND: Final = 200
"""A load that a scheduler handles easily (its limit is said to be thousands): with many workers,
chunks get larger."""
_MAX_CALLS: Final = 256
"""The most calls in a chunk: it stays far below 10 MB, above which Dask warns."""
_MAX_GROWTH: Final = 2
_LEAST_SECONDS: Final = 1e-6
_PATIENCE: Final = 5
_NEWEST_PART: Final = 0.3
"""The weight of the newest chunk in the moving average."""


class Pace:
    """A moving average of the time of a call; at first each call is sent alone."""

    def __init__(self) -> None:
        self._seconds = inf
        self._most = 1

    def note(self, seconds: Sequence[float]) -> None:
        """Record the times of the calls of one chunk."""
        newest = sum(seconds) / len(seconds)
        before = newest if self._seconds == inf else self._seconds
        self._seconds = max(_LEAST_SECONDS, before + _NEWEST_PART * (newest - before))
        self._most = min(self._most * _MAX_GROWTH, _MAX_CALLS)

    def calls_per_chunk(self, threads: int) -> int:
        """The chunk size. It grows step by step, as the first calls may be the easy ones."""
        wanted = self.chunk_seconds(threads) / self._seconds
        return max(1, min(int(wanted), self._most))

    @staticmethod
    def chunk_seconds(threads: int) -> float:
        """The intended work of a chunk."""
        return max(_CHUNK_SECONDS, threads / _CHUNKS_PER_SECOND)

    @classmethod
    def patience(cls, threads: int) -> float:
        """Wall-clock seconds after which a worker starts no further call of a chunk: a call took
        longer than expected, and other workers should run the rest."""
        return _PATIENCE * cls.chunk_seconds(threads)
