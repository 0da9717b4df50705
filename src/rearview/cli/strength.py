"""`rearview experiment strength`: what is solved in how much time, and what failed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rearview.levels import load_levels
from rearview.model import Model

if TYPE_CHECKING:
    from rearview.experiments.folder import Folder
    from rearview.experiments.strength import StrengthSetup
    from rearview.reporters.experimenting import ExperimentReporter


def make_strength_setup(
    quick: bool, seeds: tuple[int, ...] | None, levels: list[str] | None, model: str | None
) -> StrengthSetup:
    """What was asked for."""
    from rearview.experiments.strength import StrengthSetup, merge

    setup = StrengthSetup.quick() if quick else StrengthSetup.whole()
    if seeds is not None:
        setup = replace(setup, seeds=seeds)
    if levels:
        setup = replace(setup, collections=merge(map(load_levels, levels)))
    if model is not None:
        setup = replace(setup, model=Model.load(model))
    return setup


def run_strength(
    folder: Folder, setup: StrengthSetup, jobs: int, reporter: ExperimentReporter, command: str
) -> list[str]:
    """Write the page, the table and the configuration, and return what is to be said."""
    from rearview.experiments.folder import origin
    from rearview.experiments.strength import describe, strength
    from rearview.reporters.strength_page import strength_page
    from rearview.reporters.tables import to_csv

    found = strength(folder, setup, jobs, reporter)
    facts = {**origin(command, found.period), **setup.fields()}
    folder.write("strength.csv", to_csv(found.rows()))
    folder.write("strength.md", strength_page(found, facts))
    folder.write_json("strength.json", facts)
    return describe(found)
