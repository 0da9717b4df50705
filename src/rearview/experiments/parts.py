"""Parts: a complete search, and the same search without one part at a time.

Shared by the experiments that measure the effect of a part: the numbers of each part by seed, and
their tables and plots.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from statistics import mean, stdev
from typing import ClassVar, Final

from rearview.experiments.events import Work
from rearview.experiments.experiment import CsvRow, Experiment, Facts
from rearview.experiments.lab import Lab, Searched, count_solved, describe_cut_short
from rearview.experiments.setup import QUICK_STRIDE
from rearview.experiments.variants import SEARCH_STYLES, SearchKind
from rearview.levels import Collection, load_bundled
from rearview.output.counting import counted
from rearview.output.figures import make_figure, to_png
from rearview.output.tables import to_markdown
from rearview.result import Outcome
from rearview.search import Search

_SETS: Final = ("grigr", "sasquatch1")

_HOPELESS: Final = (Outcome.INVALID, Outcome.UNSOLVABLE)

Ways = Mapping[tuple[str, int], Search]
"""The search of all levels, by part and seed."""


def development_levels(quick: bool) -> tuple[Collection, ...]:
    """The bundled sets that design choices may be made on; XSokoban is for reporting."""
    if quick:
        return (load_bundled(_SETS[-1])[::QUICK_STRIDE],)
    return tuple(map(load_bundled, _SETS))


@dataclass(frozen=True)
class Spread:
    """Numbers of several seeds."""

    mean: float
    deviation: float | None
    """The sample standard deviation; None for a single number."""

    @classmethod
    def of(cls, numbers: Iterable[float]) -> Spread:
        some = list(numbers)
        return cls(mean(some), stdev(some) if len(some) > 1 else None)

    def __str__(self) -> str:
        """Formatted as a difference, with a sign."""
        deviation = "" if self.deviation is None else f" +- {self.deviation:.1f}"
        return f"{self.mean:+.1f}{deviation}"


@dataclass(frozen=True)
class SeedTotals:
    """All levels searched with one seed."""

    solved: int
    levels: int
    nodes: int

    @classmethod
    def of(cls, searched: Sequence[Searched]) -> SeedTotals:
        nodes = sum(one.nodes for one in searched)
        return cls(count_solved(searched), len(searched), nodes)


@dataclass(frozen=True)
class Part:
    """The search without one part, or with all parts."""

    name: str
    by_seed: Mapping[int, SeedTotals]
    """By seed."""

    @property
    def solved(self) -> Spread:
        return Spread.of(one.solved for one in self.by_seed.values())

    def difference(self, other: Part) -> Spread:
        """How many more levels it solves than the other part, seed by seed."""
        return Spread.of(
            one.solved - other.by_seed[seed].solved for seed, one in self.by_seed.items()
        )

    def rows(self) -> list[dict[str, object]]:
        """One row of a table per seed."""
        return [
            {"part": self.name, "seed": seed, "solved": one.solved, "levels": one.levels,
             "nodes": one.nodes}
            for seed, one in self.by_seed.items()
        ]  # fmt: skip


def read_parts(rows: Iterable[Mapping[str, str]]) -> list[Part]:
    """The parts whose `rows` these are."""
    by_seed: dict[str, dict[int, SeedTotals]] = {}
    for row in rows:
        totals = SeedTotals(*(int(row[name]) for name in ("solved", "levels", "nodes")))
        by_seed.setdefault(row["part"], {})[int(row["seed"])] = totals
    return [Part(name, some) for name, some in by_seed.items()]


@dataclass(frozen=True)
class Parts:
    """Everything that was found."""

    parts: list[Part]
    """The complete search comes first."""
    level_count: int
    unsolved_by: Mapping[str, int]
    """The stop reasons of unsolved searches."""
    hopeless: int
    """Levels that are invalid or proven unsolvable: no part makes a difference there."""


class PartsExperiment(Experiment[Parts]):
    """Subclasses define the searches; a part is named by what it changes."""

    kind: ClassVar[SearchKind]
    """The kind of the complete search."""

    @abstractmethod
    def ways(self, lab: Lab) -> Work[Ways]:
        """The searches of all parts, grouped by seed; the complete search comes first."""

    def base(self, name: str) -> str | None:
        """The part that a part is compared with; None means the first. A base returns itself."""
        del name
        return None

    def run(self, lab: Lab) -> Work[Parts]:
        setup, ways = lab.setup, (yield from self.ways(lab))
        found = yield from lab.search([(name, search) for (name, _), search in ways.items()])
        totals = dict(zip(ways, map(SeedTotals.of, found), strict=True))
        hopeless = {one.name for one in chain(*found) if one.result.outcome in _HOPELESS}
        names = dict.fromkeys(name for name, _ in ways)
        return Parts(
            [Part(name, {seed: totals[name, seed] for seed in setup.seeds}) for name in names],
            setup.level_count,
            lab.unsolved_by,
            len(hopeless),
        )

    def rows(self, found: Parts) -> Iterator[Mapping[str, object]]:
        return (row for part in found.parts for row in part.rows())

    def text(self, found: Parts) -> list[str]:
        """The table, with notes for the reader."""
        lines = _describe_parts(found.parts, self._bases(found.parts))
        if found.hopeless:
            hopeless = counted(found.hopeless, "level")
            lines += ["", f"{hopeless} invalid or unsolvable, solved by no search"]
        if cut_short := describe_cut_short(found.unsolved_by):
            lines += ["", cut_short]
        return lines

    def plot(self, found: Parts) -> bytes:
        """Bars of mean solved levels with their deviation; a line marks the first part."""
        figure, (axes,) = make_figure()
        solved = [part.solved for part in found.parts]
        _, colour, _ = SEARCH_STYLES[self.kind]
        axes.barh(
            [part.name for part in found.parts], [one.mean for one in solved],
            xerr=[one.deviation or 0 for one in solved], capsize=3, color=colour,
        )  # fmt: skip
        axes.axvline(solved[0].mean, color="black", linestyle="dashed", linewidth=0.8)
        axes.invert_yaxis()
        axes.set_xlabel(f"solved levels, of {found.level_count}")
        return to_png(figure)

    def section(self, rows: Sequence[CsvRow], _facts: Facts) -> list[list[str]]:
        parts = read_parts(rows)
        seeds, bases = parts[0].by_seed, self._bases(parts)
        header = ["part", "mean", "deviation", _heading(bases)]
        table = [
            [
                part.name,
                f"**{part.solved.mean:.1f}**",
                _dash_if_none(part.solved.deviation),
                "" if part is base else str(part.difference(base)),
                *(str(part.by_seed[seed].solved) for seed in seeds),
            ]
            for part, base in zip(parts, bases, strict=True)
        ]
        return [to_markdown([*header, *(f"seed {seed}" for seed in seeds)], table)]

    def _bases(self, parts: Sequence[Part]) -> list[Part]:
        """For each part, the part that it is compared with."""
        named = {part.name: part for part in parts}
        return [named[self.base(part.name) or parts[0].name] for part in parts]


def _heading(bases: Sequence[Part]) -> str:
    names = {base.name for base in bases}
    return f"difference to {names.pop()}" if len(names) == 1 else "difference"


def _describe_parts(parts: Sequence[Part], bases: Sequence[Part]) -> list[str]:
    """Solved levels, and the difference from the base of each part."""
    width = max(len(part.name) for part in parts)
    heading = _heading(bases)
    lines = [f"{'part':{width}}    mean  deviation  {heading}"]
    for part, base in zip(parts, bases, strict=True):
        solved = part.solved
        line = f"{part.name:{width}}  {solved.mean:6.1f}  {_dash_if_none(solved.deviation):>9}"
        if part is not base:
            line += f"  {part.difference(base)!s:>{len(heading)}}"
        lines.append(line)
    return lines


def _dash_if_none(deviation: float | None) -> str:
    return "-" if deviation is None else f"{deviation:.1f}"
