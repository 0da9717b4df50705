"""`rearview experiment strength` and `ablation`, which search several sets and train nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from rearview.experiments.sets import SetsSetup, merge
from rearview.levels import load_levels
from rearview.model import Model

if TYPE_CHECKING:
    from rearview.experiments.folder import Folder
    from rearview.reporters.experimenting import ExperimentReporter

    Work = Callable[[Folder, ExperimentReporter], list[str]]
    """Does an experiment, and returns what is to be said of it."""

_Setup = TypeVar("_Setup", bound=SetsSetup)


@dataclass(frozen=True)
class Asked:
    """What was asked for; what was not is None, or no node limit."""

    quick: bool
    seeds: tuple[int, ...] | None
    levels: list[str] | None
    model: str | None
    nodes: Mapping[str, int]
    """Limits by name."""

    def change(self, setup: _Setup) -> _Setup:
        setup = replace(setup, limit=replace(setup.limit, **self.nodes))
        if self.seeds is not None:
            setup = replace(setup, seeds=self.seeds)
        if self.levels:
            setup = replace(setup, collections=merge(map(load_levels, self.levels)))
        if self.model is not None:
            setup = replace(setup, model=Model.load(self.model))
        return setup


def prepare_strength(asked: Asked, jobs: int, command: str) -> Work:
    """What writes the page, the table and the configuration, and returns what is to be said."""
    from rearview.experiments.folder import origin
    from rearview.experiments.strength import StrengthSetup, describe, strength
    from rearview.reporters.strength_page import strength_page
    from rearview.reporters.tables import to_csv

    setup = asked.change(StrengthSetup.quick() if asked.quick else StrengthSetup.whole())

    def work(folder: Folder, reporter: ExperimentReporter) -> list[str]:
        found = strength(folder, setup, jobs, reporter)
        facts = {**origin(command, found.period), **setup.fields()}
        folder.write("strength.csv", to_csv(found.rows()))
        folder.write("strength.md", strength_page(found, facts))
        folder.write_json("strength.json", facts)
        return describe(found)

    return work


def prepare_ablation(asked: Asked, jobs: int, command: str) -> Work:
    """What writes the table, the plot and the configuration, and returns what is to be said."""
    from rearview.experiments.ablation import AblationSetup, ablation, describe
    from rearview.experiments.folder import origin
    from rearview.reporters.plots import plot_ablation
    from rearview.reporters.tables import to_csv

    setup = asked.change(AblationSetup.quick() if asked.quick else AblationSetup.whole())

    def work(folder: Folder, reporter: ExperimentReporter) -> list[str]:
        found = ablation(folder, setup, jobs, reporter)
        facts = {
            **origin(command, found.period),
            "unsolved_by": dict(sorted(found.unsolved_by.items())),
            **setup.fields(),
        }
        folder.write("ablation.csv", to_csv(row for part in found.parts for row in part.rows()))
        folder.write("ablation.png", plot_ablation(found.parts, setup.level_count))
        folder.write_json("ablation.json", facts)
        return describe(found)

    return work
