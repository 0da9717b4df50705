"""`Experiment`: one table or figure, from what is run to what is read.

A subclass says in one file which levels and agents it takes, what it runs, and how its findings
become rows, text, a figure and a section of the results page. `registry.py` lists them all; the
command line and the results page know no experiment by name.
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
"""A row of NAME.csv as it is read back."""
Facts = Mapping[str, Any]
"""NAME.json: how an experiment was done, and when."""


class Experiment(ABC, Generic[Findings]):
    """What `rearview experiment NAME` does. All methods but `run` are quick and change nothing."""

    name: ClassVar[str]
    trains: ClassVar[bool]
    """Whether it trains its agents; the others take a model."""
    has_plot: ClassVar[bool] = True
    takes_several_sets: ClassVar[bool] = True

    @abstractmethod
    def setup(self, quick: bool) -> Setup:
        """What it takes unless the user says otherwise."""

    @abstractmethod
    def run(self, lab: Lab) -> Work[Findings]:
        """Train and search: `found = yield from lab.search(...)`, then `return` the findings."""

    @abstractmethod
    def rows(self, found: Findings) -> Iterable[Mapping[str, object]]:
        """The rows of NAME.csv."""

    @abstractmethod
    def text(self, found: Findings) -> list[str]:
        """What the terminal shows."""

    def plot(self, found: Findings) -> bytes:
        """NAME.png, where it has a plot."""
        raise NotImplementedError

    def page(self, found: Findings, facts: Facts) -> str | None:
        """NAME.md, for an experiment that has a page of its own."""
        del found, facts
        return None

    def section(self, rows: Sequence[CsvRow], facts: Facts) -> list[list[str]]:
        """Its tables on the results page, in Markdown, from its rows as they were written."""
        raise NotImplementedError

    def check(self) -> None:
        """Raises OptionError when the machine lacks what it needs."""
        if self.has_plot:
            check_plots()
