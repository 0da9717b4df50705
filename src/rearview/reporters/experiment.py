"""An experiment while it runs: a line for each model and each case, and a live table on a terminal.

Cases can take minutes each and end in any order; lines stay, the live table disappears.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rearview.experiments.events import Found, LabEvent, Looking, Planned, Trained
from rearview.output.counting import counted
from rearview.reporters.bench import BenchLiveReporter
from rearview.reporters.reporter import Reporter

if TYPE_CHECKING:
    from rich.console import Console


class ExperimentReporter(Reporter[LabEvent]):
    """Writes lines; with a console, shows running searches below them."""

    def __init__(
        self,
        write: Callable[[str], None],
        console: Console | None = None,
        describe_workers: Callable[[], str] = str,
    ) -> None:
        self._write = write
        self._describe_workers = describe_workers
        self._console = console
        self._live: BenchLiveReporter | None = None

    def show(self, event: LabEvent) -> None:
        match event:
            case Trained(recipe, number, count):
                what = f"{recipe.variant.name}, seed {recipe.seed}"
                self._write(f"trained {number} of {count}: {what}")
            case Planned(search_count):
                if self._console is not None:
                    self._live = BenchLiveReporter(
                        self._console, search_count, describe_workers=self._describe_workers
                    )
            case Found(name, records):
                solved = sum(bool(record.result) for record in records)
                self._write(f"{name}: {solved} of {len(records)} solved")
            case Looking(unsolved):
                self._write(f"looking at what failed: {counted(unsolved, 'level')}")
            case _ if self._live is not None:
                self._live.show(event)

    def close(self) -> None:
        """Clean up the terminal."""
        if self._live is not None:
            self._live.close()
            self._live = None
