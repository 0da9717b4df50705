"""Figure 3: levels solved against the size of the search tree.

One search per level tells the whole curve: a search that solves its level after n expansions would
have solved it with any limit of n or more. The tree is that of the forward agent.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Final

from rearview.experiments.events import Work
from rearview.experiments.experiment import CsvRow, Experiment, Facts
from rearview.experiments.lab import Lab
from rearview.experiments.results import is_papers
from rearview.experiments.setup import Setup
from rearview.experiments.variants import ALL, CURRICULUM, NO_HINTS, Case
from rearview.output.figures import make_figure, to_png
from rearview.output.tables import to_markdown

CURVES: Final = {"with hints": ALL, "reverse curriculum": CURRICULUM, "without hints": NO_HINTS}
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
"""Those of the paper's figure 3."""


@dataclass(frozen=True)
class Curve:
    """How many expansions each level took, for each seed; None where it was not solved."""

    name: str
    nodes: dict[int, dict[int, int | None]]
    """By seed, then by the level's number."""

    def solved(self, seed: int, tree_size: int) -> int:
        """Levels solved within so many expansions."""
        return bisect_right(self.sizes(seed), tree_size)

    def sizes(self, seed: int) -> list[int]:
        """Of the trees that solved a level, in order."""
        return sorted(count for count in self.nodes[seed].values() if count is not None)

    def mean_solved(self, tree_size: int) -> float:
        return mean(self.solved(seed, tree_size) for seed in self.nodes)


@dataclass(frozen=True)
class Curves:
    """The three of the paper, and how far they go."""

    curves: list[Curve]
    max_nodes: int
    level_count: int


class Figure3(Experiment[Curves]):
    name = "figure3"
    trains = True
    takes_several_sets = False

    def setup(self, quick: bool) -> Setup:
        return Setup.quick() if quick else Setup.paper()

    def run(self, lab: Lab) -> Work[Curves]:
        """Without the meeting of the searches, which the paper does not have."""
        setup = lab.setup
        found = yield from lab.search_cases(
            [Case(variant, seed) for seed in setup.seeds for variant in CURVES.values()]
        )
        curves = [
            Curve(
                name,
                {
                    seed: {
                        one.level.index: one.result.forward_nodes if one.result else None
                        for one in found[Case(variant, seed)]
                    }
                    for seed in setup.seeds
                },
            )
            for name, variant in CURVES.items()
        ]
        assert setup.limit.forward_nodes is not None
        return Curves(curves, setup.limit.forward_nodes, setup.level_count)

    def rows(self, found: Curves) -> Iterator[Mapping[str, object]]:
        """One row per curve, seed and level; a level that was not solved has no nodes."""
        for curve in found.curves:
            for seed, levels in curve.nodes.items():
                for level, count in levels.items():
                    yield {
                        "curve": curve.name, "seed": seed, "level": level, "forward_nodes": count,
                    }  # fmt: skip

    def text(self, found: Curves) -> list[str]:
        """Mean solved levels at some sizes of the tree."""
        sizes = _shown_sizes(found.max_nodes)
        lines = [f"{'tree size':20}" + "".join(f"{size:>9,}" for size in sizes)]
        lines += [
            f"{curve.name:20}" + "".join(f"{curve.mean_solved(size):9.1f}" for size in sizes)
            for curve in found.curves
        ]
        return lines

    def plot(self, found: Curves) -> bytes:
        """Solved levels over the size of the tree, each seed faintly and their mean boldly."""
        figure, (axes,) = make_figure()
        for curve in found.curves:
            line, colour = _STYLES[curve.name]
            sizes = sorted({size for seed in curve.nodes for size in curve.sizes(seed)})
            sizes = [*sizes, found.max_nodes]
            for seed in curve.nodes:
                axes.step(
                    sizes, [curve.solved(seed, size) for size in sizes],
                    where="post", color=colour, alpha=0.25, linewidth=0.8,
                )  # fmt: skip
            axes.step(
                sizes, [curve.mean_solved(size) for size in sizes],
                where="post", color=colour, linestyle=line, label=curve.name,
            )  # fmt: skip
        axes.set(
            xlabel="size of the forward tree, nodes",
            ylabel=f"solved levels, of {found.level_count}",
        )
        axes.set_xlim(0, found.max_nodes)
        axes.set_ylim(0, found.level_count)
        axes.legend(loc="lower right")
        return to_png(figure)

    def section(self, rows: Sequence[CsvRow], facts: Facts) -> list[list[str]]:
        sizes = _shown_sizes(facts["limit"]["forward_nodes"])
        paper = _PAPERS_CURVES if is_papers(facts) else {}
        header = ["forward nodes", *(f"{size:,}" for size in sizes)]
        table = [
            [
                curve.name,
                *(f"{curve.mean_solved(size):.1f}" for size in sizes),
                *([paper[curve.name]] if paper else []),
            ]
            for curve in _read_curves(rows)
        ]
        return [to_markdown([*header, *(["paper, 50,000"] if paper else [])], table)]


def _shown_sizes(max_nodes: int) -> list[int]:
    """Some sizes of the tree, up to the nodes that were searched."""
    return [*(size for size in _SHOWN_SIZES if size < max_nodes), max_nodes]


def _read_curves(rows: Sequence[CsvRow]) -> Iterator[Curve]:
    for name in CURVES:
        nodes: dict[int, dict[int, int | None]] = {}
        for row in rows:
            if row["curve"] == name:
                count = int(row["forward_nodes"]) if row["forward_nodes"] else None
                nodes.setdefault(int(row["seed"]), {})[int(row["level"])] = count
        yield Curve(name, nodes)
