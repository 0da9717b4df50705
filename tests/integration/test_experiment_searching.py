"""Levels searched in several ways: each way once, records in the order of the levels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rearview import Limit, Model, Strategy
from rearview.batch import Search
from rearview.bench.record import Record
from rearview.bench.runner import Task
from rearview.experiments.folder import Folder
from rearview.experiments.searching import Group, count_reasons, search_groups
from rearview.levels import load_levels

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


def test_records_are_in_the_order_of_the_levels_and_what_is_there_is_not_searched(
    tmp_path: Path,
) -> None:
    folder, notes = Folder(tmp_path), Notes()
    groups = [Group("first", SEARCH, load_levels("microban:3,1"))]
    (first,) = search_groups(folder, groups, 2, notes)
    assert [record.key.index for record in first] == [3, 1]
    more = Group("more", replace(SEARCH, strategy=Strategy.paper()), load_levels("microban:2"))
    again, added = search_groups(folder, [*groups, more], 1, notes)
    assert again == first
    assert [record.key.index for record in added] == [2]
    assert sorted(notes.begun) == ["microban:1", "microban:2", "microban:3"]
    assert notes.told == [("first", 2), ("first", 2), ("more", 1)]


def test_ways_that_come_to_the_same_are_searched_and_told_once(tmp_path: Path) -> None:
    levels, notes = load_levels("microban:1-2"), Notes()
    bare = Model.shipped()
    bare = replace(bare, forward={**bare.forward, "perm": 0.0, "overlap": 0.0}, provenance=None)
    hints_or_not = [
        Group(f"hints {hints}", replace(SEARCH, model=bare, strategy=Strategy(hints=hints)), levels)
        for hints in (True, False)
    ]
    with_hints, without = search_groups(Folder(tmp_path), hints_or_not, 2, notes)
    assert with_hints == without
    assert (notes.planned, notes.told) == (2, [("hints True", 2)])


def test_what_ended_a_search_is_counted_where_nothing_was_solved(tmp_path: Path) -> None:
    few = replace(SEARCH, limit=Limit(backward_nodes=1, forward_nodes=1))
    groups = [
        Group("few", few, load_levels("sasquatch1:6")),
        Group("easy", SEARCH, load_levels("microban:1")),
    ]
    few_nodes, easy = search_groups(Folder(tmp_path), groups, 1, Notes())
    assert count_reasons([*few_nodes, *easy]) == {"nodes": 1}
