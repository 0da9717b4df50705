"""What `rearview bench` costs beyond the searches: 5,000 tiny levels, one job.

    python benchmarks/bench_overhead.py [--levels N]

Prints, for each tenth of the batch, the milliseconds per level that were not spent searching, the
milliseconds of them that the store took, and the memory of the runner and of its worker. All must
stay flat, and the store under 2 ms.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import perf_counter

from rearview import Limit, Result
from rearview.bench.configuration import Configuration
from rearview.bench.record import LevelKey, Record
from rearview.bench.runner import make_tasks, run_tasks
from rearview.bench.store import Store
from rearview.levels import Collection, Level
from rearview.parallel.batch import Ended
from rearview.parallel.host import Host
from rearview.parallel.pool import open_pool
from rearview.search import Search


def tiny_levels(count: int) -> Iterator[Level]:
    """Rooms with a box or two."""
    rng = random.Random(0)
    for index in range(1, count + 1):
        width, height = rng.randint(4, 9), rng.randint(4, 9)
        squares = rng.sample([(x, y) for y in range(height) for x in range(width)], 5)
        cells = [[" "] * width for _ in range(height)]
        for (x, y), symbol in zip(squares, "@$.$.", strict=True):
            cells[y][x] = symbol
        wall = "#" * (width + 2)
        yield Level((wall, *(f"#{''.join(row)}#" for row in cells), wall), index=index)


class TimedStore(Store):
    """A store that knows how long it took."""

    seconds = 0.0

    def find(self, run: int, key: LevelKey) -> Record | None:
        began = perf_counter()
        found = super().find(run, key)
        self.seconds += perf_counter() - began
        return found

    def record(
        self,
        run: int,
        key: LevelKey,
        result: Result,
        attempts: int,
        trajectory_length: int = 0,
        host: Host | None = None,
    ) -> Record:
        began = perf_counter()
        record = super().record(run, key, result, attempts, trajectory_length, host)
        self.seconds += perf_counter() - began
        return record


class Meter:
    """Prints a line for each tenth of the batch."""

    def __init__(self, store: TimedStore, level_count: int) -> None:
        self._store = store
        self._every = max(1, level_count // 10)
        self._ended = 0
        self._searched = 0.0
        self._since = perf_counter()
        print(" levels   overhead      store     runner     worker")

    def count(self, record: Record) -> None:
        self._ended += 1
        self._searched += record.result.seconds
        if self._ended % self._every == 0:
            self._say()

    def _say(self) -> None:
        overhead = (perf_counter() - self._since - self._searched) / self._every * 1e3
        store = self._store.seconds / self._every * 1e3
        memory = "".join(f"{mebibytes(pid):8.1f} MB" for pid in (os.getpid(), *workers()))
        print(f"{self._ended:7}  {overhead:6.2f} ms  {store:6.3f} ms{memory}", flush=True)
        self._since, self._searched, self._store.seconds = perf_counter(), 0.0, 0.0


def workers() -> list[int]:
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    return [
        int(child)
        for child in children
        if b"rearview.parallel.worker" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]


def mebibytes(pid: int) -> float:
    """What a process has in memory."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--levels", type=int, default=5_000)
    count = parser.parse_args().levels
    levels = Collection(tuple(tiny_levels(count)), name="tiny")
    search = Search(limit=Limit(10))
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(TimedStore(Path(folder) / "r.db")) as store,
    ):
        run = store.begin(Configuration.of(search), resume=False)
        began = perf_counter()
        tasks = make_tasks(run.number, search.shared_among(1), [levels])
        meter = Meter(store, count)
        with open_pool(1, isolated=True) as pool:
            for event in run_tasks(store, tasks, pool):
                if isinstance(event, Ended):
                    meter.count(event.record)
        print(f"{count / (perf_counter() - began):,.0f} levels/s")
        store.check()


if __name__ == "__main__":
    main()
