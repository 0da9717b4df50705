"""What a cluster costs beyond `--jobs`: the same batch both ways, in turn.

    python benchmarks/cluster_overhead.py FILE... [--jobs J] [--turns N]

Runs `rearview bench FILE... --time-limit 60 --jobs J` with `--cluster local` and without, N times
each, starting and stopping the cluster included. Prints seconds on the clock and of the processor
for every run, and the ratios of the sums. On the clock at most 1.15 is wanted, with the first 20
files of Boxoban's unfiltered training set and nothing else to do.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter


@dataclass(frozen=True)
class Cost:
    clock: float
    processor: float
    """Of the command and of all processes that it started and waited for."""


def run(files: list[str], store: Path, *options: str) -> Cost:
    command = [sys.executable, "-m", "rearview", "bench", *files, "--time-limit", "60", *options]
    began = perf_counter()
    process = subprocess.Popen([*command, "--store", str(store)], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    clock = perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)} ended with {process.returncode}")
    return Cost(clock, used.ru_utime + used.ru_stime)


def count(store: Path) -> tuple[int, int]:
    """Levels, and how many of them are solved."""
    with closing(sqlite3.connect(store)) as connection:
        query = "SELECT count(*), total(outcome = 'solved') FROM results"
        levels, solved = connection.execute(query).fetchone()
    return levels, int(solved)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--turns", type=int, default=3)
    asked = parser.parse_args()
    jobs = ("--jobs", str(asked.jobs))
    costs: dict[str, list[Cost]] = {"cluster": [], "jobs": []}
    print("               clock  processor   levels   solved", flush=True)
    for turn in range(asked.turns):
        for name, options in (("cluster", (*jobs, "--cluster", "local")), ("jobs", jobs)):
            with tempfile.TemporaryDirectory() as folder:
                store = Path(folder) / "results.db"
                cost = run(asked.files, store, *options)
                levels, solved = count(store)
            costs[name].append(cost)
            times = f"{cost.clock:8.1f} s {cost.processor:8.1f} s"
            print(f"{turn + 1:3} {name:7} {times} {levels:8,} {solved:8,}", flush=True)
    for what in ("clock", "processor"):
        sums = [sum(getattr(one, what) for one in costs[name]) for name in ("cluster", "jobs")]
        print(f"{what}: {sums[0]:.1f} s / {sums[1]:.1f} s = {sums[0] / sums[1]:.2f}")


if __name__ == "__main__":
    main()
