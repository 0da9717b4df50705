"""`race`: searches of one level side by side, and the first to decide it wins.

The engine lets go of Python's lock while it searches, so threads are enough: they start at once and
share what is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Event, Thread

from rearview._core import Progress
from rearview.result import Result, SolveOutcome

OnProgress = Callable[[Progress], bool | None]
"""Called about 20 times a second with what the search does; False stops it."""
Runner = Callable[[OnProgress | None], Result]
"""A search, told where to report."""


def race(runners: Sequence[Runner], on_progress: OnProgress | None = None) -> Result:
    """The result of the search that decides the level first; of the first one when none does.

    The first search runs in this thread, and it alone reports progress: False stops them all.
    """
    first, *others = runners
    if not others:
        return first(on_progress)
    is_over = Event()
    rivals = [_Rival(runner, is_over) for runner in others]

    def pass_on(progress: Progress) -> bool:
        if on_progress is not None and on_progress(progress) is False:
            is_over.set()
        return not is_over.is_set()

    try:
        for rival in rivals:
            rival.start()
        result = first(pass_on)
        if _is_decided(result):
            is_over.set()
        for rival in rivals:
            rival.join()
    finally:
        # Also after Ctrl-C nothing is left running.
        is_over.set()
        for rival in rivals:
            rival.join()
    return result if _is_decided(result) else _winner(rivals) or result


class _Rival(Thread):
    """A search in a thread of its own, which ends the race when it decides the level."""

    def __init__(self, runner: Runner, is_over: Event) -> None:
        super().__init__()
        self._runner = runner
        self._is_over = is_over
        self.result: Result | None = None
        self.error: Exception | None = None

    def run(self) -> None:
        try:
            self.result = self._runner(lambda _: not self._is_over.is_set())
        except Exception as error:
            self.error = error
        if self.result is not None and _is_decided(self.result):
            self._is_over.set()


def _winner(rivals: Sequence[_Rival]) -> Result | None:
    for rival in rivals:
        if rival.result is not None and _is_decided(rival.result):
            return rival.result
    for rival in rivals:
        if rival.error is not None:
            raise rival.error
    return None


def _is_decided(result: Result) -> bool:
    return result.outcome is not SolveOutcome.UNSOLVED
