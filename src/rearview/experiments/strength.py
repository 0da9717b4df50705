"""Strength: solved levels of each set by time, and why the others were not solved.

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
from typing import Final, TypeVar

from rearview.bench.statistics import times_to_solve, total
from rearview.experiments.events import Looking, Work
from rearview.experiments.experiment import Experiment, Facts
from rearview.experiments.failures import (
    RULES,
    Failure,
    Look,
    LookAgain,
    MeasureBranching,
    Medians,
    classify,
)
from rearview.experiments.lab import Lab, Searched
from rearview.experiments.results import describe_origin, describe_seeds
from rearview.experiments.setup import Setup
from rearview.levels import load_bundled
from rearview.levels.bundled import CREDITS
from rearview.limit import Limit
from rearview.model import Model
from rearview.output.tables import to_markdown
from rearview.output.text import printable
from rearview.parallel.batch import Asked, Ended, Step, run_batch
from rearview.parallel.pool import Died, Pool
from rearview.result import Outcome
from rearview.strategy import Strategy

_SECONDS: Final = 60.0
_QUICK_SECONDS: Final = 1.0
_SHOWN_SECONDS: Final = (1.0, 10.0)
"""The times to report, besides the limit itself."""
_HOPELESS: Final = {
    Outcome.INVALID: Failure.INVALID,
    Outcome.UNSOLVABLE: Failure.UNSOLVABLE,
}
_LEAST_NODES: Final = 100
"""Searches with fewer nodes are too short to measure speed."""

_Answer = TypeVar("_Answer")


@dataclass(frozen=True)
class Failed:
    """A level that was not solved, and why."""

    searched: Searched
    look: Look | None
    """None if there was nothing to examine, or the process that examined the level died."""
    failure: Failure
    evidence: str


@dataclass(frozen=True)
class SetTotals:
    """The totals of one set with one seed."""

    name: str
    seed: int
    levels: int
    solved: tuple[int, ...]
    """Solved levels within each of the shown times."""
    seconds: float
    nodes: int
    slowest: Searched | None
    """The slowest solved level."""


@dataclass(frozen=True)
class Strength:
    """All findings."""

    shown_seconds: tuple[float, ...]
    """The times for which solved levels are counted; the last is the limit."""
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
    def failures(self) -> Counter[tuple[str, Failure]]:
        """The number of levels by set and failure."""
        return Counter((one.searched.set_name, one.failure) for one in self.failed)

    def _total(self, name: str, seed: int, some: Sequence[Searched]) -> SetTotals:
        records = [one.record for one in some]
        times, totals = times_to_solve(records), total(records)
        *shorter, _ = self.shown_seconds
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
        """One row per level and seed; unsolved ones have the findings of the second look."""
        failed = {id(one.searched): one for one in self.failed}
        return [_fields(one, failed.get(id(one))) for one in self.searched]


class StrengthExperiment(Experiment[Strength]):
    name = "strength"
    trains = False
    has_plot = False

    def setup(self, quick: bool) -> Setup:
        """Every bundled collection with a minute per level, or a quick run of some seconds."""
        if quick:
            return Setup((load_bundled("microban"),), Limit(_QUICK_SECONDS), Model.shipped())
        return Setup(tuple(map(load_bundled, CREDITS)), Limit(_SECONDS), Model.shipped())

    def run(self, lab: Lab) -> Work[Strength]:
        """Search all levels, then examine the unsolved ones."""
        setup = lab.setup
        assert isinstance(setup.agents, Model)
        searches = [("", setup.search(setup.agents, seed, Strategy())) for seed in setup.seeds]
        searched = list(chain(*(yield from lab.search(searches))))
        failed, medians = yield from _explain(searched, lab)
        limit = setup.limit.seconds
        shown = (*(seconds for seconds in _SHOWN_SECONDS if seconds < limit), limit)
        return Strength(shown, searched, failed, medians)

    def rows(self, found: Strength) -> Iterable[Mapping[str, object]]:
        return found.rows()

    def text(self, found: Strength) -> list[str]:
        """Solved levels by set, then the counts of failures."""
        times = [f"{f'{seconds:g} s':>8}" for seconds in found.shown_seconds]
        lines = [f"{'set':20}{'seed':>5}{'levels':>8}{''.join(times)}"]
        lines += [
            f"{one.name:20}{one.seed:5}{one.levels:8}" + "".join(f"{n:8}" for n in one.solved)
            for one in found.sets
        ]
        return [*lines, *_describe_failures(found.failed)]

    def page(self, found: Strength, facts: Facts) -> str:
        """The same findings give the same page."""
        sections = [
            [_title(facts)],
            [
                "How many levels are solved in how much time, and what failed where none was "
                "found. `rearview experiment strength` writes this page; no number is typed."
            ],
            [_provenance(facts)],
            ["## Solved"],
            _solved(found),
            ["## Not solved"],
            *_not_solved(found),
        ]
        return "\n\n".join("\n".join(lines) for lines in sections) + "\n"


def _explain(searched: Sequence[Searched], lab: Lab) -> Work[tuple[list[Failed], Medians]]:
    """Why levels were not solved, in order, and the medians used to decide that."""
    unsolved = [one for one in searched if one.result.outcome is Outcome.UNSOLVED]
    yield Looking(len(unsolved))
    medians = _measure([one for one in searched if one.result], lab)
    calls = [LookAgain(one.level, lab.pool.share(one.search)) for one in unsolved]
    looks = iter(_call_all(calls, lab.pool))
    failed = []
    for one in searched:
        if one.result.outcome is Outcome.UNSOLVED:
            failed.append(_classify(one, next(looks), medians))
        elif not one.result:
            evidence = printable(one.result.error) or f"in {one.nodes:,} nodes"
            failed.append(Failed(one, None, _HOPELESS[one.result.outcome], evidence))
    return failed, medians


def _classify(one: Searched, look: Look | Died, medians: Medians) -> Failed:
    if isinstance(look, Died):
        return Failed(one, None, Failure.UNKNOWN, f"the process that looked {look.how}")
    return Failed(one, look, *classify(look, one.expansions_per_second, medians))


def _measure(solved: Sequence[Searched], lab: Lab) -> Medians:
    calls = [MeasureBranching(one.level, lab.pool.share(one.search)) for one in solved]
    children = [answer for answer in _call_all(calls, lab.pool) if not isinstance(answer, Died)]
    rates = [one.expansions_per_second for one in solved if one.nodes >= _LEAST_NODES]
    return Medians(median(children) if children else None, median(rates) if rates else None)


def _call_all(calls: Iterable[Callable[[], _Answer]], pool: Pool) -> list[_Answer | Died]:
    """The answers, in the order of the calls."""
    steps: Iterator[Step[int, _Answer, _Answer]] = (
        Asked(number, call) for number, call in enumerate(calls)
    )
    with closing(run_batch(steps, pool)) as events:
        found = {event.task: event.record for event in events if isinstance(event, Ended)}
    return [found[number] for number in sorted(found)]


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


def _describe_failures(failed: Iterable[Failed]) -> Iterator[str]:
    counts = Counter(one.failure for one in failed)
    if counts:
        yield ""
    for failure in Failure:
        if counts[failure]:
            yield f"{failure.value:34}{counts[failure]:5}"


def _title(facts: Facts) -> str:
    """The title names the seed, to distinguish the pages of several seeds."""
    seeds = [str(seed) for seed in facts["seeds"]]
    return "# Strength" if seeds == ["0"] else f"# Strength, seed {', '.join(seeds)}"


def _provenance(facts: Facts) -> str:
    limit = facts["limit"]
    limits = [f"{limit['seconds']:g} s"]
    limits += [
        f"{limit[name]:,} {name.replace('_', ' ')}"
        for name in ("backward_nodes", "forward_nodes")
        if limit[name] is not None
    ]
    # Results of older versions lack this field.
    processors = len(facts.get("processors", ()))
    unlike = f", on {processors} unlike processors, whose times do not compare" * (processors > 1)
    return (
        f"{describe_origin(facts)}, model {facts['model'][:8]}; {', '.join(limits)} a level, "
        f"one core each{unlike}; {describe_seeds(facts)}. Data: [strength.csv](strength.csv)."
    )


def _solved(found: Strength) -> list[str]:
    times = found.shown_seconds
    return to_markdown(
        ["set", "seed", "levels", *(f"{s:g} s" for s in times), "total", "slowest solved", "nodes"],
        (
            [
                one.name, str(one.seed), str(one.levels), *map(str, one.solved),
                f"{one.seconds:,.1f} s", _slowest(one), f"{one.nodes:,}",
            ]
            for one in found.sets
        ),
    )  # fmt: skip


def _slowest(totals: SetTotals) -> str:
    one = totals.slowest
    return "" if one is None else f"{one.name}, {one.result.seconds:.1f} s"


def _not_solved(found: Strength) -> Iterator[list[str]]:
    if not found.failed:
        yield ["None."]
        return
    yield [
        "What failed in a level that is valid and not proven unsolvable is what the first of these "
        "rules says that holds. All but rounds and speed is seen in the first round of the search, "
        "done over again."
    ]
    yield [
        f"{number}. **{failure.value}**: {rule}."
        for number, (failure, rule) in enumerate(RULES.items(), 1)
    ]
    yield _counts(found)
    yield _levels(found.failed)


def _counts(found: Strength) -> list[str]:
    counts = found.failures
    seen = [failure for failure in Failure if any(failure is one for _, one in counts)]
    sets = dict.fromkeys(one.searched.set_name for one in found.failed)
    return to_markdown(
        ["set", *(failure.value for failure in seen)],
        ([name, *(str(counts[name, failure]) for failure in seen)] for name in sets),
    )


def _levels(failed: Sequence[Failed]) -> list[str]:
    return to_markdown(
        [
            "level", "seed", "what failed", "evidence", "boxes", "left by the backward agent",
            "most home", "rounds", "expansions/s", "children",
        ],
        ([*_words(one), *_numbers(one)] for one in failed),
    )  # fmt: skip


def _words(failed: Failed) -> list[str]:
    searched = failed.searched
    return [searched.name, str(searched.search.seed), failed.failure.value, failed.evidence]


def _numbers(failed: Failed) -> list[str]:
    look, searched = failed.look, failed.searched
    seen = [look.boxes, look.boxes_left, look.most_home] if look is not None else ["", "", ""]
    return [
        *map(str, seen),
        str(searched.result.rounds),
        f"{searched.expansions_per_second:,.0f}",
        "" if look is None else f"{look.children:.1f}",
    ]
