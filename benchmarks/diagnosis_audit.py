"""`rearview.diagnose` against exhaustive search, on random states of random small levels.

    python benchmarks/diagnosis_audit.py --states 6000 --seed 0

Checked for every state: dead or alive as exhaustive search says; the solution of a live one solves
it; the boxes shown for a dead one cannot come home even with all others taken off the board, and
without any one of them the rest can. Most random states are dead by a box in a corner, so of each
level as many are taken in which no box is on a dead square.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from rearview import Level, diagnose
from rearview.proving import find_detector
from reference.diagnoses import complaints, some_positions
from reference.small_levels import random_levels_explored

MAX_STATES = 3000
TRIED_PER_LEVEL = 60
TAKEN_PER_LEVEL = 6


def chosen(seed: int) -> Iterator[tuple[Level, bool]]:
    """Positions without end: of each level as many with a box on a dead square as without."""
    rng = Random(seed)
    while True:
        for rows, level, graph in random_levels_explored(rng.getrandbits(32), 1, MAX_STATES):
            taken: Counter[bool] = Counter()
            for position, is_alive in some_positions(rng, rows, level, graph, TRIED_PER_LEVEL):
                is_plain = find_detector(position) == "dead_squares"
                taken[is_plain] += 1
                if taken[is_plain] <= TAKEN_PER_LEVEL:
                    yield position, is_alive


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--states", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    seen: Counter[str] = Counter()
    sizes: Counter[tuple[str, int]] = Counter()
    wrong = 0
    for (position, is_alive), _ in zip(chosen(options.seed), range(options.states), strict=False):
        diagnosis = diagnose(position)
        seen[diagnosis.detector or diagnosis.verdict.value] += 1
        if diagnosis.boxes:
            sizes[str(diagnosis.detector), len(diagnosis.boxes)] += 1
        for complaint in complaints(position, is_alive, diagnosis):
            wrong += 1
            print(f"{complaint}: {diagnosis}\n{position}\n")
    print(f"{sum(seen.values()):,} states of seed {options.seed}: {wrong} complaints")
    print(", ".join(f"{count:,} {name}" for name, count in seen.most_common()))
    for (name, size), count in sorted(sizes.items()):
        print(f"  {name}, boxes shown: {size}: {count:,}")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
