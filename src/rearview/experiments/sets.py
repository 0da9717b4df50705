"""Sets: what experiments share that search several sets of levels and train nothing."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any

from rearview.batch import Search
from rearview.bench.record import Record
from rearview.errors import OptionError
from rearview.experiments.folder import Folder
from rearview.experiments.searching import Group, SearchObserver, search_groups
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
    """Selections of one collection put together, each level once.

    Raises OptionError for sets that a store could not tell apart.
    """
    merged: dict[str, Collection] = {}
    for one in collections:
        # A file is the same under all its names.
        path = os.path.realpath(one.name)
        before = merged.get(path, replace(one, levels=()))
        levels = {level.index: level for level in (*before, *one)}
        merged[path] = replace(before, levels=tuple(levels.values()))
    for name, count in Counter(storable(one.name) for one in merged.values()).items():
        if count > 1:
            raise OptionError(f"{count} sets would be kept under one name, {printable(name)}")
    return tuple(merged.values())


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
    folder: Folder,
    setup: SetsSetup,
    searches: Sequence[tuple[str, Search]],
    jobs: int,
    observer: SearchObserver,
) -> list[list[Searched]]:
    """Every level for each of the searches, whose names tell them from others of the same seed."""
    groups = [
        Group(_name(name, setup.shown(collection.name), search.seed), search, collection)
        for name, search in searches
        for collection in setup
    ]
    records = iter(search_groups(folder, groups, jobs, observer))
    return [
        [
            Searched(setup.shown(collection.name), level, search, record)
            for collection in setup
            for level, record in zip(collection, next(records), strict=True)
        ]
        for _, search in searches
    ]


def _name(search: str, set_name: str, seed: int) -> str:
    return ", ".join(filter(None, [search, set_name, f"seed {seed}"]))
