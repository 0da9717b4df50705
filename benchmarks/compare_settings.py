"""Settings of the search, compared: levels solved by nodes and processor time, one line for each.

    python benchmarks/compare_settings.py growth=2 growth=1.5 --seeds 0 1
    python benchmarks/compare_settings.py default use_persistence=0 --hard FOLDER --seeds 1 2 3
    python benchmarks/compare_settings.py default --hard FOLDER --later FOLDER --every 3 \\
        varied_backward_nodes=2000,varied_forward_nodes=5000 --seconds 8

A setting is numbers and switches among `SolverOptions`, or `own_weights=0`: varied rounds have the
weights of the others; `default` changes nothing. The levels are those that design choices may be
made on. Nodes end a search, so the counts are the same on every machine; or with `--seconds`
processor time does, which depends little on what else the machine does. `rearview experiment
ablation` does this for what can be switched off by name.

`--hard` takes the levels that benchmarks/hard_levels.txt names, `--later` those of another list;
FOLDER has the files of the sets that are not bundled, `sven-odd.xsb` and so on. The hard ones were
not solved by seed 0, the later ones were: whatever differs from it looks better on the first and
worse on the second, so take both, and other seeds. `--wide` leaves out boards that the beam is for.
"""

from __future__ import annotations

import argparse
from functools import partial
from itertools import product
from math import comb
from multiprocessing import Pool
from pathlib import Path
from statistics import geometric_mean
from time import process_time

from listed_levels import HARD_LEVELS, LATER_LEVELS, listed_levels

from rearview import Level, Limit, load_levels
from rearview._core import Board, Outcome, Progress, solve
from rearview.search import Search
from rearview.solving import make_options

SETS = ("grigr", "sasquatch1")
SECONDS = 600.0
BYTES = 6 << 30
LEAST_SECONDS = 0.05
"""Shorter times count as this, so that the easiest levels do not decide the mean."""


class OutOfTimeError(Exception):
    """Ends a search."""


Setting = tuple[tuple[str, float], ...]
OWN_WEIGHTS = "own_weights"


def search_level(
    level: Level, setting: Setting, seed: int, limit: Limit, seconds: float
) -> tuple[bool, float]:
    """Whether the level is solved, and the processor time."""
    options = make_options(Search(limit=limit, seed=seed))
    for name, value in setting:
        if name == OWN_WEIGHTS and not value:
            options.varied_forward_weights = options.forward_weights
        else:
            setattr(options, name, type(getattr(options, name))(value))
    began = process_time()

    def is_in_time(_: Progress) -> None:
        if process_time() - began > seconds:
            raise OutOfTimeError

    try:
        found = solve(Board(level.rows), options, SECONDS, BYTES, is_in_time)
    except OutOfTimeError:
        return False, seconds
    return found.outcome is Outcome.solved, process_time() - began


def parse_setting(text: str) -> Setting:
    if text == "default":
        return ()
    pairs = (one.partition("=") for one in text.split(","))
    return tuple((name, float(value)) for name, _, value in pairs)


def is_wide(level: Level) -> bool:
    """Whether its board is too large for the beam: see native/src/search/backward_beam.cpp."""
    board = Board(level.rows)
    return comb(board.square_count, board.box_count) > 2**60


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
    parser.add_argument("--seconds", type=float, help="of processor time, instead of nodes")
    parser.add_argument("--wide", action="store_true")
    asked = parser.parse_args()
    nodes = (None, None) if asked.seconds else (asked.backward_nodes, asked.forward_nodes)
    limit = Limit(backward_nodes=nodes[0], forward_nodes=nodes[1])
    seconds = asked.seconds or SECONDS
    levels = chosen_levels(asked.hard, asked.later)
    levels = [level for level in levels if is_wide(level) or not asked.wide][:: asked.every]
    with Pool(asked.jobs) as pool:
        for setting, seed in product(asked.settings, asked.seeds):
            search = partial(search_level, setting=setting, seed=seed, limit=limit, seconds=seconds)
            solved, times = zip(*pool.map(search, levels, chunksize=1), strict=True)
            name = ",".join(f"{name}={value:g}" for name, value in setting) or "default"
            mean = geometric_mean(max(LEAST_SECONDS, time) for time in times)
            print(
                f"{name}, seed {seed}: {sum(solved)} of {len(levels)}, {sum(times):.0f} s of "
                f"processor time, geometric mean {mean:.2f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
