"""Whether the value means what it is learned for: the discounted reward.

    python benchmarks/calibration.py today far2:ties=farthest,dead_weight=2

A way to learn is named as for `compare_learning.py`. Its forward agent solves what it can by nodes;
along each solution its value is set against gamma^d, d being the moves that are left to the goal,
and the values of the leaves that its search found dead against those that it expanded.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean

from compare_learning import BYTES, SECONDS, Kept, Trainer, Way, load_sample

from rearview import Level, Limit, Model, Strategy, _core
from rearview._core import Board, Motion, Outcome, SearchResult, SolverOptions, grow_tree
from rearview.search import Search
from rearview.solving import make_options

BINS = ((0, 0), (1, 1), (2, 3), (4, 6), (7, 10), (11, 15), (16, 22), (23, 40), (41, 1_000))
TREE_STEPS = 200


@dataclass
class Values:
    """What the forward agent makes of the states of solved levels."""

    on_the_way: list[tuple[int, float]] = field(default_factory=list)
    """Moves that are left to the goal, and the value."""
    dead: list[float] = field(default_factory=list)
    expanded: list[float] = field(default_factory=list)


def value_along(
    board: Board, model: Model, found: SearchResult, discount: float
) -> Iterator[tuple[int, float]]:
    state = board.start()
    for done in range(len(found.moves) + 1):
        features = _core.features(board, state, Motion.push, found.trajectory, discount)
        value = sum(model.forward[name] * amount for name, amount in features.items())
        yield len(found.moves) - done, value
        if done < len(found.moves):
            state = board.apply(state, found.moves[done])


def measure(levels: Sequence[Level], model: Model, options: SolverOptions) -> Values:
    values = Values()
    for board in (Board(level.rows) for level in levels):
        found = _core.solve(board, options, SECONDS, BYTES)
        if found.outcome is not Outcome.solved:
            continue
        values.on_the_way += value_along(board, model, found, options.discount)
        tree = grow_tree(
            board, Motion.push, options.forward_weights, options.detectors, found.trajectory,
            TREE_STEPS, options.seed, ties=options.forward_ties, discount=options.discount,
        )  # fmt: skip
        for leaf in map(tree.node, tree.leaves):
            (values.expanded if leaf.is_expanded else values.dead).append(leaf.raw_value)
    return values


def describe(values: Values, discount: float) -> Iterator[str]:
    yield "moves left   gamma^d   value    from      to  states"
    for first, last in BINS:
        some = [(left, value) for left, value in values.on_the_way if first <= left <= last]
        if not some:
            continue
        wanted = mean(discount**left for left, _ in some)
        column = [value for _, value in some]
        yield (
            f"{first:4}-{last:<5} {wanted:9.3f} {mean(column):7.3f} {min(column):7.3f} "
            f"{max(column):7.3f} {len(some):7}"
        )
    yield f"dead leaves {mean(values.dead):.3f}, expanded ones {mean(values.expanded):.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("ways", nargs="+", type=Way.parse, metavar="NAME[:KEY=VALUE,...]")
    parser.add_argument("--row", default="yyy")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--sets", nargs="+", default=["sasquatch1", "grigr"])
    parser.add_argument("--backward-nodes", type=int, default=1_000)
    parser.add_argument("--forward-nodes", type=int, default=2_000)
    parser.add_argument("--folder", type=Path, default=Path("compared"))
    asked = parser.parse_args()
    limit = Limit(backward_nodes=asked.backward_nodes, forward_nodes=asked.forward_nodes)
    levels = [level for name in asked.sets for level in load_sample(name)]
    trainer = Trainer(Kept(asked.folder))
    for way in asked.ways:
        model = trainer.train(way, asked.row, asked.seed)
        options = make_options(
            Search(limit=limit, model=model, seed=asked.seed, strategy=Strategy.paper())
        )
        way.set_options(options)
        print(f"{way.name}, {asked.row}", flush=True)
        for line in describe(measure(levels, model, options), options.discount):
            print(line, flush=True)


if __name__ == "__main__":
    main()
