"""`LevelView`: the work on a level, in a few lines on any terminal.

First the search for a solution; then, while it is shortened, its length, what was gained, and where
the work is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rearview._core import Progress
from rearview.optimising import OptimisingProgress
from rearview.output.counting import counted
from rearview.reporters.search_view import ROOM_FOR_CTRL_C, SearchView

if TYPE_CHECKING:
    from rich.console import RenderableType

WORDS = {
    "walks": "shortest walks",
    "loops": "loops",
    "excursions": "pushes that undo each other",
    "merge": "several solutions as one",
    "reorder": "the order of pushes",
    "windows": "windows",
    "vicinity": "states near the solution",
    "beam": "quite different ways",
    "exact": "the whole level",
}
_BAR = 24


class LevelView:
    """The last progress of the search for a first solution, and of the optimiser."""

    def __init__(self, max_seconds: float, title: str) -> None:
        self._title = title
        self._search = SearchView(max_seconds, title)
        self._last: OptimisingProgress | None = None

    @property
    def nodes(self) -> str:
        if self._last is None:
            return self._search.nodes
        return f"{counted(self._last.moves, 'move')}, {counted(self._last.pushes, 'push')}"

    @property
    def lurd(self) -> str:
        """The best solution so far; empty before there is one."""
        return "" if self._last is None else self._last.lurd

    def update(self, progress: Progress | OptimisingProgress) -> None:
        if isinstance(progress, OptimisingProgress):
            self._last = progress
        else:
            self._search.update(progress)

    def render(self, columns: int) -> RenderableType:
        if self._last is None:
            return self._search.render(columns)
        from rich.console import Group
        from rich.constrain import Constrain
        from rich.text import Text

        lines = [self._lengths(self._last), self._where(self._last), self._time(self._last)]
        if self._title:
            lines.insert(0, (self._title, "italic"))
        texts = [Text(words, style, no_wrap=True, overflow="ellipsis") for words, style in lines]
        return Constrain(Group(*texts), columns - ROOM_FOR_CTRL_C)

    def _lengths(self, now: OptimisingProgress) -> tuple[str, str]:
        lengths = f"{counted(now.moves, 'move')}, {counted(now.pushes, 'push')}"
        gained = f"{now.moves_before - now.moves:,} and {now.pushes_before - now.pushes:,} gained"
        return f"{lengths}   {gained}", "bold"

    def _where(self, now: OptimisingProgress) -> tuple[str, str]:
        """A bar as long as the solution, with the part that is worked on."""
        whole = max(1, now.pushes)
        first, last = (min(_BAR, place * _BAR // whole) for place in now.part)
        last = max(last, min(_BAR, first + 1))
        bar = "·" * first + "━" * (last - first) + "·" * (_BAR - last)
        return f"{bar}  {WORDS[now.method]}", ""

    def _time(self, now: OptimisingProgress) -> tuple[str, str]:
        return (
            f"{now.seconds:.0f} s, {now.seconds_left:.0f} s left, {now.nodes:,} states, "
            f"no solution under {now.lower_bound:,}",
            "dim",
        )
