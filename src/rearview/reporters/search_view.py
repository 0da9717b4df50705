"""`SearchView`: both searches of a level while they run, in three lines on any terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rearview._core import Progress
from rearview.output.counting import counted

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

ROOM_FOR_CTRL_C: Final = 3
"""Columns left free: a terminal writes `^C` after a display, which would scroll it."""
_LEAST_WIDTH_FOR_WORDS = 65


class SearchView:
    """The last progress of the two searches."""

    def __init__(self, max_seconds: float, title: str) -> None:
        self._title = title
        self._max_seconds = max_seconds
        self._backward = ("-", "-")
        self._forward = ("-", "-")
        self._last: Progress | None = None

    @property
    def nodes(self) -> str:
        """`1,234 nodes back, 5,678 forward`; empty before the first report."""
        if self._last is None:
            return ""
        return describe_nodes(self._last.backward_nodes, self._last.forward_nodes)

    def update(self, progress: Progress) -> None:
        seen = (f"{progress.best_value:.3f}", str(progress.boxes_done))
        if progress.is_forward:
            self._forward = seen
        else:
            self._backward = seen
        self._last = progress

    def render(self, columns: int) -> RenderableType:
        from rich.console import Group
        from rich.constrain import Constrain
        from rich.text import Text

        parts: list[RenderableType] = [self._table(columns < _LEAST_WIDTH_FOR_WORDS)]
        if self._title:
            parts.insert(0, Text(self._title, "italic", no_wrap=True, overflow="ellipsis"))
        return Constrain(Group(*parts), columns - ROOM_FOR_CTRL_C)

    def _table(self, is_narrow: bool) -> Table:
        from rich.table import Table

        last = self._last
        assert last is not None
        left = max(0.0, self._max_seconds - last.seconds)
        table = Table(box=None, pad_edge=False)
        when = f", {last.seconds:.0f} s" if is_narrow else ""
        table.add_column(f"round {last.round + 1}{when}", no_wrap=True)
        for heading in ("nodes", "value" if is_narrow else "best value", "boxes"):
            table.add_column(heading, justify="right", no_wrap=True)
        if not is_narrow:
            table.add_column(f"{last.seconds:.0f} s, {left:.0f} s left", style="dim", no_wrap=True)
        rows = (
            ("looking back", last.backward_nodes, self._backward, "off their targets"),
            ("going forward", last.forward_nodes, self._forward, "packed"),
        )
        for number, (phase, nodes, (value, boxes), what) in enumerate(rows):
            runs = last.is_forward == bool(number)
            cells = [("> " if runs else "  ") + phase, f"{nodes:,}", value, boxes, what]
            table.add_row(*cells[: len(table.columns)], style="bold" if runs else "")
        return table


def describe_nodes(backward: int, forward: int) -> str:
    """`1,234 nodes back, 5,678 forward`."""
    return f"{counted(backward, 'node')} back, {forward:,} forward"
