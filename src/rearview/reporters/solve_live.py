"""Solving on a terminal: the board, both searches while they run, then the solution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from rearview.levels import Level
from rearview.output.counting import counted
from rearview.parallel.batch import Begun
from rearview.parallel.signals import held_interrupts
from rearview.reporters.boards import colour_rows
from rearview.reporters.level_view import LevelView
from rearview.reporters.palette import GREEN, ORANGE, RED, style
from rearview.reporters.search_view import describe_nodes
from rearview.reporters.solve import NamedLevel, SolveEvent, SolveReporter, summarise
from rearview.reporters.viewport import Viewport
from rearview.result import Outcome, Result
from rearview.shortening import AnyProgress

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.live import Live

_SECONDS_BETWEEN_FRAMES = 0.1
_SEARCH_LINES = 4
"""Both searches, their heading, and the empty line above."""
_STYLES = {
    Outcome.SOLVED: f"bold {style(GREEN)}",
    Outcome.UNSOLVED: f"bold {style(ORANGE)}",
    Outcome.UNSOLVABLE: f"bold {style(RED)}",
    Outcome.INVALID: f"bold {style(RED)}",
}
_FRAMES_PER_SECOND = 4
_HOW_TO_KEEP = "add -o FILE to keep the solutions, or > FILE"


class LiveReporter(SolveReporter):
    """One level is shown with its board and its solution, several with a line each.

    A level that has begun but not ended when the reporter is closed was interrupted. Levels that
    are searched in parallel are not shown while they are searched; a line below the others counts
    the seconds, unless something else is shown between them.
    """

    any_order = True

    def __init__(
        self,
        console: Console,
        level_count: int,
        max_seconds: float,
        keeps_solutions: bool,
        at_once: bool = False,
        counts_seconds: bool = True,
    ) -> None:
        self._console = console
        self._shows_boards = level_count == 1
        self._level_count = level_count
        self._max_seconds = max_seconds
        self._keeps_solutions = keeps_solutions
        self._at_once = at_once
        self._counts_seconds = counts_seconds
        self._outcomes: Counter[Outcome] = Counter()
        self._began = self._level_began = monotonic()
        self._current: NamedLevel | None = None
        self._live: Live | None = None
        self._next_frame = 0.0
        self._search = LevelView(max_seconds, "")
        self._describe_workers: Callable[[], str] = str
        self._is_closed = False

    def show(self, event: SolveEvent) -> None:
        if not isinstance(event, Begun):
            self._end(event.task, event.record)
        elif not self._at_once:
            self._begin(event.task)
        elif self._counts_seconds and self._live is None:
            self._begin_all()

    def watch(self, describe_workers: Callable[[], str]) -> None:
        self._describe_workers = describe_workers

    def _begin_all(self) -> None:
        from rich.live import Live

        self._live = Live(
            console=self._console,
            get_renderable=self._render_wait,
            refresh_per_second=_FRAMES_PER_SECOND,
            transient=True,
        )
        with held_interrupts():
            self._live.start()

    def _begin(self, named: NamedLevel) -> None:
        if self._shows_boards:
            self._show_level(named)
        title = "" if self._shows_boards else f"{named.shown}  {named.level.title}"
        self._search = LevelView(self._max_seconds, title)
        self._next_frame = 0.0
        self._level_began = monotonic()
        self._current = named

    def progress(self, progress: AnyProgress) -> None:
        """Not for levels that are solved at once, to avoid flicker."""
        self._search.update(progress)
        if monotonic() < self._next_frame:
            return
        self._next_frame = monotonic() + _SECONDS_BETWEEN_FRAMES
        with held_interrupts():  # Half a picture could not be erased.
            self._draw()

    def _end(self, named: NamedLevel, result: Result) -> None:
        if self._current is not None:
            self._stop_live()
        self._current = None
        self._outcomes[result.outcome] += 1
        if self._shows_boards:
            self._show_solution(result)
        else:
            self._say_line(named, result)

    def close(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        self._stop_live()
        if self._current is not None:
            self._say_interrupted(self._current)
        if self._level_count > 1:
            self._say_totals()

    def _render_wait(self) -> RenderableType:
        from rich.text import Text

        ended = f"{self._outcomes.total():,} of {counted(self._level_count, 'level')}"
        line = f"{ended}, {monotonic() - self._began:.0f} s"
        return Text("; ".join(filter(None, (line, self._describe_workers()))), "dim")

    def _draw(self) -> None:
        if self._live is None:
            from rich.live import Live

            self._live = Live(console=self._console, auto_refresh=False, transient=True)
            self._live.start()
        self._live.update(self._search.render(self._console.width), refresh=True)

    def _stop_live(self) -> None:
        live, self._live = self._live, None
        if live is not None:
            with held_interrupts():
                live.stop()

    def _show_level(self, named: NamedLevel) -> None:
        level = named.level
        by = level.author and f"by {level.author}"
        self._print("  ".join(filter(None, (named.shown, level.title, by))), "bold")
        if _is_drawable(level):
            self._show_board(level)
        self._console.print()

    def _show_board(self, level: Level) -> None:
        """As much as fits on the terminal above the searches."""
        columns, lines = self._console.size
        player = next(iter(level.squares("@+")), (0, 0))
        rows, part = Viewport().look(level.rows, player, columns, lines - _SEARCH_LINES)
        self._console.print()
        self._console.print(colour_rows(rows), soft_wrap=True)
        if part:
            self._print(part, "dim")

    def _show_solution(self, result: Result) -> None:
        if result.lurd:
            self._print(result.lurd)
            self._console.print()
        nodes = describe_nodes(result.backward_nodes, result.forward_nodes)
        self._print(summarise(result), _STYLES[result.outcome])
        self._print(f"{nodes}, {result.seconds:.2f} s", "dim")

    def _say_line(self, named: NamedLevel, result: Result) -> None:
        from rich.text import Text

        self._console.print(
            Text.assemble(
                f"{named.shown}  ",
                (summarise(result), _STYLES[result.outcome]),
                (f"  {result.seconds:.2f} s", "dim"),
            ),
            soft_wrap=True,
        )

    def _say_interrupted(self, named: NamedLevel) -> None:
        seconds = monotonic() - self._level_began
        nodes = self._search.nodes
        if self._search.lurd and not self._keeps_solutions:
            self._print(self._search.lurd)
            self._console.print()
        self._print(f"{named.shown}  interrupted after {seconds:.1f} s{nodes and f': {nodes}'}")

    def _say_totals(self) -> None:
        """`4 of 6 solved, 1 unsolved, 1 invalid, 12.3 s`."""
        parts = [f"{self._outcomes[Outcome.SOLVED]:,} of {self._level_count:,} solved"]
        for outcome in (Outcome.UNSOLVED, Outcome.UNSOLVABLE, Outcome.INVALID):
            if self._outcomes[outcome]:
                parts.append(f"{self._outcomes[outcome]:,} {outcome.value}")
        if undecided := self._level_count - self._outcomes.total():
            parts.append(f"{undecided:,} not decided")
        self._print(f"{', '.join(parts)}, {monotonic() - self._began:.1f} s")
        if self._outcomes[Outcome.SOLVED] and not self._keeps_solutions:
            self._print(_HOW_TO_KEEP, "dim")

    def _print(self, text: str, style: str = "") -> None:
        self._console.print(text, style=style, markup=False, soft_wrap=True)


def _is_drawable(level: Level) -> bool:
    """Boards beyond the limits are refused, and would flood the terminal."""
    from rearview.levels.limits import MAX_HEIGHT, MAX_WIDTH

    return level.width <= MAX_WIDTH and level.height <= MAX_HEIGHT
