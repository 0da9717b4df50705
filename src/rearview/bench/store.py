"""`Store`: runs and records in one SQLite file, each record committed by itself."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from types import TracebackType
from typing import Any

from rearview.bench.configuration import Configuration
from rearview.bench.record import LevelKey, Record
from rearview.bench.schema import connect, explained
from rearview.errors import StoreError
from rearview.result import Result, SolveOutcome, StopReason

_RESULT = (
    "outcome", "reason", "error", "lurd", "moves", "pushes", "seconds", "backward_nodes",
    "forward_nodes", "backward_seconds", "forward_seconds", "rounds", "met", "cleared",
)  # fmt: skip
_KEY = ("collection", "level_index", "level_hash")
_COLUMNS = (*_KEY, *_RESULT, "trajectory_length", "attempts", "recorded_at")
# A result that is known stays; only one whose process died is replaced by a second attempt's.
_INSERT = (
    f"INSERT INTO results (run, {', '.join(_COLUMNS)}) VALUES (?{', ?' * len(_COLUMNS)}) "
    f"ON CONFLICT (run, {', '.join(_KEY)}) "
    f"DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in _COLUMNS)} "
    f"WHERE results.reason = '{StopReason.CRASHED.value}'"
)
_SELECT = f"SELECT {', '.join(_COLUMNS)} FROM results WHERE run = ?"


@dataclass(frozen=True, slots=True)
class Run:
    """One configuration, begun at one time."""

    number: int
    """From 1, in the order of their beginnings."""
    configuration: Configuration
    started_at: str
    """UTC, ISO 8601."""


class Store:
    """A context; leaving it closes the file."""

    def __init__(self, path: str | os.PathLike[str], create: bool = True) -> None:
        """Open a store, or make one. Raises StoreError when the file is no store."""
        # Absolute, for SQLite gives names such as :memory: a meaning of its own.
        self._path = Path(path).absolute()
        self._connection = connect(self._path, create)

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()

    def begin(self, configuration: Configuration, resume: bool) -> Run:
        """A new run or, to resume, the last one of the same configuration if there is any."""
        same = [run for run in self.runs() if run.configuration == configuration]
        if resume and same:
            return same[-1]
        started_at = _now()
        cursor = self._execute(
            "INSERT INTO runs (configuration, started_at) VALUES (?, ?)",
            configuration.to_json(),
            started_at,
        )
        assert cursor.lastrowid is not None
        return Run(cursor.lastrowid, configuration, started_at)

    def runs(self) -> list[Run]:
        """Every run, the oldest first."""
        rows = self._execute("SELECT id, configuration, started_at FROM runs ORDER BY id")
        try:
            return [Run(number, Configuration.from_json(text), at) for number, text, at in rows]
        except (KeyError, TypeError, ValueError):
            raise StoreError(f"{self._path}: damaged: a run is no configuration") from None

    def run(self, number: int | None = None) -> Run:
        """A run by its number, or the last. Raises StoreError when there is none."""
        runs = self.runs()
        if not runs:
            raise StoreError(f"{self._path}: nothing was run yet")
        if number is None:
            return runs[-1]
        for run in runs:
            if run.number == number:
                return run
        known = ", ".join(str(run.number) for run in runs)
        raise StoreError(f"{self._path}: there is no run {number}, only {known}")

    def record(
        self, run: int, key: LevelKey, result: Result, attempts: int, trajectory_length: int = 0
    ) -> Record:
        """Commit what became of a level."""
        record = Record(key, result, trajectory_length, attempts, _now())
        self._execute(_INSERT, run, *_to_row(record))
        return record

    def find(self, run: int, key: LevelKey) -> Record | None:
        """What the store has of a level."""
        where = "AND collection = ? AND level_index = ? AND level_hash = ?"
        cursor = self._execute(f"{_SELECT} {where}", run, key.collection, key.index, key.level_hash)
        row = cursor.fetchone()
        return None if row is None else _from_row(row)

    def records(self, run: int) -> Iterator[Record]:
        """What became of all levels of a run, by collection and number."""
        return map(_from_row, self._execute(f"{_SELECT} ORDER BY collection, level_index", run))

    def check(self) -> None:
        """Raises StoreError unless the file is sound in every page."""
        (verdict,) = self._execute("PRAGMA integrity_check").fetchone()
        if verdict != "ok":
            raise StoreError(f"{self._path}: damaged: {verdict}")

    def _execute(self, sql: str, *values: object) -> sqlite3.Cursor:
        with explained(self._path):
            return self._connection.execute(sql, values)


def _to_row(record: Record) -> list[object]:
    result = record.result
    plain = {
        **{name: getattr(result, name) for name in _RESULT},
        "outcome": result.outcome.value,
        "reason": result.reason and result.reason.value,
    }
    key = (record.key.collection, record.key.index, record.key.level_hash)
    rest = (record.trajectory_length, record.attempts, record.recorded_at)
    return [*key, *plain.values(), *rest]


def _from_row(row: tuple[Any, ...]) -> Record:
    fields = dict(zip(_COLUMNS, row, strict=True))
    result: dict[str, Any] = {
        **{name: fields[name] for name in _RESULT},
        "outcome": SolveOutcome(fields["outcome"]),
        "reason": fields["reason"] and StopReason(fields["reason"]),
        "met": bool(fields["met"]),
        "cleared": bool(fields["cleared"]),
    }
    return Record(
        key=LevelKey(fields["collection"], fields["level_index"], fields["level_hash"]),
        result=Result(**result),
        trajectory_length=fields["trajectory_length"],
        attempts=fields["attempts"],
        recorded_at=fields["recorded_at"],
    )


def _now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds")
