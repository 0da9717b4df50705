"""`Laboratory`: trains and searches whatever an experiment asks for, once."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from typing import Protocol

from rearview.batch import Search
from rearview.bench.configuration import engine_hash
from rearview.bench.record import Record
from rearview.errors import ModelError
from rearview.experiments.folder import Folder
from rearview.experiments.search_kind import SearchKind
from rearview.experiments.searching import (
    Group,
    SearchObserver,
    count_reasons,
    search_groups,
)
from rearview.experiments.setup import Setup
from rearview.experiments.variants import Variant
from rearview.model import Model
from rearview.strategy import Strategy
from rearview.training import hash_drawings, train
from rearview.version import __version__
from rearview.workers import Died, run_calls

_TRAINING_ATTEMPTS = 2


@dataclass(frozen=True, slots=True)
class Case:
    """All levels searched in one way: a variant, a seed, and a kind of search."""

    variant: Variant
    seed: int
    search: SearchKind = SearchKind.PAPER

    @property
    def name(self) -> str:
        search = "" if self.search is SearchKind.PAPER else f", {self.search.value} search"
        return f"{self.variant.name}{search}, seed {self.seed}"


@dataclass(frozen=True)
class Findings:
    """What the searches of one case came to, of the levels of the setup and in their order."""

    case: Case
    model: Model
    """That searched."""
    records: list[Record]

    @property
    def solved(self) -> int:
        return sum(bool(record.result) for record in self.records)


class LaboratoryObserver(SearchObserver, Protocol):
    """Told what is done, when it is done."""

    def trained(self, variant: Variant, seed: int, number: int, count: int) -> None:
        """One of the models is there, from now or from before."""


class Laboratory:
    """A folder, a setup, and as many processes as jobs."""

    def __init__(
        self, folder: Folder, setup: Setup, jobs: int, observer: LaboratoryObserver
    ) -> None:
        self.setup = setup
        self._folder = folder
        self._jobs = jobs
        self._observer = observer
        self._dates: list[str] = []
        self.unsolved_by: Counter[str] = Counter()
        """What ended searches that solved nothing; all but nodes depends on the machine."""

    @property
    def period(self) -> tuple[str, str]:
        """When the first and the last of what was asked for was done: UTC, ISO 8601."""
        return min(self._dates), max(self._dates)

    def train(self, variants: Iterable[Variant]) -> dict[tuple[Variant, int], Model]:
        """A model of each variant for each seed, trained now unless the folder has it."""
        wanted = [(variant, seed) for seed in self.setup.seeds for variant in variants]
        models: dict[tuple[Variant, int], Model] = {}
        missing = []
        for recipe in map(self._recipe, wanted):
            known = self._folder.load_model(recipe.name)
            if known is None:
                missing.append(recipe)
            elif not recipe.made(known):
                path = self._folder.model_path(recipe.name)
                raise ModelError(f"{path}: not trained as its name says; without it, it will be")
            else:
                self._note(models, recipe, known, len(wanted))
        for recipe, model in _train_all(missing, self._jobs):
            self._folder.keep_model(recipe.name, model)
            self._note(models, recipe, model, len(wanted))
        return models

    def _note(
        self, models: dict[tuple[Variant, int], Model], recipe: _Recipe, model: Model, count: int
    ) -> None:
        models[recipe.variant, recipe.seed] = model
        when = datetime.fromtimestamp(self._folder.model_time(recipe.name), timezone.utc)
        self._dates.append(when.isoformat(timespec="milliseconds"))
        self._observer.trained(recipe.variant, recipe.seed, len(models), count)

    def _recipe(self, what: tuple[Variant, int]) -> _Recipe:
        return _Recipe(*what, self.setup)

    def search(self, cases: Sequence[Case]) -> list[Findings]:
        """Search all levels for all cases, without a pause between one case and the next."""
        models = self.train(dict.fromkeys(case.variant for case in cases))
        groups = [
            Group(case.name, self._search(case, models[case.variant, case.seed]), self.setup.levels)
            for case in cases
        ]
        found = search_groups(self._folder, groups, self._jobs, self._observer)
        for records in found:
            self._dates += [record.recorded_at for record in records]
            self.unsolved_by += count_reasons(records)
        return [
            Findings(case, group.search.model, records)
            for case, group, records in zip(cases, groups, found, strict=True)
        ]

    def _search(self, case: Case, model: Model) -> Search:
        return Search(self.setup.limit, model, case.seed, case.search.strategy)


@dataclass(frozen=True)
class _Recipe:
    """Everything that decides what a model will be. It is a call for another process, too."""

    variant: Variant
    seed: int
    setup: Setup

    @property
    def name(self) -> str:
        """For people, and for telling it from any other recipe."""
        setup = self.setup.fields()
        parts = {
            "rearview": __version__,
            "engine": engine_hash(),
            "features": self.variant.features,
            "curriculum": self.variant.curriculum,
            "levels": [level.rows for level in self.setup.training_levels],
            "schedule": setup["schedule"],
        }
        digest = hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:8]
        words = re.sub(r"[^a-z]+", "-", self.variant.name)
        return f"{words}-seed-{self.seed}-{digest}"

    def made(self, model: Model) -> bool:
        """Whether a model says that it was trained so, and is what that came to."""
        said, setup = model.provenance, self.setup
        if said is None or not len(said.backward) == len(said.forward) == setup.schedule.iterations:
            return False
        asked = replace(
            said,
            levels_hash=hash_drawings(setup.training_levels),
            seed=self.seed,
            schedule=setup.schedule,
            features=self.variant.features,
            detectors=Strategy().detectors_used,
            version=__version__,
            curriculum=self.variant.curriculum,
        )
        last = (said.backward[-1].weights, said.forward[-1].weights)
        return said == asked and (model.backward, model.forward) == last

    def __call__(self) -> Model:
        return train(
            self.setup.training_levels,
            self.seed,
            self.variant.features,
            schedule=self.setup.schedule,
            curriculum=self.variant.curriculum,
        )


def _train_all(recipes: Sequence[_Recipe], jobs: int) -> Iterator[tuple[_Recipe, Model]]:
    """Models as they are done; a process that dies is tried once more."""
    queue = [(recipe, 1) for recipe in recipes]

    def next_call() -> tuple[tuple[_Recipe, int], Callable[[], Model]] | None:
        return (queue[0], queue.pop(0)[0]) if queue else None

    with closing(run_calls(next_call, jobs)) as answers:
        for (recipe, attempt), answer in answers:
            if not isinstance(answer, Died):
                yield recipe, answer
            elif attempt < _TRAINING_ATTEMPTS:
                queue.append((recipe, attempt + 1))
            else:
                raise RuntimeError(f"the process that trained {recipe.name} {answer.how}, twice")
