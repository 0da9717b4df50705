"""Solving on a terminal: the board, both searches while they run, then the solution."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from rearview._core import Progress
from rearview.counting import counted
from rearview.levels import Level
from rearview.reporters.boards import colour_rows
from rearview.reporters.reporter import Task, summarise
from rearview.result import Result, SolveOutcome

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.live import Live

_SECONDS_BETWEEN_FRAMES = 0.1
_COLOURS = {
    SolveOutcome.SOLVED: "bold green",
    SolveOutcome.UNSOLVED: "bold yellow",
    SolveOutcome.UNSOLVABLE: "bold red",
    SolveOutcome.INVALID: "bold red",
}


class LiveReporter:
    """One level is shown with its board and its solution, several with a line each."""

    def __init__(self, console: Console, task_count: int, max_seconds: float) -> None:
        self._console = console
        self._shows_boards = task_count == 1
        self._task_count = task_count
        self._max_seconds = max_seconds
        self._solved = self._ended = 0
        self._seconds = 0.0
        self._live: Live | None = None
        self._next_frame = 0.0
        self._search = SearchView(max_seconds, "")

    def begin(self, task: Task) -> None:
        if self._shows_boards:
            self._show_level(task)
        title = "" if self._shows_boards else f"{task.shown}  {task.level.title}"
        self._search = SearchView(self._max_seconds, title)
        self._next_frame = 0.0

    def progress(self, progress: Progress) -> None:
        """Levels that are solved at once never show any: nothing flickers by."""
        self._search.update(progress)
        if monotonic() < self._next_frame:
            return
        self._next_frame = monotonic() + _SECONDS_BETWEEN_FRAMES
        if self._live is None:
            from rich.live import Live

            self._live = Live(console=self._console, auto_refresh=False, transient=True)
            self._live.start()
        self._live.update(self._search.render(), refresh=True)

    def end(self, task: Task, result: Result) -> None:
        self._stop_live()
        self._ended += 1
        self._solved += bool(result)
        self._seconds += result.seconds
        if self._shows_boards:
            self._show_solution(result)
        else:
            self._say_line(task, result)

    def close(self) -> None:
        self._stop_live()
        if self._task_count > 1 and self._ended:
            solved = f"{self._solved} of {self._task_count} solved"
            self._console.print(f"{solved}, {self._seconds:.1f} s")

    def _stop_live(self) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _show_level(self, task: Task) -> None:
        level = task.level
        by = level.author and f"by {level.author}"
        self._print("  ".join(filter(None, (task.shown, level.title, by))), "bold")
        if _is_drawable(level):
            self._console.print()
            self._console.print(colour_rows(level.rows), soft_wrap=True)
        self._console.print()

    def _show_solution(self, result: Result) -> None:
        if result.lurd:
            self._print(result.lurd)
            self._console.print()
        nodes = f"{counted(result.backward_nodes, 'node')} back, {result.forward_nodes:,} forward"
        self._print(summarise(result), _COLOURS[result.outcome])
        self._print(f"{nodes}, {result.seconds:.2f} s", "dim")

    def _say_line(self, task: Task, result: Result) -> None:
        from rich.text import Text

        self._console.print(
            Text.assemble(
                f"{task.shown}  ",
                (summarise(result), _COLOURS[result.outcome]),
                (f"  {result.seconds:.2f} s", "dim"),
            ),
            soft_wrap=True,
        )

    def _print(self, text: str, style: str = "") -> None:
        self._console.print(text, style=style, markup=False, soft_wrap=True)


class SearchView:
    """The two searches as they were last seen."""

    def __init__(self, max_seconds: float, title: str) -> None:
        self._title = title
        self._max_seconds = max_seconds
        self._backward = ("-", "-")
        self._forward = ("-", "-")
        self._last: Progress | None = None

    def update(self, progress: Progress) -> None:
        seen = (f"{progress.best_value:.3f}", str(progress.boxes_done))
        if progress.is_forward:
            self._forward = seen
        else:
            self._backward = seen
        self._last = progress

    def render(self) -> RenderableType:
        from rich.table import Table
        from rich.text import Text

        last = self._last
        assert last is not None
        left = max(0.0, self._max_seconds - last.seconds)
        title = Text(self._title) if self._title else None
        table = Table(box=None, pad_edge=False, title=title, title_justify="left")
        table.add_column(f"round {last.round + 1}")
        for heading in ("nodes", "best value", "boxes"):
            table.add_column(heading, justify="right")
        table.add_column(f"{last.seconds:.0f} s, {left:.0f} s left", style="dim")
        rows = (
            ("looking back", last.backward_nodes, self._backward, "off their targets"),
            ("going forward", last.forward_nodes, self._forward, "packed"),
        )
        for number, (phase, nodes, (value, boxes), what) in enumerate(rows):
            runs = last.is_forward == bool(number)
            arrow = "> " if runs else "  "
            style = "bold" if runs else ""
            table.add_row(arrow + phase, f"{nodes:,}", value, boxes, what, style=style)
        return table


def _is_drawable(level: Level) -> bool:
    """Boards past the limits are refused, and would flood the terminal."""
    from rearview.levels.limits import MAX_HEIGHT, MAX_WIDTH

    return level.width <= MAX_WIDTH and level.height <= MAX_HEIGHT
