"""`Store`: runs and records in one SQLite file, each record committed separately."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from rearview.bench.columns import COLUMNS, KEY, RESULT, read_before, read_date, read_text
from rearview.bench.configuration import Configuration
from rearview.bench.hosts import Hosts
from rearview.bench.integrity import damaged, explained
from rearview.bench.opening import connect
from rearview.bench.record import LevelKey, Record
from rearview.errors import StoreError
from rearview.parallel.host import Host
from rearview.result import Outcome, Result, StopReason

# A known result stays. A crashed one is replaced by any other, an unsolved one by a later attempt.
_INSERT = (
    f"INSERT INTO results (run, {', '.join(COLUMNS)}) VALUES (?{', ?' * len(COLUMNS)}) "
    f"ON CONFLICT (run, {', '.join(KEY)}) "
    f"DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in COLUMNS)} "
    f"WHERE results.reason = '{StopReason.CRASHED.value}' "
    f"OR results.outcome = '{Outcome.UNSOLVED.value}' AND excluded.attempts > results.attempts"
)
_SELECT = f"SELECT {', '.join(COLUMNS)} FROM results WHERE run = ?"


@dataclass(frozen=True, slots=True)
class Run:
    """One configuration, started at one time."""

    number: int
    """From 1, in the order in which they were started."""
    configuration: Configuration
    started_at: str
    """UTC, ISO 8601."""
    continues: int | None = None
    """The run with lower limits whose decided results it copies."""


class Store:
    """A context manager that closes the file."""

    def __init__(self, path: str | os.PathLike[str], read_only: bool = False) -> None:
        """Open a store; create it if missing, unless read-only. Raises StoreError if it is not a
        store."""
        # Absolute, as SQLite treats names such as :memory: specially.
        self._path = Path(path).absolute()
        self._connection = connect(self._path, read_only)
        self._hosts = Hosts(self._execute, self._fetch)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()

    def begin(
        self, configuration: Configuration, resume: bool, continues: int | None = None
    ) -> Run:
        """A new run or, to resume, the last one with this configuration that copied no results."""
        if resume:
            for run in reversed(self.runs()):
                if run.configuration == configuration and run.continues == continues:
                    return run
        started_at = _now()
        cursor = self._execute(
            "INSERT INTO runs (configuration, started_at, continues) VALUES (?, ?, ?)",
            configuration.to_json(),
            started_at,
            continues,
        )
        assert cursor.lastrowid is not None
        return Run(cursor.lastrowid, configuration, started_at, continues)

    def last_run_of(self, configuration: Configuration) -> Run | None:
        """Also one that has copied results from another."""
        same = [run for run in self.runs() if run.configuration == configuration]
        return same[-1] if same else None

    def last_smaller_run(self, configuration: Configuration) -> Run | None:
        """The last one that differs only in its limit, which was lower."""
        smaller = [run for run in self.runs() if configuration.extends(run.configuration)]
        return smaller[-1] if smaller else None

    def extended_runs(self, run: Run) -> list[int]:
        """The run that it continues, the one which that continues, and so on."""
        continues = {one.number: one.continues for one in self.runs()}
        behind = []
        number = run.continues
        while number is not None:
            behind.append(number)
            number = continues[number]
        return behind

    def runs(self) -> list[Run]:
        """Every run, oldest first."""
        rows = self._fetch("SELECT id, configuration, started_at, continues FROM runs ORDER BY id")
        try:
            return [
                Run(
                    number,
                    Configuration.from_json(read_text(text)),
                    read_date(at),
                    read_before(number, other),
                )
                for number, text, at, other in rows
            ]
        except (KeyError, TypeError, ValueError, RecursionError):
            raise damaged(self._path, "the configuration of a run cannot be read") from None

    def run(self, number: int | None = None) -> Run:
        """A run by its number, or the last. Raises StoreError if there is none."""
        runs = self.runs()
        if not runs:
            raise StoreError(f"{self._path}: the store has no runs yet")
        if number is None:
            return runs[-1]
        for run in runs:
            if run.number == number:
                return run
        known = ", ".join(str(run.number) for run in runs)
        raise StoreError(f"{self._path}: no run {number}; it has {known}")

    def record(
        self,
        run: int,
        key: LevelKey,
        result: Result,
        attempts: int,
        trajectory_length: int = 0,
        host: Host | None = None,
    ) -> Record:
        """Commit the result of a level, and return it as it will be read."""
        kept = Result(**{name: getattr(result, name) for name in RESULT})
        record = Record(key, kept, trajectory_length, attempts, _now(), host=host)
        self._write(run, record)
        return record

    def take(self, run: int, record: Record, source: int) -> Record:
        """Commit a result copied from another run, marked as such."""
        taken = replace(record, taken_from=record.taken_from or source, recorded_at=_now())
        self._write(run, taken)
        return taken

    def find(self, run: int, key: LevelKey) -> Record | None:
        """The newest result for this place, perhaps of an older drawing."""
        where = "AND collection = ? AND level_index = ? ORDER BY recorded_at DESC LIMIT 1"
        rows = self._fetch(f"{_SELECT} {where}", run, key.collection, key.index)
        return self._read(rows[0]) if rows else None

    def forget(self, run: int, key: LevelKey) -> None:
        """Delete a result, so that another can replace it."""
        where = "run = ? AND collection = ? AND level_index = ? AND level_hash = ?"
        sql = f"DELETE FROM results WHERE {where}"
        self._execute(sql, run, key.collection, key.index, key.level_hash)

    def records(self, run: int) -> list[Record]:
        """The results of all levels of a run, by collection and number, the newest of each."""
        rows = self._fetch(f"{_SELECT} ORDER BY collection, level_index, recorded_at", run)
        newest = {(one.key.collection, one.key.index): one for one in map(self._read, rows)}
        return list(newest.values())

    def check(self) -> None:
        """Raises StoreError unless the file is intact."""
        (verdict,) = self._fetch("PRAGMA integrity_check")[0]
        if verdict != "ok":
            raise damaged(self._path, verdict)

    def _write(self, run: int, record: Record) -> None:
        self._execute(_INSERT, run, *_to_row(record), self._hosts.number(record.host))

    def _execute(self, sql: str, *values: object) -> sqlite3.Cursor:
        with explained(self._path):
            return self._connection.execute(sql, values)

    def _fetch(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        with explained(self._path):
            return self._connection.execute(sql, values).fetchall()

    def _read(self, row: tuple[object, ...]) -> Record:
        fields: dict[str, Any] = {}
        for (name, read), value in zip(COLUMNS.items(), row, strict=True):
            try:
                fields[name] = read(value)
                if name == "host":
                    fields[name] = self._hosts.host(fields[name])
            except ValueError:
                raise damaged(self._path, f"a result's {name} is invalid") from None
        lurd = fields["lurd"]
        if (fields["moves"], fields["pushes"]) != (len(lurd), sum(map(str.isupper, lurd))):
            raise damaged(self._path, "a result's lurd does not match its moves and pushes")
        return _to_record(fields)


def _to_row(record: Record) -> list[object]:
    """All columns but the host, which is stored as a number."""
    result = record.result
    plain = {
        **{name: getattr(result, name) for name in RESULT},
        "outcome": result.outcome.value,
        "reason": result.reason and result.reason.value,
    }
    key = (record.key.collection, record.key.index, record.key.level_hash)
    rest = (record.trajectory_length, record.attempts, record.recorded_at, record.taken_from)
    return [*key, *plain.values(), *rest]


def _to_record(fields: Mapping[str, Any]) -> Record:
    return Record(
        key=LevelKey(*(fields[name] for name in KEY)),
        result=Result(**{name: fields[name] for name in RESULT}),
        trajectory_length=fields["trajectory_length"],
        attempts=fields["attempts"],
        recorded_at=fields["recorded_at"],
        taken_from=fields["taken_from"],
        host=fields["host"],
    )


def _now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds")
