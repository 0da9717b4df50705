"""A long batch whose runner and workers are killed (-9) at random moments, and goes on.

    python benchmarks/bench_survival.py [--kills N] [--seed N]

In the end the store must be sound, every level in it exactly once, and every result that a runner
had announced still there as it was.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from rearview import load_levels
from rearview.bench.store import Store
from survival import assert_nothing_is_lost, survive

NAMES = ("microban", "microban2", "sasquatch1")
LIMITS = ("--backward-nodes", "5000", "--forward-nodes", "20000")
LONGEST_SECONDS_BETWEEN_KILLS = 1.5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0, help="of the moments and the victims")
    arguments = parser.parse_args()
    levels = [f"{name}:{level.index}" for name in NAMES for level in load_levels(name)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results.db"
        began = perf_counter()
        survived = survive(
            NAMES, path, arguments.kills, arguments.seed, LONGEST_SECONDS_BETWEEN_KILLS, *LIMITS
        )
        assert_nothing_is_lost(path, levels, survived)
        with Store(path, read_only=True) as store:
            records = list(store.records(store.run().number))
    print(f"{survived.kills.total()} kills: {dict(survived.kills)}")
    print(f"{len(records)} levels, each once, in {perf_counter() - began:.0f} s; store sound")
    print(f"{len(survived.announced)} results announced, none lost")
    print(f"{sum(record.attempts > 1 for record in records)} levels took a second attempt")


if __name__ == "__main__":
    main()
