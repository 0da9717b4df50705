"""Disclosure: the paper's search without each addition that the paper lacks or leaves open.

Each part is trained and searched separately with each seed, as a change affects training as well as
searching. `docs/disclosure.md` describes each of them. It uses the development levels, on which
design choices may be made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from rearview.experiments.ablation import all_but
from rearview.experiments.events import Work
from rearview.experiments.lab import Lab
from rearview.experiments.parts import PartsExperiment, Ways, development_levels
from rearview.experiments.setup import FIRST_ROUND, Setup, Training
from rearview.experiments.variants import ALL, NO_HINTS, Case, SearchKind, Variant
from rearview.levels import load_bundled
from rearview.strategy import DEFAULT_EPSILON_SCALE, detector_names
from rearview.ties import Ties


@dataclass(frozen=True)
class Difference:
    """How a part differs from the paper's search."""

    variant: Variant = ALL
    strategy: Mapping[str, Any] | None = None
    """Changed fields of the strategy, by name."""


def _learned(name: str, **changes: Any) -> Difference:
    return Difference(replace(ALL, name=name, changes=tuple(changes.items())))


def make_differences() -> dict[str, Difference]:
    """All differences by name; the first is the paper's search as measured.

    Detectors are switched off only for searching, not for training.
    """
    return {
        "as measured": Difference(),
        "no hints": Difference(NO_HINTS),
        "no bias": Difference(replace(ALL, name="no bias", without=("bias",))),
        "no bias, no gamma1": Difference(
            replace(ALL, name="no bias, no gamma1", without=("bias", "gamma1"))
        ),
        "ties: nearest": _learned("nearest ties", ties=Ties.NEAREST),
        "ties: random": _learned("random ties", ties=Ties.RANDOM),
        "epsilon: twice as much": _learned(
            "epsilon doubled", forward_epsilon_scale=2 * DEFAULT_EPSILON_SCALE
        ),
        "epsilon: 1 / (boxes + 1)": _learned("epsilon x1", forward_epsilon_scale=1.0),
        "look back until the targets are clear": Difference(strategy={"whole_look_back": False}),
        "dead states teach nothing": _learned("no dead states", dead_weight=0),
        "dead states teach as others": _learned("dead states once", dead_weight=1),
        "dead states teach five times": _learned("dead states five times", dead_weight=5),
        **{f"no {name}": Difference(strategy={"detectors": all_but(name)}) for name in _DETECTORS},
        "no detectors": Difference(strategy={"detectors": ()}),
    }


_DETECTORS: Final = detector_names()


class DisclosureExperiment(PartsExperiment):
    name = "disclosure"
    trains = True
    kind = SearchKind.PAPER

    def setup(self, quick: bool) -> Setup:
        training = Setup.quick().training if quick else Training(load_bundled("microban"))
        seeds = (0,) if quick else (0, 1, 2)
        return Setup(development_levels(quick), FIRST_ROUND, training, seeds)

    def ways(self, lab: Lab) -> Work[Ways]:
        setup, differences = lab.setup, make_differences()
        cases = {
            (name, seed): Case(one.variant, seed)
            for seed in setup.seeds
            for name, one in differences.items()
        }
        models = yield from lab.train(list(cases.values()))
        ways = {}
        for (name, seed), case in cases.items():
            strategy = setup.training.strategy(self.kind, case.variant)
            strategy = replace(strategy, **(differences[name].strategy or {}))
            ways[name, seed] = setup.search(models[case], seed, strategy)
        return ways
