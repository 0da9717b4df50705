"""A Dask cluster for tests: a scheduler and workers, each a process of its own on this machine.

Ports are the system's choice, there are no dashboards, and whatever is left is killed in the end.
Workers can import this module, and so the calls at its end.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType

from rearview.parallel.news import teller

_TESTS = Path(__file__).parent
_SECONDS_TO_START = 60


class TestCluster:
    """A context; its processes end with it."""

    __test__ = False

    def __init__(self, folder: Path, **settings: str) -> None:
        """Settings are those of Dask's scheduler, as `worker_ttl="5s"`."""
        self._file = folder / "scheduler.json"
        self._environment = {
            **os.environ,
            "PYTHONPATH": str(_TESTS),
            "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0",
            **{f"DASK_DISTRIBUTED__SCHEDULER__{name.upper()}": settings[name] for name in settings},
        }
        self._folder = folder
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start_scheduler(0)
        self.address = self._read_address()

    def __enter__(self) -> TestCluster:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()

    def start_worker(
        self, preload: str = "", threads: int = 1, memory: str = "auto", scheduler: str = ""
    ) -> subprocess.Popen[bytes]:
        """A worker that runs a program of Python before anything else, to be another one.

        It may reach the scheduler by another address.
        """
        options = ["--no-nanny", "--no-dashboard", "--nthreads", str(threads)]
        options += ["--memory-limit", memory]
        options += ["--host", "127.0.0.1", "--local-directory", str(self._folder)]
        if preload:
            file = self._folder / f"preload_{len(self.workers)}.py"
            file.write_text(preload, encoding="utf-8")
            options += ["--preload", str(file)]
        worker = self._start("distributed.cli.dask_worker", scheduler or self.address, *options)
        self.workers.append(worker)
        return worker

    def kill_scheduler(self) -> None:
        self.scheduler.kill()
        self.scheduler.wait()
        self._file.unlink()

    def restart_scheduler(self) -> None:
        """At the same address."""
        self.scheduler = self._start_scheduler(int(self.address.rpartition(":")[2]))
        assert self._read_address() == self.address

    def _start_scheduler(self, port: int) -> subprocess.Popen[bytes]:
        options = ["--host", "127.0.0.1", "--port", str(port), "--no-dashboard"]
        options += ["--scheduler-file", str(self._file)]
        return self._start("distributed.cli.dask_scheduler", *options)

    def _start(self, module: str, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=self._environment,
        )

    def _read_address(self) -> str:
        until = monotonic() + _SECONDS_TO_START
        while monotonic() < until:
            try:
                return str(json.loads(self._file.read_text(encoding="utf-8"))["address"])
            except (OSError, ValueError):
                sleep(0.05)
        raise AssertionError("the scheduler did not start")


def until(file: Path) -> None:
    """Until a file is there."""
    while not file.exists():
        sleep(0.01)


def die() -> int:
    """Kill the worker that makes the call."""
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def wait_for(file: Path) -> int:
    """Until somebody makes a file; another one beside it says that the call has begun."""
    file.with_suffix(".begun").touch()
    until(file)
    return 1


def tell_and_wait(file: Path) -> int:
    """Say something before the answer."""
    tell = teller()
    assert tell is not None
    tell("soon")
    return wait_for(file)


def refuse() -> int:
    raise ValueError("no")
