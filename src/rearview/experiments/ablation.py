"""Ablation: what each part of the search that can be switched off is worth, and each detector.

Every level is searched by the default search, then without one part at a time, all others on. Its
levels are those that design choices may be made on; XSokoban is for reporting. Not an experiment of
the paper.
"""

from __future__ import annotations

from typing import Any, Final

from rearview.experiments.events import Work
from rearview.experiments.lab import Lab
from rearview.experiments.parts import PartsExperiment, Ways, development_levels
from rearview.experiments.setup import TWO_ROUNDS, Setup
from rearview.experiments.variants import SearchKind
from rearview.model import Model
from rearview.strategy import SWITCHES, Strategy, detector_names

ALL: Final = "all"
"""The name of the search that has every part."""


def make_strategies() -> dict[str, Strategy]:
    """The default search, then without each switch and each detector, by name."""
    parts = (*SWITCHES, *detector_names())
    return {ALL: Strategy(), **{f"no {part}": _without(part) for part in parts}}


def _without(part: str) -> Strategy:
    if part in SWITCHES:
        off: dict[str, Any] = {part: False}
        return Strategy(**off)
    return Strategy(detectors=all_but(part))


def all_but(detector: str) -> tuple[str, ...]:
    return tuple(name for name in detector_names() if name != detector)


class AblationExperiment(PartsExperiment):
    name = "ablation"
    trains = False
    kind = SearchKind.DEFAULT

    def setup(self, quick: bool) -> Setup:
        """Quick trees are no smaller: in smaller ones, hardly a part matters."""
        seeds = (0,) if quick else (0, 1, 2)
        return Setup(development_levels(quick), TWO_ROUNDS, Model.shipped(), seeds)

    def ways(self, lab: Lab) -> Work[Ways]:
        setup = lab.setup
        assert isinstance(setup.agents, Model)
        yield from ()  # There is nothing to train.
        return {
            (name, seed): setup.search(setup.agents, seed, strategy)
            for seed in setup.seeds
            for name, strategy in make_strategies().items()
        }
