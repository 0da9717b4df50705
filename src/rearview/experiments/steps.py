"""Steps: the paper's search with one part of ours at a time, and ours without one part.

The two differ in meeting, alternation, cells and the end of the look back. Which of them makes the
difference? Each is added to the paper's search alone, and taken from the default search alone, for
two rows of table 1. (Persistence, variation and beam belong to the alternation of our search.)
The levels are those that design choices may be made on. Not an experiment of the paper.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from rearview.experiments.events import Work
from rearview.experiments.lab import Lab
from rearview.experiments.parts import PartsExperiment, Ways, development_levels
from rearview.experiments.setup import TWO_ROUNDS, Setup, Training
from rearview.experiments.variants import ALL, TABLE_1, Case, SearchKind, Variant
from rearview.levels import load_bundled

_OVERLAP_AND_CONNECTIVITY: Final = next(
    one for one in TABLE_1 if (one.overlap, one.perm, one.connectivity) == (True, False, True)
)

_SEARCH: Final = " search"
"""The end of a search's name, before the name of a part."""

VARIANTS: Final = (ALL, _OVERLAP_AND_CONNECTIVITY)

_SEARCHED: Final = ("meeting", "alternation", "cells", "whole_look_back")


@dataclass(frozen=True)
class Step:
    """One of the two searches, with one part taken from the other."""

    variant: Variant
    kind: SearchKind
    strategy: Mapping[str, Any]
    """The fields taken from the other search, by name."""


def make_steps() -> dict[str, Step]:
    """By name, for each variant: the paper's search plus each part, then ours minus each part."""
    steps: dict[str, Step] = {}
    for variant in VARIANTS:
        for kind, other in (
            (SearchKind.PAPER, SearchKind.DEFAULT),
            (SearchKind.DEFAULT, SearchKind.PAPER),
        ):
            base = f"{variant.name}: {kind.value}{_SEARCH}"
            steps[base] = Step(variant, kind, {})
            for part in _SEARCHED:
                change = {part: getattr(other.strategy, part)}
                sign = "+" if change[part] else "-"
                steps[f"{base} {sign} {part.replace('_', ' ')}"] = Step(variant, kind, change)
    return steps


class StepsExperiment(PartsExperiment):
    name = "steps"
    trains = True
    kind = SearchKind.PAPER

    def setup(self, quick: bool) -> Setup:
        """Two rounds: with one, alternation would have no effect."""
        training = Setup.quick().training if quick else Training(load_bundled("microban"))
        seeds = (0,) if quick else (0, 1, 2)
        return Setup(development_levels(quick), TWO_ROUNDS, training, seeds)

    def base(self, name: str) -> str:
        """The search that a part was added to or taken from."""
        return name[: name.index(_SEARCH) + len(_SEARCH)]

    def ways(self, lab: Lab) -> Work[Ways]:
        setup, steps = lab.setup, make_steps()
        cases = {
            (name, seed): Case(step.variant, seed, step.kind)
            for seed in setup.seeds
            for name, step in steps.items()
        }
        models = yield from lab.train(list(cases.values()))
        ways = {}
        for (name, seed), case in cases.items():
            strategy = setup.training.strategy(case.search, case.variant)
            strategy = replace(strategy, **steps[name].strategy)
            ways[name, seed] = setup.search(models[case], seed, strategy)
        return ways
