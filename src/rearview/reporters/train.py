"""Training on a terminal: its progress, and the weights."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from rearview.model import AGENTS, FEATURES, Agent, Model
from rearview.parallel.signals import held_interrupts
from rearview.reporters.palette import GREEN, RED, style
from rearview.training import TrainingProgress

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.live import Live

_BAR_WIDTH = 21
_LEAST_BAR_WIDTH = 7
_WEIGHT_WIDTH = 9
_GAP = 2
_SMALLEST_SCALE = 0.1


class TrainingReporter:
    """Shows both agents' weights as bars around zero."""

    def __init__(self, console: Console, last_agent: Agent = AGENTS[-1]) -> None:
        """The last agent is the one that training ends with."""
        self._console = console
        self._last_agent = last_agent
        self._seen: dict[str, TrainingProgress] = {}
        self._last: TrainingProgress | None = None
        self._live: Live | None = None

    def progress(self, progress: TrainingProgress) -> None:
        self._seen[progress.agent] = self._last = progress
        with held_interrupts():  # Half a picture could not be erased.
            self._draw()

    def close(self) -> None:
        """Clean up the terminal, and say how far training got unless it is done."""
        live, self._live = self._live, None
        if live is None:
            return
        with held_interrupts():
            live.stop()
        last = self._last
        if last is not None and (last.agent, last.iteration) != (self._last_agent, last.iterations):
            how_far = f"{last.agent} {last.iteration}/{last.iterations}"
            self._console.print(f"\ninterrupted at {how_far}: there is no model")

    def _draw(self) -> None:
        if self._live is None:
            from rich.live import Live

            self._live = Live(console=self._console, auto_refresh=False)
            self._live.start()
        self._live.update(self._render(), refresh=True)

    def _render(self) -> RenderableType:
        from rich.table import Table

        table = Table(box=None, pad_edge=False)
        table.add_column("feature", no_wrap=True)
        bar_width = self._bar_width()
        for agent in AGENTS:
            table.add_column(self._heading(agent), min_width=bar_width + _WEIGHT_WIDTH)
        weights = {agent: seen.weights for agent, seen in self._seen.items()}
        largest = _largest(weights.values())
        for name in FEATURES:
            cells = (_bar(weights.get(agent, {}), name, largest, bar_width) for agent in AGENTS)
            table.add_row(name, *cells)
        return table

    def _bar_width(self) -> int:
        """As much as fits on the terminal, or nothing if bars would be too short."""
        room = self._console.width - max(map(len, FEATURES))
        width = min(_BAR_WIDTH, room // len(AGENTS) - _WEIGHT_WIDTH - _GAP)
        return width if width >= _LEAST_BAR_WIDTH else 0

    def _heading(self, agent: str) -> str:
        seen = self._seen.get(agent)
        if seen is None:
            return agent
        return (
            f"{agent} {seen.iteration}/{seen.iterations}, rewards {seen.rewards}/{seen.level_count}"
        )


def describe_weights(model: Model) -> list[str]:
    """Both agents' weights as lines of text."""
    lines = [f"{'feature':12}  {'backward':>8}  {'forward':>8}"]
    for name in FEATURES:
        cells = (
            f"{weights[name]:8.3f}" if name in weights else " " * 8
            for weights in (model.backward, model.forward)
        )
        lines.append(f"{name:12}  {'  '.join(cells)}".rstrip())
    return lines


def _largest(tables: Iterable[Mapping[str, float]]) -> float:
    """The scale of all bars, at least a tenth, so that the first small steps do not look large."""
    return max(_SMALLEST_SCALE, *(abs(weight) for table in tables for weight in table.values()))


def _bar(weights: Mapping[str, float], name: str, largest: float, width: int) -> str:
    """` ====| -0.123`: left of the middle is negative."""
    if name not in weights:
        return ""
    weight = weights[name]
    colour = style(RED if weight < 0 else GREEN)
    if not width:
        return f"[{colour}]{weight:7.3f}[/]"
    half = width // 2
    length = round(abs(weight) / largest * half)
    left = ("=" * length if weight < 0 else "").rjust(half)
    right = ("=" * length if weight > 0 else "").ljust(half)
    return f"[{colour}]{left}|{right}[/] {weight:7.3f}"
