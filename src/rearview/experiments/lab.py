"""`Lab`: trains and searches whatever an experiment asks for, and nothing twice.

It keeps every model and every search in its folder, so that an experiment goes on where it was
interrupted, and experiments in one folder share what they have in common.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Protocol

from rearview.bench.configuration import Configuration
from rearview.bench.record import Record
from rearview.bench.runner import Observer, Task, make_tasks, run_tasks
from rearview.errors import ModelError
from rearview.experiments.folder import Folder
from rearview.experiments.recipe import Recipe, train_all
from rearview.experiments.setup import Setup
from rearview.experiments.variants import Case, Variant
from rearview.levels import Collection, Level
from rearview.model import Model
from rearview.output.counting import counted
from rearview.output.text import escape_undecodable
from rearview.parallel.batch import Search
from rearview.result import Result, StopReason


class LabObserver(Observer, Protocol):
    """Told what is done, when it is done."""

    def trained(self, recipe: Recipe, number: int, count: int) -> None:
        """One of the models is there, from now or from before."""

    def plan(self, search_count: int) -> None:
        """So many searches are asked for next."""

    def found(self, name: str, records: Sequence[Record]) -> None:
        """All searches of what is called so are done."""

    def look(self, unsolved: int) -> None:
        """So many levels are looked at again."""


@dataclass(frozen=True)
class Searched:
    """One level, searched in one way."""

    set_name: str
    """As it is shown."""
    level: Level
    search: Search
    record: Record

    @property
    def name(self) -> str:
        return f"{self.set_name}:{self.level.index}"

    @property
    def result(self) -> Result:
        return self.record.result

    @property
    def nodes(self) -> int:
        return self.result.backward_nodes + self.result.forward_nodes

    @property
    def expansions_per_second(self) -> float:
        seconds = self.result.backward_seconds + self.result.forward_seconds
        return self.nodes / seconds if seconds else 0.0


def count_solved(searched: Iterable[Searched]) -> int:
    return sum(bool(one.result) for one in searched)


class Lab:
    """A folder, a setup, and as many processes as jobs."""

    def __init__(self, folder: Folder, setup: Setup, jobs: int, observer: LabObserver) -> None:
        self.setup = setup
        self.jobs = jobs
        self.observer = observer
        self._folder = folder
        self._dates: list[str] = []
        self.unsolved_by: Counter[str] = Counter()
        """What ended searches that solved nothing; all but nodes depends on the machine."""

    @property
    def period(self) -> tuple[str, str]:
        """When the first and the last of what was asked for was done: UTC, ISO 8601."""
        return min(self._dates), max(self._dates)

    def train(self, variants: Iterable[Variant]) -> dict[tuple[Variant, int], Model]:
        """A model of each variant for each seed, trained now unless the folder has it."""
        training = self.setup.training
        recipes = [Recipe(one, seed, training) for seed in self.setup.seeds for one in variants]
        models: dict[tuple[Variant, int], Model] = {}
        missing = []
        for recipe in recipes:
            known = self._folder.load_model(recipe.name)
            if known is None:
                missing.append(recipe)
            elif not recipe.made(known):
                path = self._folder.model_path(recipe.name)
                raise ModelError(f"{path}: not trained as its name says; without it, it will be")
            else:
                self._note(models, recipe, known, len(recipes))
        for recipe, model in train_all(missing, self.jobs):
            self._folder.keep_model(recipe.name, model)
            self._note(models, recipe, model, len(recipes))
        return models

    def _note(
        self, models: dict[tuple[Variant, int], Model], recipe: Recipe, model: Model, count: int
    ) -> None:
        models[recipe.variant, recipe.seed] = model
        when = datetime.fromtimestamp(self._folder.model_time(recipe.name), timezone.utc)
        self._dates.append(when.isoformat(timespec="milliseconds"))
        self.observer.trained(recipe, len(models), count)

    def search_cases(self, cases: Sequence[Case]) -> dict[Case, list[Searched]]:
        """Train what the cases need, and search all levels for each."""
        models = self.train(dict.fromkeys(case.variant for case in cases))
        searches = [
            (
                case.name,
                self.setup.search(models[case.variant, case.seed], case.seed, case.search.strategy),
            )
            for case in cases
        ]
        return dict(zip(cases, self.search(searches), strict=True))

    def search(self, searches: Sequence[tuple[str, Search]]) -> list[list[Searched]]:
        """All levels in each of the ways, without a pause between one way and the next.

        The name of a way tells it from others of the same seed.
        """
        sets = self.setup.collections
        groups = [
            _Group(self._describe(name, one, search), search, one)
            for name, search in searches
            for one in sets
        ]
        records = iter(_search_groups(self._folder, groups, self.jobs, self.observer))
        found = [
            [
                Searched(self.setup.shown(one.name), level, search, record)
                for one in sets
                for level, record in zip(one, next(records), strict=True)
            ]
            for _, search in searches
        ]
        for some in found:
            self._dates += [one.record.recorded_at for one in some]
            self.unsolved_by += count_reasons(one.record for one in some)
        return found

    def _describe(self, name: str, collection: Collection, search: Search) -> str:
        several = len(self.setup.collections) > 1
        set_name = self.setup.shown(collection.name) if several or not name else ""
        return ", ".join(filter(None, [name, set_name, f"seed {search.seed}"]))


def count_reasons(records: Iterable[Record]) -> Counter[str]:
    """What ended searches that solved nothing; all but nodes depends on the machine."""
    reasons = (record.result.reason for record in records)
    return Counter(reason.value for reason in reasons if reason is not None)


def describe_cut_short(unsolved_by: Mapping[str, int]) -> str:
    """How many searches the machine ended, by their reasons; empty when there is none."""
    count = sum(n for reason, n in unsolved_by.items() if reason != StopReason.NODES.value)
    return f"{counted(count, 'search')} cut short by the machine, not by nodes" if count else ""


@dataclass(frozen=True)
class _Group:
    """The levels of one set, searched in one way."""

    name: str
    """For the observer."""
    search: Search
    levels: Collection


def _search_groups(
    folder: Folder, groups: Sequence[_Group], jobs: int, observer: LabObserver
) -> list[list[Record]]:
    """Search all that the folder's store does not have. A group's records are in its order.

    Groups of the same configuration and set are one: it is searched and told of once.
    """
    with folder.open_store() as store:
        runs = [store.begin(Configuration.of(one.search), resume=True).number for one in groups]
        keys = [
            (run, escape_undecodable(group.levels.name))
            for run, group in zip(runs, groups, strict=True)
        ]
        gathered: dict[tuple[int, str], _Gathered] = {}
        for key, group in zip(keys, groups, strict=True):
            gathered.setdefault(key, _Gathered(group))
        observer.plan(sum(len(one.group.levels) for one in gathered.values()))
        tasks = (
            task
            for (run, _), one in gathered.items()
            for task in make_tasks(run, one.group.search.shared_among(jobs), [one.group.levels])
        )
        run_tasks(store, tasks, jobs, _Collector(gathered, observer))
    return [gathered[key].in_order() for key in keys]


@dataclass
class _Gathered:
    """A group, and its records as they come."""

    group: _Group
    records: list[Record] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        return len(self.records) == len(self.group.levels)

    def in_order(self) -> list[Record]:
        by_index = {record.key.index: record for record in self.records}
        return [by_index[level.index] for level in self.group.levels]


class _Collector:
    """Sorts records by run and set while they come, and passes everything on."""

    def __init__(
        self, gathered: Mapping[tuple[int, str], _Gathered], observer: LabObserver
    ) -> None:
        self._gathered = gathered
        self._observer = observer

    def skip(self, task: Task, record: Record) -> None:
        self._observer.skip(task, record)
        self._collect(task, record)

    def begin(self, task: Task) -> None:
        self._observer.begin(task)

    def end(self, task: Task, record: Record) -> None:
        self._observer.end(task, record)
        self._collect(task, record)

    def _collect(self, task: Task, record: Record) -> None:
        if not record.is_settled:
            return
        gathered = self._gathered[task.run, task.key.collection]
        gathered.records.append(record)
        if gathered.is_whole:
            self._observer.found(gathered.group.name, gathered.records)
