"""`Clock`: what is left of a limit that several searches share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter
from typing import Final

from rearview._core import Progress
from rearview.limit import Limit
from rearview.progress import OnProgress

_LEAST_SECONDS: Final = 0.001


class Clock:
    """Runs from its creation until the time is over or it is stopped.

    `on_progress` is called while a search runs, `is_wanted` also between searches.
    """

    def __init__(
        self,
        limit: Limit,
        on_progress: OnProgress[Progress] | None = None,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        self._limit = limit
        self._is_wanted = is_wanted
        self._end = perf_counter() + limit.seconds
        self._on_progress = on_progress
        self._is_stopped = False

    def is_in_time(self) -> bool:
        return not self._is_stopped and self._is_wanted() and perf_counter() < self._end

    def left(self, share: float = 1.0, **nodes: int) -> Limit:
        """A share of the remaining time; with these node limits, unless the limit has its own."""
        seconds = max(_LEAST_SECONDS, (self._end - perf_counter()) * share)
        return replace(self._limit, seconds=seconds, **({} if self._limit.has_nodes else nodes))

    def report(self, progress: Progress) -> bool:
        """For each search: passes its progress on, and stops all searches on request."""
        if self._on_progress is not None and self._on_progress(progress) is False:
            self._is_stopped = True
        return not self._is_stopped and self._is_wanted()
