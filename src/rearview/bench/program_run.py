"""`run_program`: run another solver on one level, enforce its time limit, and replay its solution.

The solver has its own folder, which is searched for its output and then deleted, and its own
process group, which is killed as a whole. If this process dies first, a waiting shell does both.
"""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import monotonic, perf_counter
from typing import Final

from rearview.bench.program import LEVEL_FILE, Program
from rearview.bench.program_output import find_solution
from rearview.levels import Level
from rearview.result import Outcome, Result, StopReason
from rearview.solving import result_without_search, with_solution

_SECONDS_TO_END: Final = 1.0
"""Time for a solver to write its result after SIGTERM."""
_SECONDS_BETWEEN_LOOKS: Final = 0.2
_MAX_BYTES: Final = 16 << 20
"""Limit of its output, in all."""
_OUTPUT: Final = "what it said.txt"
_CLEAR_UP_WHEN_ALONE: Final = 'read nothing; kill -s KILL -- "-$0"; rm -rf -- "$1"'
"""For a shell whose standard input ends when this process does."""


def run_program(level: Level, program: Program, seconds: float) -> Result:
    """The result of a level: solved only if the checker has replayed a solution."""
    began = perf_counter()
    at_sight = result_without_search(level)
    if at_sight is not None:
        return replace(at_sight, seconds=perf_counter() - began)
    with TemporaryDirectory(prefix="rearview-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / LEVEL_FILE).write_text(f"{level}\n", encoding="ascii")
        began = perf_counter()
        ending = _run(program, folder, seconds)
        spent = perf_counter() - began
        lurd = find_solution(level, _read(folder))
    solved = Result(Outcome.SOLVED, seconds=spent)
    return replace(ending, seconds=spent) if lurd is None else with_solution(solved, level, lurd)


def _run(program: Program, folder: Path, seconds: float) -> Result:
    """How a solver ended that did not solve its level."""
    guard = _Guard(folder, seconds)
    where = folder if program.is_run_in_folder else None
    try:
        with (folder / _OUTPUT).open("wb") as output:
            process = subprocess.Popen(
                program.words_for(folder, seconds),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd=where,
                start_new_session=True,
            )
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        return _failed(None, f"{program.name} cannot be run: {why}")
    with _cleared_up_when_alone(process.pid, folder), guard.watching(process.pid):
        process.wait()
    if guard.reason is not None:
        return guard.reason
    if _size(folder) > _MAX_BYTES:  # Written since the guard last looked.
        return _TOO_MUCH
    return _describe_ending(program.name, process.returncode)


def _describe_ending(name: str, code: int) -> Result:
    if code < 0:
        return _failed(StopReason.CRASHED, f"{name} was killed by signal {-code}")
    if code > 0:
        return _failed(StopReason.CRASHED, f"{name} ended with code {code} and without a solution")
    return _failed(None, f"{name} has written nothing that solves the level")


def _failed(reason: StopReason | None, error: str) -> Result:
    return Result(Outcome.UNSOLVED, reason, error=error)


_TOO_MUCH: Final = _failed(None, f"it wrote more than {_MAX_BYTES >> 20} MB")


class _Guard:
    """Ends a process group that takes too long, or writes too much."""

    def __init__(self, folder: Path, seconds: float) -> None:
        self._folder = folder
        self._end = monotonic() + seconds
        self._is_over = Event()
        self.reason: Result | None = None
        """Why it was ended; None if it ended by itself."""

    @contextmanager
    def watching(self, group: int) -> Iterator[None]:
        thread = Thread(target=self._watch, args=(group,), daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._is_over.set()
            thread.join()
            _send(group, signal.SIGKILL)  # Processes that it started and left behind.

    def _watch(self, group: int) -> None:
        while self.reason is None:
            left = self._end - monotonic()
            if self._is_over.wait(max(0.0, min(left, _SECONDS_BETWEEN_LOOKS))):
                return
            if monotonic() >= self._end:
                self.reason = Result(Outcome.UNSOLVED, StopReason.TIME)
            elif _size(self._folder) > _MAX_BYTES:
                self.reason = _TOO_MUCH
        _send(group, signal.SIGTERM)
        if not self._is_over.wait(_SECONDS_TO_END):
            _send(group, signal.SIGKILL)


@contextmanager
def _cleared_up_when_alone(group: int, folder: Path) -> Iterator[None]:
    watcher = subprocess.Popen(
        ["/bin/sh", "-c", _CLEAR_UP_WHEN_ALONE, str(group), str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield
    finally:
        watcher.kill()  # First: it waits for the end of its input.
        watcher.communicate()


def _send(group: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


def _files(folder: Path) -> Iterator[Path]:
    """Files written by the solver, at most one folder deep, except its level."""
    for path in (*folder.glob("*"), *folder.glob("*/*")):
        if path.is_file() and not path.is_symlink() and path.name != LEVEL_FILE:
            yield path


def _size(folder: Path) -> int:
    size = 0
    for path in _files(folder):
        with suppress(OSError):
            size += path.stat().st_size
    return size


def _read(folder: Path) -> str:
    """The content of all files, as paragraphs. What the solver said comes last, and is read first:
    other files may be large."""
    said = folder / _OUTPUT
    files = sorted(_files(folder), key=lambda path: (path == said, path), reverse=True)
    texts: list[str] = []
    left = _MAX_BYTES
    for path in files:
        with suppress(OSError), path.open("rb") as file:
            texts.append(file.read(left).decode("latin-1"))
            left -= len(texts[-1])
    return "\n\x00\n".join(reversed(texts))
