"""Figure 3: levels solved against the size of the search tree.

One search per level gives the whole curve: a search that solves its level after n expansions would
have solved it with any limit of n or more. The tree is the forward agent's. The paper does not
define its size, so we count both: expanded states, and all states in the tree, which are 14 to 30
times as many.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import TYPE_CHECKING, Final

from rearview.experiments.events import Work
from rearview.experiments.experiment import CsvRow, Experiment, Facts
from rearview.experiments.lab import Lab, Searched
from rearview.experiments.results import is_papers
from rearview.experiments.setup import Setup
from rearview.experiments.variants import ALL, CURRICULUM, NO_HINTS, Case
from rearview.output.figures import make_figure, to_png
from rearview.output.tables import to_markdown

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CURVES: Final = {"with hints": ALL, "reverse curriculum": CURRICULUM, "without hints": NO_HINTS}
COUNTS: Final = {"expansions": "forward_nodes", "states": "forward_states"}
"""The two measures of tree size, and the fields of a result that hold them."""
_SHOWN_SIZES = (100, 500, 1_000, 5_000, 10_000, 50_000)
_PAPERS_CURVES = {
    "with hints": "88",
    "reverse curriculum": "a little over 60",
    "without hints": "60",
}
_STYLES = {
    "with hints": ("solid", "black"),
    "without hints": ("dashed", "red"),
    "reverse curriculum": ("dotted", "blue"),
}
"""The line styles of the paper's figure 3."""


@dataclass(frozen=True)
class Curve:
    """The size of the tree that solved each level, for each seed; None for unsolved levels."""

    name: str
    count: str
    """The measure: a key of COUNTS."""
    trees: dict[int, dict[int, int | None]]
    """By seed, then by the level's number."""

    def solved(self, seed: int, tree_size: int) -> int:
        """Levels solved by trees of this size or less."""
        return bisect_right(self.sizes(seed), tree_size)

    def sizes(self, seed: int) -> list[int]:
        """The sizes of the trees that solved a level, sorted."""
        return sorted(count for count in self.trees[seed].values() if count is not None)

    def mean_solved(self, tree_size: int) -> float:
        return mean(self.solved(seed, tree_size) for seed in self.trees)


@dataclass(frozen=True)
class Curves:
    """The paper's three curves by both measures, and the node limit."""

    curves: list[Curve]
    max_nodes: int
    level_count: int

    def by(self, count: str) -> list[Curve]:
        return [curve for curve in self.curves if curve.count == count]


class Figure3(Experiment[Curves]):
    name = "figure3"
    trains = True
    takes_several_sets = False

    def setup(self, quick: bool) -> Setup:
        return Setup.quick() if quick else Setup.paper()

    def run(self, lab: Lab) -> Work[Curves]:
        """Without meeting in the middle, which the paper does not have."""
        setup = lab.setup
        found = yield from lab.search_cases(
            [Case(variant, seed) for seed in setup.seeds for variant in CURVES.values()]
        )
        curves = [
            Curve(
                name,
                count,
                {seed: _sizes(found[Case(variant, seed)], field) for seed in setup.seeds},
            )
            for count, field in COUNTS.items()
            for name, variant in CURVES.items()
        ]
        assert setup.limit.forward_nodes is not None
        return Curves(curves, setup.limit.forward_nodes, setup.level_count)

    def rows(self, found: Curves) -> Iterator[Mapping[str, object]]:
        """One row per curve, seed and level; a level that was not solved has no counts."""
        for pair in zip(*map(found.by, COUNTS), strict=True):
            for seed, levels in pair[0].trees.items():
                for level in levels:
                    counts = {COUNTS[one.count]: one.trees[seed][level] for one in pair}
                    yield {"curve": pair[0].name, "seed": seed, "level": level, **counts}

    def text(self, found: Curves) -> list[str]:
        """Mean solved levels at several tree sizes."""
        sizes = _shown_sizes(found.max_nodes)
        lines = [f"{'tree size':32}" + "".join(f"{size:>9,}" for size in sizes)]
        lines += [
            f"{curve.name:20}{curve.count:12}"
            + "".join(f"{curve.mean_solved(size):9.1f}" for size in sizes)
            for curve in found.curves
        ]
        return lines

    def plot(self, found: Curves) -> bytes:
        """Solved levels over tree size: a thin line for each seed, a bold one for the mean."""
        figure, panels = make_figure(len(COUNTS))
        for axes, count in zip(panels, COUNTS, strict=True):
            curves = found.by(count)
            largest = max([found.max_nodes, *(size for one in curves for size in _all_sizes(one))])
            for curve in curves:
                _draw(axes, curve, largest)
            axes.set(
                xlabel=f"size of the forward tree, {count}",
                ylabel=f"solved levels, of {found.level_count}",
            )
            axes.set_xlim(0, largest)
            axes.set_ylim(0, found.level_count)
        panels[1].axvline(found.max_nodes, color="0.6", linewidth=0.8)
        panels[1].set_xscale("log")
        panels[1].set_xlim(1, None)
        panels[0].legend(loc="lower right")
        return to_png(figure)

    def section(self, rows: Sequence[CsvRow], facts: Facts) -> list[list[str]]:
        sizes = _shown_sizes(facts["limit"]["forward_nodes"])
        paper = _PAPERS_CURVES if is_papers(facts) else {}
        header = ["curve", "size is", *(f"{size:,}" for size in sizes)]
        table = [
            [
                curve.name,
                curve.count,
                *(f"{curve.mean_solved(size):.1f}" for size in sizes),
                *([paper[curve.name]] if paper else []),
            ]
            for curve in _read_curves(rows)
        ]
        return [to_markdown([*header, *(["paper, 50,000"] if paper else [])], table)]


def _sizes(searched: Sequence[Searched], field: str) -> dict[int, int | None]:
    return {one.level.index: getattr(one.result, field) if one.result else None for one in searched}


def _all_sizes(curve: Curve) -> list[int]:
    return sorted({size for seed in curve.trees for size in curve.sizes(seed)})


def _draw(axes: Axes, curve: Curve, largest: int) -> None:
    line, colour = _STYLES[curve.name]
    sizes = [1, *_all_sizes(curve), largest]
    for seed in curve.trees:
        solved = [curve.solved(seed, size) for size in sizes]
        axes.step(sizes, solved, where="post", color=colour, alpha=0.25, linewidth=0.8)
    means = [curve.mean_solved(size) for size in sizes]
    axes.step(sizes, means, where="post", color=colour, linestyle=line, label=curve.name)


def _shown_sizes(max_nodes: int) -> list[int]:
    """The tree sizes to show, up to the node limit."""
    return [*(size for size in _SHOWN_SIZES if size < max_nodes), max_nodes]


def _read_curves(rows: Sequence[CsvRow]) -> Iterator[Curve]:
    """The curves of a table; tables of older versions have only expansions."""
    for count, field in COUNTS.items():
        for name in CURVES if field in rows[0] else ():
            trees: dict[int, dict[int, int | None]] = {}
            for row in rows:
                if row["curve"] == name:
                    size = int(row[field]) if row[field] else None
                    trees.setdefault(int(row["seed"]), {})[int(row["level"])] = size
            yield Curve(name, count, trees)
