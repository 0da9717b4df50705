"""`Lab`: trains the models and runs the searches of an experiment, and reuses stored ones.

It stores every model and every search in its folder. So an interrupted experiment resumes where it
stopped, and experiments in the same folder share models and searches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime, timezone

from rearview.bench.configuration import Configuration
from rearview.bench.record import Record
from rearview.bench.runner import make_tasks, run_tasks
from rearview.bench.statistics import seconds_by_processor
from rearview.bench.store import Store
from rearview.errors import ModelError
from rearview.experiments.events import Found, Planned, Trained, Work
from rearview.experiments.folder import Folder
from rearview.experiments.recipe import Recipe, train_all
from rearview.experiments.setup import Setup
from rearview.experiments.variants import Case
from rearview.levels import Collection, Level
from rearview.model import Model
from rearview.output.counting import counted
from rearview.output.text import escape_undecodable
from rearview.parallel.batch import Begun
from rearview.parallel.pool import Pool
from rearview.result import Result, StopReason
from rearview.search import Search


@dataclass(frozen=True)
class Searched:
    """One level searched with one configuration."""

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
        """Of the forward agent: backward nodes may be those of the beam, which cost far less."""
        seconds = self.result.forward_seconds
        return self.result.forward_nodes / seconds if seconds else 0.0


def count_solved(searched: Iterable[Searched]) -> int:
    return sum(bool(one.result) for one in searched)


class Lab:
    """A folder, a setup, and a pool that makes its calls.

    Its methods yield events while they work, so use them as `yield from lab.search(...)`.
    """

    def __init__(self, folder: Folder, setup: Setup, pool: Pool) -> None:
        self.setup = setup
        self.pool = pool
        self._folder = folder
        self._dates: list[str] = []
        self.unsolved_by: Counter[str] = Counter()
        """The stop reasons of unsolved searches; all but the node limit depend on the machine."""
        self.processors: set[str] = set()
        """The processors on which levels were searched."""

    @property
    def period(self) -> tuple[str, str]:
        """The dates of the oldest and the newest model or search used: UTC, ISO 8601."""
        return min(self._dates), max(self._dates)

    def train(self, cases: Sequence[Case]) -> Work[dict[Case, Model]]:
        """The model of each case, trained unless the folder has it."""
        training = self.setup.training
        recipes = {one: Recipe(one.variant, one.seed, training) for one in cases}
        different = {recipe.name: recipe for recipe in recipes.values()}
        models: dict[str, Model] = {}
        for recipe, model in self._models(different.values()):
            models[recipe.name] = model
            when = datetime.fromtimestamp(self._folder.model_time(recipe.name), timezone.utc)
            self._dates.append(when.isoformat(timespec="milliseconds"))
            yield Trained(recipe, len(models), len(different))
        return {one: models[recipe.name] for one, recipe in recipes.items()}

    def _models(self, recipes: Iterable[Recipe]) -> Iterator[tuple[Recipe, Model]]:
        """First the models that the folder has, then the others as they are trained."""
        missing = []
        for recipe in recipes:
            known = self._folder.load_model(recipe.name)
            if known is None:
                missing.append(recipe)
            elif not recipe.made(known):
                path = self._folder.model_path(recipe.name)
                raise ModelError(
                    f"{path}: not trained as its name says; delete it to train it again"
                )
            else:
                yield recipe, known
        for recipe, model in train_all(missing, self.pool):
            self._folder.keep_model(recipe.name, model)
            yield recipe, model

    def search_cases(self, cases: Sequence[Case]) -> Work[dict[Case, list[Searched]]]:
        """Train the models of the cases, and search all levels with each case."""
        models, training = (yield from self.train(cases)), self.setup.training
        searches = [
            (
                case.name,
                self.setup.search(
                    models[case], case.seed, training.strategy(case.search, case.variant)
                ),
            )
            for case in cases
        ]
        found = yield from self.search(searches)
        return dict(zip(cases, found, strict=True))

    def search(self, searches: Sequence[tuple[str, Search]]) -> Work[list[list[Searched]]]:
        """Search all levels with each search, in one batch that keeps all workers busy.

        The name distinguishes searches of the same seed.
        """
        sets = self.setup.collections
        groups = [
            _Group(self._describe(name, one, search), search, one)
            for name, search in searches
            for one in sets
        ]
        records = iter((yield from self._search_groups(groups)))
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
            self.processors |= seconds_by_processor(one.record for one in some).keys()
            self.unsolved_by += count_reasons(one.record for one in some)
        return found

    def _describe(self, name: str, collection: Collection, search: Search) -> str:
        several = len(self.setup.collections) > 1
        set_name = self.setup.shown(collection.name) if several or not name else ""
        return ", ".join(filter(None, [name, set_name, f"seed {search.seed}"]))

    def _search_groups(self, groups: Sequence[_Group]) -> Work[list[list[Record]]]:
        """Run the searches that the store does not have. Records are in the order of their group.

        Groups with the same configuration and set are merged: searched and reported once.
        """
        with self._folder.open_store() as store:
            keys = []
            gathered: dict[tuple[int, str], _Gathered] = {}
            for group in groups:
                run = store.begin(Configuration.of(group.search), resume=True).number
                keys.append((run, escape_undecodable(group.levels.name)))
                gathered.setdefault(keys[-1], _Gathered(group))
            yield Planned(sum(len(one.group.levels) for one in gathered.values()))
            yield from self._gather(store, gathered)
        return [gathered[key].in_order() for key in keys]

    def _gather(self, store: Store, gathered: Mapping[tuple[int, str], _Gathered]) -> Work[None]:
        """Sort records by run and set as they arrive."""
        tasks = (
            task
            for (run, _), one in gathered.items()
            for task in make_tasks(run, self.pool.share(one.group.search), [one.group.levels])
        )
        with closing(run_tasks(store, tasks, self.pool)) as events:
            for event in events:
                yield event
                if isinstance(event, Begun) or not event.record.is_settled:
                    continue
                one = gathered[event.task.run, event.task.key.collection]
                one.records.append(event.record)
                if one.is_whole:
                    yield Found(one.group.name, one.records)


def count_reasons(records: Iterable[Record]) -> Counter[str]:
    """The stop reasons of unsolved searches; all but the node limit depend on the machine."""
    reasons = (record.result.reason for record in records)
    return Counter(reason.value for reason in reasons if reason is not None)


def describe_cut_short(unsolved_by: Mapping[str, int]) -> str:
    """How many searches ended for another reason than nodes; empty if none did."""
    count = sum(n for reason, n in unsolved_by.items() if reason != StopReason.NODES.value)
    return f"{counted(count, 'search')} cut short by the machine, not by nodes" if count else ""


@dataclass(frozen=True)
class _Group:
    """The levels of one set, with one search."""

    name: str
    """A readable name."""
    search: Search
    levels: Collection


@dataclass
class _Gathered:
    """A group, and its records so far."""

    group: _Group
    records: list[Record] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        return len(self.records) == len(self.group.levels)

    def in_order(self) -> list[Record]:
        by_index = {record.key.index: record for record in self.records}
        return [by_index[level.index] for level in self.group.levels]
