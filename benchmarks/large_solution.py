"""A solution of 50,000 moves on a board of 128 x 128, made shorter within its limits.

python benchmarks/large_solution.py [--seconds S] [--memory MB]
"""

from __future__ import annotations

import argparse
import resource
import sys
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from large_solutions import large_solution
from rearview import Limit, optimise


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--memory", type=int, default=256)
    given = parser.parse_args()
    level, lurd = large_solution(moves=50_000)
    began = perf_counter()
    result = optimise(level, lurd, limit=Limit(given.seconds, memory_mb=given.memory))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{len(lurd):,} moves -> {result.moves:,}, {result.pushes:,} pushes")
    print(f"{perf_counter() - began:.1f} s of {given.seconds:g}, {peak} MB in all")


if __name__ == "__main__":
    main()
