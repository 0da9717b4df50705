"""What happens in an experiment, beside what happens to each level: see `parallel/batch.py`."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rearview.bench.record import Record
from rearview.bench.runner import Task
from rearview.experiments.recipe import Recipe
from rearview.parallel.batch import Event

Findings = TypeVar("Findings")


@dataclass(frozen=True, slots=True)
class Trained:
    """One of the models is there, from now or from before."""

    recipe: Recipe
    number: int
    """From 1, of those that are asked for."""
    count: int


@dataclass(frozen=True, slots=True)
class Planned:
    """So many searches are asked for next."""

    search_count: int


@dataclass(frozen=True, slots=True)
class Found:
    """All searches of what is called so are done."""

    name: str
    records: Sequence[Record]


@dataclass(frozen=True, slots=True)
class Looking:
    """So many levels that were not solved are looked at again."""

    unsolved: int


LabEvent = Event[Task, Record] | Trained | Planned | Found | Looking
Work = Generator[LabEvent, None, Findings]
"""Work that tells what it does while it does it, and returns what it has found: to be had with
`found = yield from lab.search(...)`."""
