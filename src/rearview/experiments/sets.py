"""Sets: what experiments share that search several sets of levels and train nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any, Protocol

from rearview.batch import Search
from rearview.bench.configuration import Configuration
from rearview.bench.record import LevelKey, Record
from rearview.bench.runner import Observer, make_tasks, run_tasks
from rearview.bench.store import Store
from rearview.levels import Collection, Level
from rearview.levels.scanning import printable, storable
from rearview.limit import Limit
from rearview.model import Model
from rearview.result import Result
from rearview.strategy import Strategy


@dataclass(frozen=True)
class SetsSetup:
    """On what, how long and how often; seeds are those of searching."""

    collections: tuple[Collection, ...]
    """Each with a name of its own: see `merge`."""
    limit: Limit
    model: Model
    seeds: tuple[int, ...] = (0,)

    def search(self, seed: int, strategy: Strategy) -> Search:
        """One of the searches of every level."""
        return Search(self.limit, self.model, seed, strategy)

    def fields(self) -> dict[str, Any]:
        """Plain values by name."""
        return {
            "levels": {self.shown(one.name): [level.index for level in one] for one in self},
            "limit": {name: getattr(self.limit, name) for name in Limit.__dataclass_fields__},
            "model": self.model.content_hash,
            "seeds": list(self.seeds),
        }

    def shown(self, collection: str) -> str:
        """A set's name without the folder that its file lies in, unless only that tells it."""
        same = [one for one in self if PurePath(one.name).name == PurePath(collection).name]
        name = collection if len(same) > 1 else PurePath(collection).name
        return printable(storable(name))

    @property
    def level_count(self) -> int:
        return sum(map(len, self.collections))

    def __iter__(self) -> Iterator[Collection]:
        return iter(self.collections)


def merge(collections: Iterable[Collection]) -> tuple[Collection, ...]:
    """Selections of one collection put together, each level once."""
    merged: dict[str, Collection] = {}
    for one in collections:
        before = merged.get(one.name, replace(one, levels=()))
        levels = {level.index: level for level in (*before, *one)}
        merged[one.name] = replace(one, levels=tuple(levels.values()))
    return tuple(merged.values())


class SetsObserver(Observer, Protocol):
    """Told what is done, when it is done."""

    def plan(self, search_count: int) -> None:
        """So many searches are asked for."""

    def found(self, name: str, records: Sequence[Record]) -> None:
        """All searches of what is called so are done."""


@dataclass(frozen=True)
class Searched:
    """One level with one seed."""

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


def period_of(searched: Iterable[Searched]) -> tuple[str, str]:
    """When the first and the last level was searched: UTC, ISO 8601."""
    dates = [one.record.recorded_at for one in searched]
    return min(dates), max(dates)


def search_sets(
    store: Store,
    setup: SetsSetup,
    search: Search,
    jobs: int,
    observer: SetsObserver,
    name: str = "",
) -> Iterator[Searched]:
    """Search all levels that the store does not have yet; a name tells this search from others."""
    run = store.begin(Configuration.of(search), resume=True).number
    shared = search.shared_among(jobs)
    for collection in setup:
        run_tasks(store, make_tasks(run, shared, [collection]), jobs, observer)
        found = []
        for level in collection:
            record = store.find(run, LevelKey.of(collection.name, level))
            assert record is not None
            found.append(Searched(setup.shown(collection.name), level, shared, record))
        words = [name, setup.shown(collection.name), f"seed {search.seed}"]
        observer.found(", ".join(filter(None, words)), [one.record for one in found])
        yield from found
