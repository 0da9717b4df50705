"""A bench that is killed again and again, and goes on: what must hold in the end.

Used by a short test, and at length by `benchmarks/bench_survival.py`.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import sleep

from rearview.bench.store import Store


@dataclass
class Survived:
    """How often who was killed, and what the runners said before they were."""

    kills: Counter[str] = field(default_factory=Counter)
    announced: list[dict[str, object]] = field(default_factory=list)
    """Results as they were printed: each was in the store before."""


def survive(
    what: Sequence[str], store: Path, kills: int, seed: int, longest: float, *options: str
) -> Survived:
    """Run a bench to its end, killing runner, worker or both so many times on the way.

    Raises AssertionError when the batch ends before it was killed often enough.
    """
    survived = Survived()
    rng = random.Random(seed)
    command = [sys.executable, "-m", "rearview", "bench", *what, "--store", str(store)]
    command += ["--resume", "--json", "--jobs", "2", *options]
    while True:
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            start_new_session=True,
        ) as runner:  # fmt: skip
            reader = threading.Thread(target=_read, args=(runner, survived))
            reader.start()
            while runner.poll() is None and survived.kills.total() < kills:
                sleep(rng.uniform(0, longest))
                _kill(runner, rng.choice(["runner", "worker", "both"]), rng, survived)
            reader.join()
            assert runner.stderr is not None
            complaint = runner.stderr.read()
        assert "Traceback" not in complaint, complaint
        if runner.returncode != -signal.SIGKILL:
            assert runner.returncode in (0, 1), complaint
            assert survived.kills.total() >= kills, f"the batch ended after {survived.kills}"
            return survived


def _read(runner: subprocess.Popen[str], survived: Survived) -> None:
    assert runner.stdout is not None
    for line in runner.stdout:
        if line.endswith("\n"):  # The last may be cut off.
            survived.announced.append(json.loads(line))


def _kill(runner: subprocess.Popen[str], who: str, rng: random.Random, to: Survived) -> None:
    workers = workers_of(runner.pid)
    if runner.poll() is not None or (who != "runner" and not workers):
        return
    victims = {"runner": [runner.pid], "both": [runner.pid, *workers]}
    for pid in victims.get(who) or [rng.choice(workers)]:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            return
    to.kills[who] += 1
    if who != "worker":
        runner.wait()


def workers_of(pid: int) -> list[int]:
    """The processes that search.

    Not by `/proc/PID/task/PID/children`, which may leave some out while another child ends.
    """
    return [one for one in _processes() if _parent_of(one) == pid and _is_worker(one)]


def _processes() -> list[int]:
    return [int(one.name) for one in Path("/proc").iterdir() if one.name.isdigit()]


def _parent_of(pid: int) -> int | None:
    try:
        after_the_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2]
    except OSError:  # It has ended.
        return None
    return int(after_the_name.split()[1])


def _is_worker(pid: int) -> bool:
    try:
        return b"rearview.parallel.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def assert_nothing_is_lost(path: Path, names: Sequence[str], survived: Survived) -> None:
    """Sound, every level exactly once, and all that was announced still as it was announced."""
    with Store(path, read_only=True) as store:
        store.check()
        (run,) = store.runs()
        records = list(store.records(run.number))
    assert sorted(record.key.name for record in records) == sorted(names)
    assert all(record.is_settled for record in records)
    kept = {record.key.name: record.recorded_at for record in records}
    for result in survived.announced:
        assert kept[str(result["level"])] == result["recorded_at"], result
