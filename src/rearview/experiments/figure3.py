"""Figure 3: levels solved against the size of the search tree.

One search per level tells the whole curve: a search that solves its level after n expansions would
have solved it with any limit of n or more. The tree is that of the forward agent.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean

from rearview.experiments.laboratory import Case, Laboratory
from rearview.experiments.variants import ALL, CURRICULUM, NO_HINTS

CURVES = {"with hints": ALL, "reverse curriculum": CURRICULUM, "without hints": NO_HINTS}
_SHOWN_SIZES = (100, 500, 1_000, 5_000, 10_000, 50_000)


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


def figure3(laboratory: Laboratory) -> list[Curve]:
    """The three curves of the paper, without the meeting of the searches, which it has not."""
    cases = [Case(variant, seed) for seed in laboratory.setup.seeds for variant in CURVES.values()]
    found = {one.case: one for one in laboratory.search(cases)}
    return [
        Curve(
            name,
            {
                seed: {
                    record.key.index: record.result.forward_nodes if record.result else None
                    for record in found[Case(variant, seed)].records
                }
                for seed in laboratory.setup.seeds
            },
        )
        for name, variant in CURVES.items()
    ]


def rows(curves: Sequence[Curve]) -> list[dict[str, object]]:
    """One row per curve, seed and level; a level that was not solved has no nodes."""
    return [
        {"curve": curve.name, "seed": seed, "level": level, "forward_nodes": count}
        for curve in curves
        for seed, levels in curve.nodes.items()
        for level, count in levels.items()
    ]


def shown_sizes(max_nodes: int) -> list[int]:
    """Some sizes of the tree, up to the nodes that were searched."""
    return [*(size for size in _SHOWN_SIZES if size < max_nodes), max_nodes]


def describe(curves: Sequence[Curve], max_nodes: int) -> list[str]:
    """Mean solved levels at some sizes of the tree."""
    sizes = shown_sizes(max_nodes)
    lines = [f"{'tree size':20}" + "".join(f"{size:>9,}" for size in sizes)]
    lines += [
        f"{curve.name:20}" + "".join(f"{curve.mean_solved(size):9.1f}" for size in sizes)
        for curve in curves
    ]
    return lines
