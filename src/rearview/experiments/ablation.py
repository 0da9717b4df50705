"""Ablation: the effect of each optional part of the search, and of each detector.

Every level is searched with the default search, then with one part off at a time. It uses the
development levels, on which design choices may be made; XSokoban is for reporting only. Not an
experiment of the paper.
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
"""The name of the search with every part on."""


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
        """Quick runs keep the tree size: in smaller trees, most parts make no difference."""
        seeds = (0,) if quick else (0, 1, 2)
        return Setup(development_levels(quick), TWO_ROUNDS, Model.shipped(), seeds)

    def ways(self, lab: Lab) -> Work[Ways]:
        setup = lab.setup
        assert isinstance(setup.agents, Model)
        yield from ()  # Nothing to train.
        return {
            (name, seed): setup.search(setup.agents, seed, strategy)
            for seed in setup.seeds
            for name, strategy in make_strategies().items()
        }
