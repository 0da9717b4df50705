"""Controls: the same search with weights that were trained elsewhere, or not trained at all.

They separate the effect of learning from that of the search. Trained agents are compared with
agents whose weights are zero, random, set by hand, or those of Festival, which the paper's first
author published. It uses the development levels, on which design choices may be made.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from rearview.experiments.events import Work
from rearview.experiments.lab import Lab
from rearview.experiments.parts import PartsExperiment, Ways, development_levels
from rearview.experiments.setup import FIRST_ROUND, Setup, Training
from rearview.experiments.variants import ALL, Case, SearchKind
from rearview.levels import load_bundled
from rearview.model import BACKWARD_FEATURES, FEATURES, Model

_RANDOM_WEIGHT: Final = 0.5
"""The largest random weight, about the size of Festival's weights."""


def make_model(backward: Mapping[str, float], forward: Mapping[str, float]) -> Model:
    """A model with these weights; missing ones are 0."""
    return Model(
        {name: backward.get(name, 0.0) for name in BACKWARD_FEATURES},
        {name: forward.get(name, 0.0) for name in FEATURES},
    )


UNTRAINED: Final = make_model({}, {})
"""Every state has the same value: only tie-breaking and epsilon decide."""

HAND_SET: Final = make_model(
    {"gamma2": 1.0, "connectivity": -0.5}, {"overlap": 1.0, "perm": 1.0, "connectivity": -0.5}
)
"""A player's rules of thumb: clear the targets, follow the hint, keep regions connected."""

FESTIVAL: Final = make_model(
    {
        "targets": -0.185, "connectivity": -0.217, "distance": 0.154, "gamma2": 0.382,
        "gamma1": 0.471, "bias": 0.196,
    },
    {
        "perm": 0.469, "targets": -0.178, "connectivity": -0.233, "distance": 0.052,
        "overlap": 0.326, "gamma2": 0.165, "gamma1": 0.349, "bias": -0.141,
    },
)  # fmt: skip
"""The weights published with the solver Festival 3.1."""


def draw_model(seed: int) -> Model:
    """A model with random weights, each from -0.5 to 0.5."""
    draw = Random(seed)

    def weights(names: tuple[str, ...]) -> dict[str, float]:
        return {name: draw.uniform(-_RANDOM_WEIGHT, _RANDOM_WEIGHT) for name in names}

    return Model(weights(BACKWARD_FEATURES), weights(FEATURES))


class ControlsExperiment(PartsExperiment):
    name = "controls"
    trains = True
    kind = SearchKind.PAPER

    def setup(self, quick: bool) -> Setup:
        training = Setup.quick().training if quick else Training(load_bundled("microban"))
        seeds = (0,) if quick else (0, 1, 2)
        return Setup(development_levels(quick), FIRST_ROUND, training, seeds)

    def ways(self, lab: Lab) -> Work[Ways]:
        setup = lab.setup
        trained = yield from lab.train([Case(ALL, seed) for seed in setup.seeds])
        strategy = setup.training.strategy(self.kind, ALL)
        return {
            (name, seed): setup.search(model, seed, strategy)
            for seed in setup.seeds
            for name, model in {
                "trained": trained[Case(ALL, seed)],
                "Festival's weights": FESTIVAL,
                "set by hand": HAND_SET,
                "random": draw_model(seed),
                "untrained": UNTRAINED,
            }.items()
        }
