"""Strength: how many levels of each set are solved in how much time, and what failed in the others.

Every level is searched once by the default search, on one core, until a time limit; a level is
solved within a shorter time when its search took no longer. Not an experiment of the paper.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from statistics import median
from typing import Final, Protocol, TypeVar

from rearview.bench.statistics import times_to_solve, total
from rearview.experiments.failures import (
    Failure,
    Look,
    LookAgain,
    MeasureBranching,
    Medians,
    classify,
)
from rearview.experiments.folder import Folder
from rearview.experiments.searching import SearchObserver
from rearview.experiments.sets import Searched, SetsSetup, period_of, search_sets
from rearview.levels import load_bundled
from rearview.levels.bundled import CREDITS
from rearview.levels.scanning import printable
from rearview.limit import Limit
from rearview.model import Model
from rearview.result import SolveOutcome
from rearview.strategy import Strategy
from rearview.workers import Died, run_calls

_SECONDS: Final = 60.0
_QUICK_SECONDS: Final = 1.0
_SHOWN_SECONDS: Final = (1.0, 10.0)
"""And the limit itself."""
_HOPELESS: Final = {
    SolveOutcome.INVALID: Failure.INVALID,
    SolveOutcome.UNSOLVABLE: Failure.UNSOLVABLE,
}
_LEAST_NODES: Final = 100
"""A search of fewer says little about speed."""

_Answer = TypeVar("_Answer")


@dataclass(frozen=True)
class StrengthSetup(SetsSetup):
    """A time limit, and the shorter times that are told apart within it."""

    @classmethod
    def whole(cls) -> StrengthSetup:
        """Every bundled collection, a minute a level."""
        return cls(tuple(map(load_bundled, CREDITS)), Limit(_SECONDS), Model.shipped())

    @classmethod
    def quick(cls) -> StrengthSetup:
        """A first look in seconds."""
        return cls((load_bundled("microban"),), Limit(_QUICK_SECONDS), Model.shipped())

    @property
    def shown_seconds(self) -> tuple[float, ...]:
        """The times for which solved levels are counted; the last is the limit."""
        limit = self.limit.seconds
        return (*(seconds for seconds in _SHOWN_SECONDS if seconds < limit), limit)


class StrengthObserver(SearchObserver, Protocol):
    """Told what is done, when it is done."""

    def look(self, unsolved: int) -> None:
        """So many levels are looked at again."""


@dataclass(frozen=True)
class Failed:
    """A level that was not solved, and why."""

    searched: Searched
    look: Look | None
    """None when there was nothing to look at, or the process that looked died."""
    failure: Failure
    evidence: str


@dataclass(frozen=True)
class SetTotals:
    """One set with one seed."""

    name: str
    seed: int
    levels: int
    solved: tuple[int, ...]
    """Within each of the shown times."""
    seconds: float
    nodes: int
    slowest: Searched | None
    """Of the solved levels."""


@dataclass(frozen=True)
class Strength:
    """Everything that was found."""

    setup: StrengthSetup
    searched: list[Searched]
    failed: list[Failed]
    medians: Medians

    @property
    def sets(self) -> list[SetTotals]:
        groups: dict[tuple[str, int], list[Searched]] = {}
        for one in self.searched:
            groups.setdefault((one.set_name, one.search.seed), []).append(one)
        return [self._total(name, seed, some) for (name, seed), some in groups.items()]

    @property
    def period(self) -> tuple[str, str]:
        return period_of(self.searched)

    @property
    def failures(self) -> Counter[tuple[str, Failure]]:
        """How often what failed, by set."""
        return Counter((one.searched.set_name, one.failure) for one in self.failed)

    def _total(self, name: str, seed: int, some: Sequence[Searched]) -> SetTotals:
        records = [one.record for one in some]
        times, totals = times_to_solve(records), total(records)
        *shorter, _ = self.setup.shown_seconds
        return SetTotals(
            name,
            seed,
            levels=totals.levels,
            solved=(*(sum(t <= seconds for t in times) for seconds in shorter), totals.solved),
            seconds=totals.seconds,
            nodes=totals.backward_nodes + totals.forward_nodes,
            slowest=max(
                (one for one in some if one.result),
                key=lambda one: one.result.seconds,
                default=None,
            ),
        )

    def rows(self) -> list[dict[str, object]]:
        """One row per level and seed; only those that failed have what was seen there."""
        failed = {id(one.searched): one for one in self.failed}
        return [_fields(one, failed.get(id(one))) for one in self.searched]


def strength(
    folder: Folder, setup: StrengthSetup, jobs: int, observer: StrengthObserver
) -> Strength:
    """Search all levels that the folder's store does not have, then look at those not solved."""
    searches = [("", setup.search(seed, Strategy())) for seed in setup.seeds]
    searched = list(chain(*search_sets(folder, setup, searches, jobs, observer)))
    failed, medians = _explain(searched, jobs, observer)
    return Strength(setup, searched, failed, medians)


