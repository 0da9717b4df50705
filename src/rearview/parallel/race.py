"""`race`: search one level with several searches in parallel; the first to decide it wins.

The native core releases the GIL while it searches, so threads are enough: they start at once and
share what is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Event, Thread

from rearview._core import Progress
from rearview.progress import SECONDS_BETWEEN_REPORTS, OnProgress
from rearview.result import Outcome, Result

Runner = Callable[[OnProgress[Progress] | None], Result]
"""A search that takes a progress callback."""


def race(runners: Sequence[Runner], on_progress: OnProgress[Progress] | None = None) -> Result:
    """The result of the search that decides the level first; of the first one if none does.

    The first search runs in this thread and reports progress; when it gives up, another reports
    instead. Returning False stops them all. The others begin when the first reports for the first
    time, so that an easy level is solved as fast as by one search alone.
    """
    first, *others = runners
    if not others:
        return first(on_progress)
    is_over = Event()
    rivals: list[_Rival] = []

    def start() -> None:
        if not rivals:
            _start(rivals, others, is_over)

    def goes_on(progress: Progress) -> bool:
        start()
        if on_progress is not None and on_progress(progress) is False:
            is_over.set()
        return not is_over.is_set()

    try:
        result = first(goes_on)
        if not _is_decided(result) and not is_over.is_set():
            start()
            _watch(rivals, goes_on)
    finally:
        is_over.set()
        _wait_uninterrupted(rivals)
    return result if _is_decided(result) else _winner(rivals) or result


class _Rival(Thread):
    """A search in its own thread, which ends the race if it decides the level."""

    def __init__(self, runner: Runner, is_over: Event) -> None:
        super().__init__()
        self._runner = runner
        self._is_over = is_over
        self.has_ended = Event()
        self.progress: Progress | None = None
        self.result: Result | None = None
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self.result = self._runner(self._go_on)
            if _is_decided(self.result):
                self._is_over.set()
        except BaseException as error:  # Raised in the waiting thread.
            self.error = error
        finally:
            self.has_ended.set()

    def _go_on(self, progress: Progress) -> bool:
        self.progress = progress
        return not self._is_over.is_set()


def _start(rivals: list[_Rival], runners: Sequence[Runner], is_over: Event) -> None:
    """Starts as many as the system allows, and adds them to the list."""
    for runner in runners:
        rival = _Rival(runner, is_over)
        rivals.append(rival)
        try:
            rival.start()
        except RuntimeError:  # No more threads.
            rivals.remove(rival)
            return


def _watch(rivals: Sequence[_Rival], goes_on: Callable[[Progress], bool]) -> None:
    """Wait until all have ended, or one of them or the caller ends the race."""
    for rival in rivals:
        while not rival.has_ended.wait(SECONDS_BETWEEN_REPORTS):
            if rival.progress is not None and not goes_on(rival.progress):
                return


def _wait_uninterrupted(rivals: Sequence[_Rival]) -> None:
    """Wait until all searches have ended, so that they take no time from what comes next.

    Called after they have been told to stop. An interrupt is raised when all have ended. Not
    `join`, which treats a thread as ended when it is interrupted.
    """
    interrupt: BaseException | None = None
    for rival in rivals:
        while rival.ident is not None and not rival.has_ended.is_set():
            try:
                rival.has_ended.wait()
            except BaseException as error:
                interrupt = error
    if interrupt is not None:
        raise interrupt


def _winner(rivals: Sequence[_Rival]) -> Result | None:
    for rival in rivals:
        if rival.result is not None and _is_decided(rival.result):
            return rival.result
    for rival in rivals:
        if rival.error is not None:
            raise rival.error
    return None


def _is_decided(result: Result) -> bool:
    return result.outcome is not Outcome.UNSOLVED
