"""`search_groups`: levels searched in several ways, once, without a pause between the ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from rearview.batch import Search
from rearview.bench.configuration import Configuration
from rearview.bench.record import Record
from rearview.bench.runner import Observer, Task, make_tasks, run_tasks
from rearview.counting import counted
from rearview.experiments.folder import Folder
from rearview.levels import Collection
from rearview.levels.scanning import storable
from rearview.result import StopReason


class SearchObserver(Observer, Protocol):
    """Told what is done, when it is done."""

    def plan(self, search_count: int) -> None:
        """So many searches are asked for next."""

    def found(self, name: str, records: Sequence[Record]) -> None:
        """All searches of what is called so are done."""


@dataclass(frozen=True)
class Group:
    """The levels of one set, searched in one way."""

    name: str
    """For the observer."""
    search: Search
    levels: Collection


def search_groups(
    folder: Folder, groups: Sequence[Group], jobs: int, observer: SearchObserver
) -> list[list[Record]]:
    """Search all that the folder's store does not have. A group's records are in its order.

    Groups of the same configuration and set are one: it is searched and told of once.
    """
    with folder.open_store() as store:
        runs = [store.begin(Configuration.of(one.search), resume=True).number for one in groups]
        keys = [(run, storable(group.levels.name)) for run, group in zip(runs, groups, strict=True)]
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


def count_reasons(records: Iterable[Record]) -> Counter[str]:
    """What ended searches that solved nothing; all but nodes depends on the machine."""
    reasons = (record.result.reason for record in records)
    return Counter(reason.value for reason in reasons if reason is not None)


def describe_cut_short(unsolved_by: Mapping[str, int]) -> str:
    """How many searches the machine ended, by their reasons; empty when there is none."""
    count = sum(n for reason, n in unsolved_by.items() if reason != StopReason.NODES.value)
    return f"{counted(count, 'search')} cut short by the machine, not by nodes" if count else ""


@dataclass
class _Gathered:
    """A group, and its records as they come."""

    group: Group
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
        self, gathered: Mapping[tuple[int, str], _Gathered], observer: SearchObserver
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
