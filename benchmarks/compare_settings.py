"""Settings of the search, compared: levels solved by nodes and processor time, one line for each.

    python benchmarks/compare_settings.py growth=2 growth=1.5 --seeds 0 1
    python benchmarks/compare_settings.py default use_persistence=0 --hard FOLDER --seeds 1 2 3
    python benchmarks/compare_settings.py default use_persistence=0 --later FOLDER --seeds 1 2 3

A setting is a number or a switch among `SolverOptions`; `default` changes nothing. The levels are
those that design choices may be made on; nodes end a search, so the counts are the same on every
machine. `rearview experiment ablation` does this for what can be switched off by name.

`--hard` takes the levels that benchmarks/hard_levels.txt names, `--later` those of another list;
FOLDER has the files of the sets that are not bundled, `sven-odd.xsb` and so on. The hard ones were
not solved by seed 0, the later ones were: whatever differs from it looks better on the first and
worse on the second, so take both, and other seeds.
"""

from __future__ import annotations

import argparse
from functools import partial
from itertools import product
from multiprocessing import Pool
from pathlib import Path
from time import process_time

from listed_levels import HARD_LEVELS, LATER_LEVELS, listed_levels

from rearview import Level, Limit, load_levels
from rearview._core import Board, Outcome, solve
from rearview.search import Search
from rearview.solving import make_options

SETS = ("grigr", "sasquatch1")
SECONDS = 600.0
BYTES = 6 << 30

Setting = tuple[str, float] | None


def search_level(level: Level, setting: Setting, seed: int, limit: Limit) -> tuple[bool, float]:
    """Whether the level is solved, and the processor time."""
    options = make_options(Search(limit=limit, seed=seed))
    if setting is not None:
        name, value = setting
        setattr(options, name, type(getattr(options, name))(value))
    began = process_time()
    found = solve(Board(level.rows), options, SECONDS, BYTES)
    return found.outcome is Outcome.solved, process_time() - began


def parse_setting(text: str) -> Setting:
    if text == "default":
        return None
    name, _, value = text.partition("=")
    return name, float(value)


def chosen_levels(hard: Path | None, later: Path | None) -> list[Level]:
    """Those of the lists that a folder was given for; without any, those of the usual sets."""
    if hard is None and later is None:
        return [level for name in SETS for level in load_levels(name)]
    lists = ((HARD_LEVELS, hard), (LATER_LEVELS, later))
    chosen = (listed_levels(file, folder) for file, folder in lists if folder is not None)
    return [level for levels in chosen for _, level in levels]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("settings", nargs="+", type=parse_setting, metavar="NAME=VALUE|default")
    parser.add_argument("--seeds", nargs="+", type=int, default=[0, 1, 2])
    parser.add_argument("--backward-nodes", type=int, default=40_000)
    parser.add_argument("--forward-nodes", type=int, default=100_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--hard", type=Path, metavar="FOLDER")
    parser.add_argument("--later", type=Path, metavar="FOLDER")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th level")
    asked = parser.parse_args()
    limit = Limit(backward_nodes=asked.backward_nodes, forward_nodes=asked.forward_nodes)
    levels = chosen_levels(asked.hard, asked.later)[:: asked.every]
    with Pool(asked.jobs) as pool:
        for setting, seed in product(asked.settings, asked.seeds):
            search = partial(search_level, setting=setting, seed=seed, limit=limit)
            results = pool.map(search, levels, chunksize=1)
            solved, seconds = (sum(column) for column in zip(*results, strict=True))
            name = "default" if setting is None else f"{setting[0]} {setting[1]:g}"
            result = f"{solved} of {len(levels)}, {seconds:.0f} s of processor time"
            print(f"{name}, seed {seed}: {result}", flush=True)


if __name__ == "__main__":
    main()
