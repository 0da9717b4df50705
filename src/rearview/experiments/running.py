"""`run_experiment`: an experiment from its setup to its files."""

from __future__ import annotations

from typing import Any

from rearview.experiments.experiment import Experiment
from rearview.experiments.folder import Folder, origin
from rearview.experiments.lab import Lab, LabObserver
from rearview.experiments.setup import Setup
from rearview.output.tables import to_csv


def run_experiment(
    experiment: Experiment[Any],
    setup: Setup,
    folder: Folder,
    jobs: int,
    observer: LabObserver,
    command: str,
) -> tuple[list[str], list[str]]:
    """What is to be said of its findings, and the files that were written, by their endings.

    The command is what gives the same numbers again; it is kept with them.
    """
    lab = Lab(folder, setup, jobs, observer)
    found = experiment.run(lab)
    facts = {
        **origin(command, lab.period),
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
    return experiment.text(found), [*files, ".json"]
