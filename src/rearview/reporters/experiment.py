"""An experiment while it runs: a line for each model and each case, and on a terminal what is live.

Cases can take minutes each and end in any order; lines stay, the live table goes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rearview.bench.record import Record
from rearview.bench.runner import Task
from rearview.experiments.recipe import Recipe
from rearview.output.counting import counted
from rearview.reporters.bench import BenchLiveReporter

if TYPE_CHECKING:
    from rich.console import Console


class ExperimentReporter:
    """Writes lines; with a console, shows the searches that run below them."""

    def __init__(self, write: Callable[[str], None], console: Console | None = None) -> None:
        self._write = write
        self._console = console
        self._live: BenchLiveReporter | None = None

    def trained(self, recipe: Recipe, number: int, count: int) -> None:
        what = f"{recipe.variant.name}, seed {recipe.seed}"
        self._write(f"trained {number} of {count}: {what}")

    def plan(self, search_count: int) -> None:
        if self._console is not None:
            self._live = BenchLiveReporter(self._console, search_count)

    def skip(self, task: Task, record: Record) -> None:
        if self._live is not None:
            self._live.skip(task, record)

    def begin(self, task: Task) -> None:
        if self._live is not None:
            self._live.begin(task)

    def end(self, task: Task, record: Record) -> None:
        if self._live is not None:
            self._live.end(task, record)

    def found(self, name: str, records: Sequence[Record]) -> None:
        solved = sum(bool(record.result) for record in records)
        self._write(f"{name}: {solved} of {len(records)} solved")

    def look(self, unsolved: int) -> None:
        self._write(f"looking at what failed: {counted(unsolved, 'level')}")

    def close(self) -> None:
        """Leave the terminal clean, whatever happened."""
        if self._live is not None:
            self._live.close()
            self._live = None
