"""Settings of the search that have no switch, compared: levels solved by nodes, one line for each.

    python benchmarks/compare_settings.py growth=2 growth=1.5 --seeds 0 1

A setting is a number among `SolverOptions`. The levels are those that design choices may be made
on; nodes end a search, so the counts are the same on every machine. `rearview experiment ablation`
does this for what can be switched off.
"""

from __future__ import annotations

import argparse
from functools import partial
from itertools import product
from multiprocessing import Pool

from rearview import Level, Limit, load_levels
from rearview._core import Board, Outcome, solve
from rearview.search import Search
from rearview.solving import make_options

SETS = ("grigr", "sasquatch1")
SECONDS = 600.0
BYTES = 6 << 30


def is_solved(level: Level, setting: tuple[str, float], seed: int, limit: Limit) -> bool:
    options = make_options(Search(limit=limit, seed=seed))
    setattr(options, *setting)
    return solve(Board(level.rows), options, SECONDS, BYTES).outcome is Outcome.solved


def parse_setting(text: str) -> tuple[str, float]:
    name, _, value = text.partition("=")
    return name, float(value)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("settings", nargs="+", type=parse_setting, metavar="NAME=VALUE")
    parser.add_argument("--seeds", nargs="+", type=int, default=[0, 1, 2])
    parser.add_argument("--backward-nodes", type=int, default=40_000)
    parser.add_argument("--forward-nodes", type=int, default=100_000)
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    limit = Limit(backward_nodes=asked.backward_nodes, forward_nodes=asked.forward_nodes)
    levels = [level for name in SETS for level in load_levels(name)]
    with Pool(asked.jobs) as pool:
        for setting, seed in product(asked.settings, asked.seeds):
            search = partial(is_solved, setting=setting, seed=seed, limit=limit)
            solved = sum(pool.imap_unordered(search, levels))
            name, value = setting
            print(f"{name} {value:g}, seed {seed}: {solved} of {len(levels)}", flush=True)


if __name__ == "__main__":
    main()
