"""Every experiment by name.

A module is imported only when its experiment runs, so that `--help`, which reads this table, is
fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from rearview.experiments.experiment import Experiment


class Entry(NamedTuple):
    """The module of an experiment, and its help text."""

    module: str
    class_name: str
    summary: str


EXPERIMENTS: Final = {
    "table1": Entry("table1", "Table1", "levels solved with each combination of features"),
    "figure3": Entry(
        "figure3",
        "Figure3",
        "levels solved against tree size, with hints, without, and with a reverse curriculum",
    ),
    "figure4": Entry("figure4", "Figure4", "weights while they are learned"),
    "seeds": Entry(
        "seeds",
        "SeedsExperiment",
        "all features with each seed, searched as in the paper, with the meeting, and by default",
    ),
    "spread": Entry(
        "spread",
        "SpreadExperiment",
        "all features, trained with each seed and searched with each seed",
    ),
    "ablation": Entry(
        "ablation",
        "AblationExperiment",
        "levels solved without hints, meeting, alternation, cells, persistence, variation or beam, "
        "and without each deadlock detector",
    ),
    "disclosure": Entry(
        "disclosure",
        "DisclosureExperiment",
        "levels solved by the paper's search without each thing that the paper does not say",
    ),
    "steps": Entry(
        "steps",
        "StepsExperiment",
        "levels solved by the paper's search with each part of the default search, and by the "
        "default search without",
    ),
    "controls": Entry(
        "controls",
        "ControlsExperiment",
        "levels solved by the paper's search with trained, published, hand-set, random and no "
        "weights",
    ),
    "calibration": Entry(
        "calibration",
        "CalibrationExperiment",
        "what the agents' values mean: value against the discounted distance to the goal",
    ),
    "strength": Entry(
        "strength",
        "StrengthExperiment",
        "levels of each set solved in 1, 10 and 60 seconds (1 if quick), and what failed in the "
        "others, as a page",
    ),
}
"""Listed in this order. A new experiment needs one file and one entry."""


def find_experiment(name: str) -> Experiment[Any]:
    """Raises KeyError if there is no experiment of that name."""
    entry = EXPERIMENTS[name]
    module = import_module(f"rearview.experiments.{entry.module}")
    found: type[Experiment[Any]] = getattr(module, entry.class_name)
    assert found.name == name
    return found()
