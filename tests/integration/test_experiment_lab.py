"""A lab searches levels in several ways: each way once, records in the order of the levels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rearview import Limit, Model, Strategy
from rearview.bench.record import Record
from rearview.bench.runner import Task
from rearview.experiments.folder import Folder
from rearview.experiments.lab import Lab
from rearview.experiments.recipe import Recipe
from rearview.experiments.setup import Setup, merge
from rearview.levels import load_levels
from rearview.parallel.batch import Search

SEARCH = Search(Limit(backward_nodes=50, forward_nodes=100), Model.shipped(), 0, Strategy())


class Notes:
    """What an observer is told."""

    def __init__(self) -> None:
        self.planned = 0
        self.begun: list[str] = []
        self.told: list[tuple[str, int]] = []

    def plan(self, search_count: int) -> None:
        self.planned = search_count

    def skip(self, task: Task, record: Record) -> None:
        pass

    def begin(self, task: Task) -> None:
        self.begun.append(task.key.name)

    def end(self, task: Task, record: Record) -> None:
        pass

    def found(self, name: str, records: Sequence[Record]) -> None:
        self.told.append((name, len(records)))

    def trained(self, recipe: Recipe, number: int, count: int) -> None:
        pass

    def look(self, unsolved: int) -> None:
        pass


def make_lab(path: Path, notes: Notes, *what: str, jobs: int = 1) -> Lab:
    setup = Setup(merge(map(load_levels, what)), SEARCH.limit, SEARCH.model)
    return Lab(Folder(path), setup, jobs, notes)


def test_records_are_in_the_order_of_the_levels_and_what_is_there_is_not_searched(
    tmp_path: Path,
) -> None:
    notes = Notes()
    lab = make_lab(tmp_path, notes, "microban:3,1", jobs=2)
    (first,) = lab.search([("first", SEARCH)])
    assert [one.level.index for one in first] == [3, 1]
    assert [one.record.key.index for one in first] == [3, 1]
    paper = replace(SEARCH, strategy=Strategy.paper())
    again, _ = make_lab(tmp_path, notes, "microban:3,1").search(
        [("first", SEARCH), ("more", paper)]
    )
    assert [one.record for one in again] == [one.record for one in first]
    assert sorted(notes.begun) == ["microban:1", "microban:1", "microban:3", "microban:3"]
    assert notes.told == [("first, seed 0", 2), ("first, seed 0", 2), ("more, seed 0", 2)]


def test_sets_are_told_apart_where_there_are_several(tmp_path: Path) -> None:
    notes = Notes()
    (found,) = make_lab(tmp_path, notes, "microban:1", "grigr:1").search([("way", SEARCH)])
    assert [one.name for one in found] == ["microban:1", "grigr:1"]
    assert notes.told == [("way, microban, seed 0", 1), ("way, grigr, seed 0", 1)]


def test_ways_that_come_to_the_same_are_searched_and_told_once(tmp_path: Path) -> None:
    notes, bare = Notes(), Model.shipped()
    bare = replace(bare, forward={**bare.forward, "perm": 0.0, "overlap": 0.0}, provenance=None)
    hints_or_not = [
        (f"hints {hints}", replace(SEARCH, model=bare, strategy=Strategy(hints=hints)))
        for hints in (True, False)
    ]
    lab = make_lab(tmp_path, notes, "microban:1-2", jobs=2)
    with_hints, without = lab.search(hints_or_not)
    assert [one.record for one in with_hints] == [one.record for one in without]
    assert (notes.planned, notes.told) == (2, [("hints True, seed 0", 2)])


def test_what_ended_a_search_is_counted_where_nothing_was_solved(tmp_path: Path) -> None:
    few = replace(SEARCH, limit=Limit(backward_nodes=1, forward_nodes=1))
    lab = make_lab(tmp_path, Notes(), "sasquatch1:6")
    lab.search([("few", few)])
    assert lab.unsolved_by == {"nodes": 1}
    began, ended = lab.period
    assert began == ended
