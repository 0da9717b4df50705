"""Hints followed to the end, from random live positions of a collection.

    python benchmarks/hints_followed.py microban --positions 10 --seed 0
    python benchmarks/hints_followed.py microban --positions 1 --forgetful

From the start of each level, pushes are made at random as long as the position is alive; then the
next push is asked for, with nothing but the moves so far, and made, until the level is solved. A
run fails when there is no hint, when the same question is answered differently, or when it goes on
for ever. `--forgetful` forgets everything between questions, as a new process does.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from rearview import Limit, load_levels
from reference.following import follow, random_live_moves

MAX_RANDOM_PUSHES = 40
LIMIT = Limit(seconds=60)
ALIVE = Limit(seconds=60, backward_nodes=2_000, forward_nodes=5_000)
"""To find live positions: what takes more to solve is not taken."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("collection", nargs="?", default="microban")
    parser.add_argument("--positions", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--forgetful", action="store_true")
    options = parser.parse_args()
    began = perf_counter()
    runs = failed = questions = 0
    for level in load_levels(options.collection):
        for number in range(options.positions):
            rng = Random(f"{options.seed}:{level.index}:{number}")
            moves = random_live_moves(level, rng, MAX_RANDOM_PUSHES, ALIVE)
            complaint, pushes = follow(level, moves, LIMIT, is_forgetful=options.forgetful)
            runs += 1
            questions += pushes
            if complaint:
                failed += 1
                print(f"level {level.index} after {moves}: {complaint}", flush=True)
    ended = f"{runs - failed:,} of {runs:,} runs end solved"
    print(f"{ended}; {questions:,} pushes advised in {perf_counter() - began:.0f} s")
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
