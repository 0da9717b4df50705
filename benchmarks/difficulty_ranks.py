"""Difficulty estimates against what they are not made from: Spearman's rank correlations.

    python benchmarks/difficulty_ranks.py microban microban2 grigr --seed 0

- order: a collection's own order, which an author of easy levels first has put them in;
- exact: how many states another search needs, the A* that proves solutions optimal in pushes; a
  level that it does not finish in --exact-mb of memory is as hard as any other such.

Levels that are not solved within the node limits have no estimate, and are left out. Nothing here
depends on the clock.
"""

from __future__ import annotations

import argparse
from math import inf

from scipy.stats import spearmanr  # type: ignore[import-untyped]

from rearview import Level, Limit, estimate_difficulty, load_levels
from rearview._core import Board, Motion, Objective, detector_names, find_best

LIMIT = Limit(seconds=10_000, backward_nodes=10_000, forward_nodes=50_000)
PARTS = ("box_changes", "pushes", "forks", "dead_ends", "nodes")
NEVER = 1e9


def exact_nodes(level: Level, max_bytes: int) -> float:
    names = detector_names(Motion.push)
    found = find_best(Board(level.rows), Objective.pushes, names, NEVER, max_bytes)
    return found.nodes if found.is_found else inf


def report(name: str, seed: int, max_bytes: int) -> None:
    rows = []
    for level in load_levels(name):
        difficulty = estimate_difficulty(level, limit=LIMIT, seed=seed)
        if difficulty.score is None or difficulty.parts is None:
            continue
        parts = [getattr(difficulty.parts, part) for part in PARTS]
        exact = exact_nodes(level, max_bytes)
        rows.append([difficulty.score, *parts, level.index, exact])
    *measures, order, exact_column = zip(*rows, strict=True)
    finished = sum(nodes < inf for nodes in exact_column)
    print(f"{name}: {len(rows)} levels, {finished} of them solved exactly")
    print(f"  score from {min(measures[0]):.1f} to {max(measures[0]):.1f}")
    for measure, values in zip(("score", *PARTS), measures, strict=True):
        with_order = spearmanr(values, order).statistic
        with_exact = spearmanr(values, exact_column).statistic
        print(f"  {measure:12} order {with_order:+.2f}   exact {with_exact:+.2f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("collections", nargs="+")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--exact-mb", type=int, default=32)
    options = parser.parse_args()
    for name in options.collections:
        report(name, options.seed, options.exact_mb * 2**20)


if __name__ == "__main__":
    main()
