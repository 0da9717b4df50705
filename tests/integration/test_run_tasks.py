"""`run_tasks`: what happens is in the store before it is told, and what is there is skipped."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from drawn_levels import EASY, HARD, INVALID
from rearview import Limit, Outcome, load_levels
from rearview.bench.configuration import Configuration
from rearview.bench.record import Record
from rearview.bench.runner import Task, make_tasks, run_tasks
from rearview.bench.store import Store
from rearview.levels import Collection, Level, read_level
from rearview.parallel.batch import Begun, Ended, Event, Skipped
from rearview.parallel.pool import SameProcess, open_pool
from rearview.search import Search
from survival import workers_of

SEARCH = Search(limit=Limit(backward_nodes=50, forward_nodes=100))
LEVELS = Collection(
    tuple(
        Level(read_level(drawing).rows, index=index) for index, drawing in ((1, EASY), (2, INVALID))
    ),
    name="some",
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "results.db") as opened:
        opened.begin(Configuration.of(SEARCH), resume=False)
        yield opened


def tasks(collection: Collection = LEVELS, search: Search = SEARCH) -> Iterator[Task]:
    return make_tasks(1, search, [collection])


def told(event: Event[Task, Record]) -> tuple[type, int]:
    return type(event), event.task.key.index


def test_tells_what_begins_and_what_ends(store: Store) -> None:
    events = list(run_tasks(store, tasks(), SameProcess()))
    assert [told(event) for event in events] == [(Begun, 1), (Ended, 1), (Begun, 2), (Ended, 2)]
    outcomes = [event.record.result.outcome for event in events if isinstance(event, Ended)]
    assert outcomes == [Outcome.SOLVED, Outcome.INVALID]


def test_a_result_is_in_the_store_before_it_is_told(store: Store) -> None:
    for event in run_tasks(store, tasks(), SameProcess()):
        kept = store.find(1, event.task.key)
        assert kept == (event.record if isinstance(event, Ended) else None)


def test_what_the_store_has_is_skipped_with_its_record(store: Store) -> None:
    first = [event for event in run_tasks(store, tasks(), SameProcess()) if told(event)[0] is Ended]
    again = list(run_tasks(store, tasks(), SameProcess()))
    assert [told(event) for event in again] == [(Skipped, 1), (Skipped, 2)]
    assert [event.record for event in again if isinstance(event, Skipped)] == [
        event.record for event in first if isinstance(event, Ended)
    ]


def test_what_is_unsolved_is_searched_once_more_if_that_is_wanted(store: Store) -> None:
    few = Search(limit=Limit(backward_nodes=1, forward_nodes=1))
    hard = load_levels(HARD)
    for attempt in (1, 2):
        events = list(run_tasks(store, tasks(hard, few), SameProcess(), retry_unsolved=True))
        assert [type(event) for event in events] == [Begun, Ended]
        assert events[0].task.attempt == attempt


def test_leaving_early_ends_the_workers(store: Store) -> None:
    endless = Search(limit=Limit(seconds=600))
    with open_pool(1, isolated=True) as pool:
        events = run_tasks(store, tasks(load_levels(HARD), endless), pool)
        assert isinstance(next(events), Begun)
        assert workers_of(os.getpid())
        events.close()
        assert not workers_of(os.getpid())
    assert store.records(1) == []
