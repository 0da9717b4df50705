"""`run_experiment`: runs an experiment and writes its files."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from rearview.experiments.events import LabEvent
from rearview.experiments.experiment import Experiment
from rearview.experiments.folder import Folder, origin
from rearview.experiments.lab import Lab
from rearview.experiments.setup import Setup
from rearview.output.tables import to_csv
from rearview.parallel.pool import Pool


@dataclass(frozen=True, slots=True)
class Finished:
    """An experiment is done."""

    text: list[str]
    """A summary of its findings."""
    files: list[str]
    """The suffixes of the files that were written."""


def run_experiment(
    experiment: Experiment[Any], setup: Setup, folder: Folder, pool: Pool, command: str
) -> Generator[LabEvent | Finished, None, None]:
    """Yields events, and at the end the findings.

    The command, which reproduces the numbers, is stored with them.
    """
    lab = Lab(folder, setup, pool)
    found = yield from experiment.run(lab)
    facts = {
        **origin(command, lab.period),
        "processors": sorted(lab.processors),
        "unsolved_by": dict(sorted(lab.unsolved_by.items())),
        **setup.fields(),
    }
    files: dict[str, str | bytes] = {".csv": to_csv(experiment.rows(found))}
    if experiment.has_plot:
        files[".png"] = experiment.plot(found)
    page = experiment.page(found, facts)
    if page is not None:
        files[".md"] = page
    for ending, content in files.items():
        folder.write(f"{experiment.name}{ending}", content)
    folder.write_json(f"{experiment.name}.json", facts)
    yield Finished(experiment.text(found), [*files, ".json"])
