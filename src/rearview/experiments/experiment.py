"""`Experiment`: one table or figure, from its searches to its output files.

A subclass defines in one file which levels and agents it uses, what it runs, and how its findings
become rows, text, a figure and a section of the results page. `registry.py` lists them all; nothing
in the command line or the results page depends on a particular experiment.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic

from rearview.experiments.events import Findings, Work
from rearview.experiments.lab import Lab
from rearview.experiments.setup import Setup
from rearview.output.figures import check_plots

CsvRow = Mapping[str, str]
"""A row of NAME.csv, read back."""
Facts = Mapping[str, Any]
"""NAME.json: the configuration and dates of an experiment."""


class Experiment(ABC, Generic[Findings]):
    """What `rearview experiment NAME` does. All methods but `run` are quick and change nothing."""

    name: ClassVar[str]
    trains: ClassVar[bool]
    """Whether it trains its agents; otherwise it uses a given model."""
    has_plot: ClassVar[bool] = True
    takes_several_sets: ClassVar[bool] = True

    @abstractmethod
    def setup(self, quick: bool) -> Setup:
        """Its default setup."""

    @abstractmethod
    def run(self, lab: Lab) -> Work[Findings]:
        """Train and search: `found = yield from lab.search(...)`, then `return` the findings."""

    @abstractmethod
    def rows(self, found: Findings) -> Iterable[Mapping[str, object]]:
        """The rows of NAME.csv."""

    @abstractmethod
    def text(self, found: Findings) -> list[str]:
        """The lines for the terminal."""

    def plot(self, found: Findings) -> bytes:
        """NAME.png, if it has a plot."""
        raise NotImplementedError

    def page(self, found: Findings, facts: Facts) -> str | None:
        """NAME.md, if the experiment has its own page."""
        del found, facts
        return None

    def section(self, rows: Sequence[CsvRow], facts: Facts) -> list[list[str]]:
        """Its tables on the results page, in Markdown, from the rows of NAME.csv."""
        raise NotImplementedError

    def check(self) -> None:
        """Raises OptionError when the machine lacks what it needs."""
        if self.has_plot:
            check_plots()
