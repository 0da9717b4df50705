"""A lab searches levels in several ways: each way once, records in the order of the levels."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from rearview import Limit, Model, Strategy
from rearview.experiments.events import Findings, Found, LabEvent, Planned, Work
from rearview.experiments.folder import Folder
from rearview.experiments.lab import Lab
from rearview.experiments.setup import Setup, merge
from rearview.levels import load_levels
from rearview.parallel.batch import Begun
from rearview.parallel.pool import SameProcess
from rearview.search import Search

SEARCH = Search(limit=Limit(backward_nodes=50, forward_nodes=100))


@dataclass
class Notes:
    """What happened."""

    planned: int = 0
    begun: list[str] = field(default_factory=list)
    found: list[tuple[str, int]] = field(default_factory=list)

    def read(self, work: Work[Findings]) -> Findings:
        """Follow it to its end, and return what it has found."""
        while True:
            try:
                self._note(next(work))
            except StopIteration as end:
                found: Findings = end.value
                return found

    def _note(self, event: LabEvent) -> None:
        match event:
            case Planned(count):
                self.planned = count
            case Begun(task):
                self.begun.append(task.key.name)
            case Found(name, records):
                self.found.append((name, len(records)))


def make_lab(path: Path, *what: str) -> Lab:
    setup = Setup(merge(map(load_levels, what)), SEARCH.limit, SEARCH.model)
    return Lab(Folder(path), setup, SameProcess())


def test_records_are_in_the_order_of_the_levels_and_what_is_there_is_not_searched(
    tmp_path: Path,
) -> None:
    notes = Notes()
    (first,) = notes.read(make_lab(tmp_path, "microban:3,1").search([("first", SEARCH)]))
    assert [one.level.index for one in first] == [3, 1]
    assert [one.record.key.index for one in first] == [3, 1]
    paper = replace(SEARCH, strategy=Strategy.paper())
    again, _ = notes.read(
        make_lab(tmp_path, "microban:3,1").search([("first", SEARCH), ("more", paper)])
    )
    assert [one.record for one in again] == [one.record for one in first]
    assert sorted(notes.begun) == ["microban:1", "microban:1", "microban:3", "microban:3"]
    assert notes.found == [("first, seed 0", 2), ("first, seed 0", 2), ("more, seed 0", 2)]


def test_sets_are_told_apart_where_there_are_several(tmp_path: Path) -> None:
    notes = Notes()
    (found,) = notes.read(make_lab(tmp_path, "microban:1", "grigr:1").search([("way", SEARCH)]))
    assert [one.name for one in found] == ["microban:1", "grigr:1"]
    assert notes.found == [("way, microban, seed 0", 1), ("way, grigr, seed 0", 1)]


def test_ways_that_come_to_the_same_are_searched_and_told_once(tmp_path: Path) -> None:
    notes, bare = Notes(), Model.shipped()
    bare = replace(bare, forward={**bare.forward, "perm": 0.0, "overlap": 0.0}, provenance=None)
    hints_or_not = [
        (f"hints {hints}", replace(SEARCH, model=bare, strategy=Strategy(hints=hints)))
        for hints in (True, False)
    ]
    with_hints, without = notes.read(make_lab(tmp_path, "microban:1-2").search(hints_or_not))
    assert [one.record for one in with_hints] == [one.record for one in without]
    assert (notes.planned, notes.found) == (2, [("hints True, seed 0", 2)])


def test_what_ended_a_search_is_counted_where_nothing_was_solved(tmp_path: Path) -> None:
    few = replace(SEARCH, limit=Limit(backward_nodes=1, forward_nodes=1))
    lab = make_lab(tmp_path, "sasquatch1:6")
    Notes().read(lab.search([("few", few)]))
    assert lab.unsolved_by == {"nodes": 1}
    began, ended = lab.period
    assert began == ended
