"""What a batch on a cluster takes of each part: client, scheduler and workers, each a process.

    python benchmarks/cluster_parts.py FILE... [--workers N]

Starts a scheduler and N workers on this machine, runs `rearview bench FILE... --time-limit 60` on
them, and prints the seconds of the processor that each part took, for each level and for each task
(a chunk of levels). The first 20 files of Boxoban's unfiltered training set take half a minute.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path
from time import perf_counter, sleep

from distributed import Client, Scheduler

DASK = [sys.executable, "-m", "dask"]
_TICK = os.sysconf("SC_CLK_TCK")


def start(stack: ExitStack, *arguments: str) -> subprocess.Popen[bytes]:
    """A program of Dask that ends with the stack."""
    process = subprocess.Popen([*DASK, *arguments], stderr=subprocess.DEVNULL)
    stack.callback(process.wait)
    stack.callback(process.kill)
    return process


def processor_seconds(process: subprocess.Popen[bytes]) -> float:
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICK


def count_tasks(dask_scheduler: Scheduler) -> int:
    """Chunks that were done since the scheduler started."""
    counts = dask_scheduler.task_prefixes["run_chunk"].state_counts
    return int(sum(counts.values()))


def run_client(files: list[str], address: str, store: Path) -> tuple[float, float]:
    """Seconds on the clock and of the processor."""
    command = [sys.executable, "-m", "rearview", "bench", *files, "--time-limit", "60"]
    began = perf_counter()
    process = subprocess.Popen(
        [*command, "--cluster", address, "--store", str(store)], stdout=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)} ended with {process.returncode}")
    return perf_counter() - began, used.ru_utime + used.ru_stime


def measure(files: list[str], workers: int, folder: Path, stack: ExitStack) -> None:
    file, store = folder / "scheduler.json", folder / "results.db"
    here = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    scheduler = start(stack, "scheduler", *here, "--scheduler-file", str(file))
    while not file.exists():
        sleep(0.1)
    with Client(scheduler_file=str(file), set_as_default=False) as client:
        address: str = client.scheduler_info()["address"]
        alone = (
            "--nthreads",
            "1",
            "--no-nanny",
            "--no-dashboard",
            "--local-directory",
            str(folder),
        )
        parts = [scheduler, *(start(stack, "worker", address, *alone) for _ in range(workers))]
        client.wait_for_workers(workers)
        before = [processor_seconds(one) for one in parts]
        clock, client_seconds = run_client(files, address, store)
        after = [processor_seconds(one) for one in parts]
        tasks: int = client.run_on_scheduler(count_tasks)
    taken = [late - early for early, late in zip(before, after, strict=True)]
    with closing(sqlite3.connect(store)) as connection:
        levels, searched = connection.execute(
            "SELECT count(*), total(seconds) FROM results"
        ).fetchone()
    print(f"{levels:,} levels in {tasks:,} tasks, {clock:.1f} s on the clock")
    for name, seconds in (
        ("client", client_seconds),
        ("scheduler", taken[0]),
        ("workers", sum(taken[1:])),
        ("of which search", searched),
    ):
        each = f"{seconds / levels * 1e3:.3f} ms a level, {seconds / tasks * 1e3:.2f} ms a task"
        print(f"{name:16} {seconds:7.2f} s  {each}")
    print(f"store            {store.stat().st_size / levels:7.0f} bytes a level")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        measure(asked.files, asked.workers, Path(folder), stack)


if __name__ == "__main__":
    main()
