"""`Setup`: on what, how long and how often an experiment is done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from rearview._core import SolverOptions
from rearview.levels import Collection, load_bundled
from rearview.limit import PAPER_BACKWARD_NODES, PAPER_FORWARD_NODES, Limit
from rearview.schedule import Schedule

_QUICK_ITERATIONS = 30

QUICK_STRIDE: Final = 10
"""Every tenth level is a first look."""

_ROUNDS: Final = SolverOptions()

TWO_ROUNDS: Final = Limit(
    backward_nodes=round(_ROUNDS.backward_nodes * (1 + _ROUNDS.growth)),
    forward_nodes=round(_ROUNDS.forward_nodes * (1 + _ROUNDS.growth)),
)
"""Of the alternation: with fewer, the default search would never look back again, and nobody would
see what that is worth."""


@dataclass(frozen=True)
class Setup:
    """Seeds are those of training and of searching alike."""

    levels: Collection
    """Those to be solved."""
    training_levels: Collection
    schedule: Schedule
    limit: Limit
    """With node limits: the results are then the same on every machine."""
    seeds: tuple[int, ...]

    @classmethod
    def paper(cls, seeds: tuple[int, ...] = (0, 1, 2)) -> Setup:
        """The paper's ("Experimental Setup"): trained on Microban, tested on XSokoban."""
        return cls(
            levels=load_bundled("xsokoban"),
            training_levels=load_bundled("microban"),
            schedule=Schedule(),
            limit=Limit(backward_nodes=PAPER_BACKWARD_NODES, forward_nodes=PAPER_FORWARD_NODES),
            seeds=seeds,
        )

    @classmethod
    def quick(cls, seeds: tuple[int, ...] = (0,)) -> Setup:
        """A first look in minutes: every tenth level, smaller trees, shorter training."""
        return cls(
            levels=load_bundled("xsokoban")[::QUICK_STRIDE],
            training_levels=load_bundled("microban"),
            schedule=Schedule(iterations=_QUICK_ITERATIONS),
            limit=TWO_ROUNDS,
            seeds=seeds,
        )

    @property
    def is_papers(self) -> bool:
        """Whether the paper's numbers may stand beside those that come out."""
        theirs = Setup.paper()
        return (self.levels, self.training_levels, self.schedule, self.limit) == (
            theirs.levels,
            theirs.training_levels,
            theirs.schedule,
            theirs.limit,
        )

    def fields(self) -> dict[str, Any]:
        """Plain values by name."""
        schedule = self.schedule
        return {
            "levels": _describe(self.levels),
            "training_levels": _describe(self.training_levels),
            "schedule": {name: getattr(schedule, name) for name in schedule.__dataclass_fields__},
            "limit": {name: getattr(self.limit, name) for name in Limit.__dataclass_fields__},
            "seeds": list(self.seeds),
        }


def _describe(collection: Collection) -> dict[str, Any]:
    return {"name": collection.name, "indices": [level.index for level in collection]}