def _explain(
    searched: Sequence[Searched], jobs: int, observer: StrengthObserver
) -> tuple[list[Failed], Medians]:
    """Why levels were not solved, in their order, and beside what that is judged."""
    unsolved = [one for one in searched if one.result.outcome is SolveOutcome.UNSOLVED]
    observer.look(len(unsolved))
    medians = _measure([one for one in searched if one.result], jobs)
    calls = [LookAgain(one.level, one.search.shared_among(jobs)) for one in unsolved]
    looks = iter(_call_all(calls, jobs))
    failed = []
    for one in searched:
        if one.result.outcome is SolveOutcome.UNSOLVED:
            failed.append(_judge(one, next(looks), medians))
        elif not one.result:
            evidence = printable(one.result.error) or f"in {one.nodes:,} nodes"
            failed.append(Failed(one, None, _HOPELESS[one.result.outcome], evidence))
    return failed, medians


def _judge(one: Searched, look: Look | Died, medians: Medians) -> Failed:
    if isinstance(look, Died):
        return Failed(one, None, Failure.UNKNOWN, f"the process that looked {look.how}")
    return Failed(one, look, *classify(look, one.expansions_per_second, medians))


def _measure(solved: Sequence[Searched], jobs: int) -> Medians:
    calls = [MeasureBranching(one.level, one.search.shared_among(jobs)) for one in solved]
    children = [answer for answer in _call_all(calls, jobs) if not isinstance(answer, Died)]
    rates = [one.expansions_per_second for one in solved if one.nodes >= _LEAST_NODES]
    return Medians(median(children) if children else None, median(rates) if rates else None)


def _call_all(calls: Sequence[Callable[[], _Answer]], jobs: int) -> list[_Answer | Died]:
    """The answers, in the order of the calls."""
    numbered = iter(enumerate(calls))
    with closing(run_calls(lambda: next(numbered, None), jobs)) as answers:
        found: Mapping[int, _Answer | Died] = dict(answers)
    return [found[number] for number in range(len(calls))]


def _fields(one: Searched, failed: Failed | None) -> dict[str, object]:
    result, look = one.result, failed and failed.look
    return {
        "set": one.set_name,
        "level": one.level.index,
        "seed": one.search.seed,
        "result": result.outcome.value,
        "seconds": round(result.seconds, 3),
        "backward_nodes": result.backward_nodes,
        "forward_nodes": result.forward_nodes,
        "rounds": result.rounds,
        "expansions_per_second": round(one.expansions_per_second),
        "failure": failed and failed.failure.value,
        "evidence": failed and failed.evidence,
        "children": look and round(look.children, 2),
        **{
            name: look and getattr(look, name)
            for name in ("boxes", "boxes_left", "most_home", "best_home", "neighbours", "inverted")
        },
        "best_state": look and look.best_outcome.value,
    }


def describe(found: Strength) -> list[str]:
    """Solved levels by set, then how often what failed."""
    times = found.setup.shown_seconds
    lines = [f"{'set':20}{'seed':>5}{'levels':>8}" + "".join(f"{f'{s:g} s':>8}" for s in times)]
    lines += [
        f"{one.name:20}{one.seed:5}{one.levels:8}" + "".join(f"{n:8}" for n in one.solved)
        for one in found.sets
    ]
    return [*lines, *_describe_failures(found.failed)]


def _describe_failures(failed: Iterable[Failed]) -> Iterator[str]:
    counts = Counter(one.failure for one in failed)
    if counts:
        yield ""
    for failure in Failure:
        if counts[failure]:
            yield f"{failure.value:34}{counts[failure]:5}"
