"""Ablation: what each part of the search that can be switched off is worth, and each detector.

Every level is searched by the default search, then without one part at a time, all others on. Its
levels are those that design choices may be made on; XSokoban is for reporting. Not an experiment of
the paper.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from statistics import mean, stdev
from typing import Any, Final

from rearview.counting import counted
from rearview.experiments.folder import Folder
from rearview.experiments.searching import SearchObserver, count_reasons, describe_cut_short
from rearview.experiments.sets import Searched, SetsSetup, period_of, search_sets
from rearview.experiments.setup import QUICK_STRIDE, TWO_ROUNDS
from rearview.levels import load_bundled
from rearview.model import Model
from rearview.result import SolveOutcome
from rearview.strategy import SWITCHES, Strategy, detector_names

_SETS: Final = ("grigr", "sasquatch1")

_HOPELESS: Final = (SolveOutcome.INVALID, SolveOutcome.UNSOLVABLE)

ALL: Final = "all"
"""The name of the search that has every part."""


@dataclass(frozen=True)
class AblationSetup(SetsSetup):
    """With node limits: the results are then the same on every machine."""

    @classmethod
    def whole(cls) -> AblationSetup:
        """The collections that design choices may be made on."""
        return cls(tuple(map(load_bundled, _SETS)), TWO_ROUNDS, Model.shipped(), (0, 1, 2))

    @classmethod
    def quick(cls) -> AblationSetup:
        """A first look in seconds. Trees are no smaller: in those, hardly a part matters."""
        return cls((load_bundled(_SETS[-1])[::QUICK_STRIDE],), TWO_ROUNDS, Model.shipped())


def make_strategies() -> dict[str, Strategy]:
    """The default search, then without each switch and each detector, by name."""
    parts = (*SWITCHES, *detector_names())
    return {ALL: Strategy(), **{f"no {part}": _without(part) for part in parts}}


def _without(part: str) -> Strategy:
    if part in SWITCHES:
        off: dict[str, Any] = {part: False}
        return Strategy(**off)
    return Strategy(detectors=tuple(name for name in detector_names() if name != part))


@dataclass(frozen=True)
class Spread:
    """Numbers of several seeds."""

    mean: float
    deviation: float | None
    """The standard deviation of a sample; None of a single number, which has none."""

    @classmethod
    def of(cls, numbers: Iterable[float]) -> Spread:
        some = list(numbers)
        return cls(mean(some), stdev(some) if len(some) > 1 else None)

    def __str__(self) -> str:
        """As a difference."""
        deviation = "" if self.deviation is None else f" +- {self.deviation:.1f}"
        return f"{self.mean:+.1f}{deviation}"


@dataclass(frozen=True)
class Tally:
    """All levels searched with one seed."""

    solved: int
    levels: int
    nodes: int

    @classmethod
    def of(cls, searched: Sequence[Searched]) -> Tally:
        solved = sum(bool(one.result) for one in searched)
        return cls(solved, len(searched), sum(one.nodes for one in searched))


@dataclass(frozen=True)
class Part:
    """The search without one part, or with all."""

    name: str
    tallies: Mapping[int, Tally]
    """By seed."""

    @property
    def solved(self) -> Spread:
        return Spread.of(one.solved for one in self.tallies.values())

    def difference(self, other: Part) -> Spread:
        """How many levels more than the other it solves, seed by seed."""
        return Spread.of(
            one.solved - other.tallies[seed].solved for seed, one in self.tallies.items()
        )

    def rows(self) -> list[dict[str, object]]:
        """One row of a table per seed."""
        return [
            {"part": self.name, "seed": seed, "solved": one.solved, "levels": one.levels,
             "nodes": one.nodes}
            for seed, one in self.tallies.items()
        ]  # fmt: skip


def read_parts(rows: Iterable[Mapping[str, str]]) -> list[Part]:
    """What `Part.rows` were written of."""
    tallies: dict[str, dict[int, Tally]] = {}
    for row in rows:
        tally = Tally(*(int(row[name]) for name in ("solved", "levels", "nodes")))
        tallies.setdefault(row["part"], {})[int(row["seed"])] = tally
    return [Part(name, some) for name, some in tallies.items()]


@dataclass(frozen=True)
class Ablation:
    """Everything that was found."""

    parts: list[Part]
    """The default search first."""
    period: tuple[str, str]
    """When the first and the last level was searched: UTC, ISO 8601."""
    unsolved_by: Counter[str]
    """See `count_reasons`."""
    hopeless: int
    """Levels that are invalid or proven to have no solution: no part can matter there."""


def ablation(folder: Folder, setup: AblationSetup, jobs: int, observer: SearchObserver) -> Ablation:
    """Search all levels that the folder's store does not have, all parts of one seed first."""
    strategies = make_strategies()
    cases = [(name, seed) for seed in setup.seeds for name in strategies]
    searches = [(name, setup.search(seed, strategies[name])) for name, seed in cases]
    found = search_sets(folder, setup, searches, jobs, observer)
    tallies = dict(zip(cases, map(Tally.of, found), strict=True))
    everything = list(chain(*found))
    return Ablation(
        [Part(name, {seed: tallies[name, seed] for seed in setup.seeds}) for name in strategies],
        period_of(everything),
        count_reasons(one.record for one in everything),
        len({one.name for one in everything if one.result.outcome in _HOPELESS}),
    )


def describe(found: Ablation) -> list[str]:
    """The table as text, and what the reader should know of it."""
    lines = describe_parts(found.parts)
    if found.hopeless:
        hopeless = counted(found.hopeless, "level")
        lines += ["", f"{hopeless} invalid or unsolvable, solved by no search"]
    if cut_short := describe_cut_short(found.unsolved_by):
        lines += ["", cut_short]
    return lines


def describe_parts(parts: Sequence[Part]) -> list[str]:
    """Solved levels, and how that differs from the default search."""
    width = max(len(part.name) for part in parts)
    lines = [f"{'part':{width}}    mean  deviation  difference to all"]
    for part in parts:
        solved = part.solved
        line = f"{part.name:{width}}  {solved.mean:6.1f}  {shown(solved.deviation):>9}"
        if part.name != ALL:
            line += f"  {part.difference(parts[0])!s:>17}"
        lines.append(line)
    return lines


def shown(deviation: float | None) -> str:
    """A dash where there is none."""
    return "-" if deviation is None else f"{deviation:.1f}"
