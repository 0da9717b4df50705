"""Events of an experiment. The events of single levels are in `parallel/batch.py`."""

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
    """A model is available: just trained, or loaded from the folder."""

    recipe: Recipe
    number: int
    """The number of this model among those requested, from 1."""
    count: int


@dataclass(frozen=True, slots=True)
class Planned:
    """This many searches come next."""

    search_count: int


@dataclass(frozen=True, slots=True)
class Found:
    """All searches of this name are done."""

    name: str
    records: Sequence[Record]


@dataclass(frozen=True, slots=True)
class Looking:
    """This many unsolved levels are examined again."""

    unsolved: int


LabEvent = Event[Task, Record] | Trained | Planned | Found | Looking
Work = Generator[LabEvent, None, Findings]
"""A generator that yields events and returns its findings. Use it as
`found = yield from lab.search(...)`."""
