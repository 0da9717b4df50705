"""`Setup`: the levels, agents, limits and seeds of an experiment."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import PurePath
from typing import Any, Final

from rearview._core import SolverOptions
from rearview.errors import OptionError
from rearview.experiments.variants import SearchKind, Variant
from rearview.levels import Collection, load_bundled
from rearview.limit import PAPER_BACKWARD_NODES, PAPER_FORWARD_NODES, Limit
from rearview.model import Model
from rearview.model.schedule import Schedule
from rearview.output.text import escape_undecodable, printable
from rearview.search import Search
from rearview.strategy import Strategy

_QUICK_ITERATIONS = 30

QUICK_STRIDE: Final = 10
"""Quick runs use every tenth level."""

_ROUNDS: Final = SolverOptions()

PAPER_LIMIT: Final = Limit(backward_nodes=PAPER_BACKWARD_NODES, forward_nodes=PAPER_FORWARD_NODES)

FIRST_ROUND: Final = Limit(
    backward_nodes=_ROUNDS.backward_nodes, forward_nodes=_ROUNDS.forward_nodes
)
"""The nodes of the first round of alternation: enough to show the effect of a part in minutes."""

TWO_ROUNDS: Final = Limit(
    backward_nodes=round(_ROUNDS.backward_nodes * (1 + _ROUNDS.growth)),
    forward_nodes=round(_ROUNDS.forward_nodes * (1 + _ROUNDS.growth)),
)
"""The nodes of two rounds of alternation: with fewer, the default search would never start a second
round, and its effect would not show."""


PAPERS_NUMBERS: Final = (
    "iterations", "backward_nodes", "forward_nodes", "rate", "rate_decay", "discount",
)  # fmt: skip
"""The fields of a schedule for which the paper gives numbers."""

UNUSUAL: Final = ("without", "curriculum", "detectors")
"""The fields of a training that differ from the paper's experiments if they are set."""


@dataclass(frozen=True)
class Training:
    """The training levels and options, apart from what an experiment compares."""

    levels: Collection
    changes: Mapping[str, Any] = field(default_factory=dict)
    """Changed fields of every schedule, by name."""
    without: tuple[str, ...] = ()
    """Features that are off for all agents."""
    curriculum: bool = False
    """Whether all forward agents also learn from easier starts."""
    detectors: tuple[str, ...] | None = None
    """The detectors for training and searching; None means all."""

    def schedule(self, variant: Variant | None = None) -> Schedule:
        """The training schedule of a variant. Raises OptionError."""
        changes = {**self.changes, **dict(variant.changes if variant else ())}
        return replace(Schedule(), **changes)

    def strategy(self, kind: SearchKind, variant: Variant) -> Strategy:
        """The strategy of a variant: it uses the ties and the epsilon of its training."""
        learned = self.schedule(variant)
        return replace(
            kind.strategy,
            ties=learned.ties,
            forward_epsilon_scale=learned.forward_epsilon_scale,
            detectors=self.detectors,
        )

    def check(self) -> None:
        """Raises OptionError if the schedule is invalid."""
        self.schedule()

    @property
    def is_papers(self) -> bool:
        """Whether everything that the paper specifies is unchanged."""
        ours, theirs = self.schedule(), Schedule()
        return (
            replace(self, changes={}) == Training(load_bundled("microban"))
            and all(getattr(ours, name) == getattr(theirs, name) for name in PAPERS_NUMBERS)
        )  # fmt: skip

    def fields(self) -> dict[str, Any]:
        """Plain values by name; the UNUSUAL fields only if they are set."""
        unusual = {name: value for name in UNUSUAL if (value := getattr(self, name))}
        return {
            "training_levels": {
                printable(escape_undecodable(self.levels.name)): _indices(self.levels)
            },
            "schedule": asdict(self.schedule()),
            **unusual,
        }


@dataclass(frozen=True)
class Setup:
    """Everything that determines an experiment's numbers, apart from what it compares.

    Agents are either trained, each variant with each seed, or taken from a model. The seeds are
    used for training and for searching.
    """

    collections: tuple[Collection, ...]
    """The levels to solve. The names of the sets are unique: see `merge`."""
    limit: Limit
    agents: Training | Model
    seeds: tuple[int, ...] = (0,)

    @classmethod
    def paper(cls, seeds: tuple[int, ...] = (0, 1, 2)) -> Setup:
        """The paper's ("Experimental Setup"): trained on Microban, tested on XSokoban."""
        training = Training(load_bundled("microban"))
        return cls((load_bundled("xsokoban"),), PAPER_LIMIT, training, seeds)

    @classmethod
    def quick(cls) -> Setup:
        """A quick run of some minutes: every tenth level, smaller trees, shorter training."""
        training = Training(load_bundled("microban"), {"iterations": _QUICK_ITERATIONS})
        return cls((load_bundled("xsokoban")[::QUICK_STRIDE],), TWO_ROUNDS, training)

    @property
    def is_papers(self) -> bool:
        """Whether the results can be compared with the paper's numbers."""
        paper = Setup.paper(())
        is_same = (self.collections, self.limit) == (paper.collections, paper.limit)
        return is_same and isinstance(self.agents, Training) and self.agents.is_papers

    @property
    def training(self) -> Training:
        """The training of experiments that train."""
        assert isinstance(self.agents, Training)
        return self.agents

    @property
    def level_count(self) -> int:
        return sum(map(len, self.collections))

    def search(self, model: Model, seed: int, strategy: Strategy) -> Search:
        """A search with the limit of this setup."""
        return Search(limit=self.limit, model=model, seed=seed, strategy=strategy)

    def shown(self, collection: str) -> str:
        """A set's name without its folder, unless the folder is needed to distinguish it."""
        names = [PurePath(one.name).name for one in self.collections]
        name = PurePath(collection).name
        return printable(escape_undecodable(collection if names.count(name) > 1 else name))

    def fields(self) -> dict[str, Any]:
        """Plain values by name."""
        levels = {self.shown(one.name): _indices(one) for one in self.collections}
        common = {"levels": levels, "limit": asdict(self.limit), "seeds": list(self.seeds)}
        if isinstance(self.agents, Model):
            return {**common, "model": self.agents.content_hash}
        return {**common, **self.agents.fields()}


def merge(collections: Iterable[Collection]) -> tuple[Collection, ...]:
    """Merge selections of the same collection, with each level once.

    Raises OptionError for different sets that a store could not distinguish.
    """
    merged: dict[str, Collection] = {}
    for one in collections:
        # A file may be given by several paths.
        path = os.path.realpath(one.name)
        before = merged.get(path, replace(one, levels=()))
        levels = {level.index: level for level in (*before, *one)}
        merged[path] = replace(before, levels=tuple(levels.values()))
    for name, count in Counter(escape_undecodable(one.name) for one in merged.values()).items():
        if count > 1:
            raise OptionError(f"{count} sets have the same name, {printable(name)}")
    return tuple(merged.values())


def _indices(collection: Collection) -> list[int]:
    return [level.index for level in collection]
