"""Training on a terminal: where it is, and the weights as they move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from rearview.model import FEATURES, Model
from rearview.training import TrainingProgress

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.live import Live

_AGENTS = ("backward", "forward")
_BAR_WIDTH = 21
_SMALLEST_SCALE = 0.1


class TrainingReporter:
    """Shows both agents' weights as bars around zero."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._seen: dict[str, TrainingProgress] = {}
        self._live: Live | None = None

    def progress(self, progress: TrainingProgress) -> None:
        from rich.live import Live

        self._seen[progress.agent] = progress
        if self._live is None:
            self._live = Live(console=self._console, auto_refresh=False)
            self._live.start()
        self._live.update(self._render(), refresh=True)

    def close(self) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _render(self) -> RenderableType:
        from rich.table import Table

        table = Table(box=None, pad_edge=False)
        table.add_column("feature")
        for agent in _AGENTS:
            table.add_column(self._heading(agent), min_width=_BAR_WIDTH + 9)
        weights = {agent: seen.weights for agent, seen in self._seen.items()}
        largest = _largest(weights.values())
        for name in FEATURES:
            cells = (_bar(weights.get(agent, {}), name, largest) for agent in _AGENTS)
            table.add_row(name, *cells)
        return table

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
    """The scale of all bars, not below a tenth: the first small steps must not look wild."""
    return max(_SMALLEST_SCALE, *(abs(weight) for table in tables for weight in table.values()))


def _bar(weights: Mapping[str, float], name: str, largest: float) -> str:
    """`      ====|            -0.123`: left of the middle is negative."""
    if name not in weights:
        return ""
    weight = weights[name]
    half = _BAR_WIDTH // 2
    length = round(abs(weight) / largest * half)
    left = ("=" * length if weight < 0 else "").rjust(half)
    right = ("=" * length if weight > 0 else "").ljust(half)
    colour = "red" if weight < 0 else "green"
    return f"[{colour}]{left}|{right}[/] {weight:7.3f}"
