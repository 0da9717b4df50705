"""The store's file: SQLite, its tables, and how old files become new ones.

    runs     id, configuration (JSON, see configuration.py), started_at
    results  one row per run and level: who (collection, level_index, level_hash), what became of
             it (outcome ... error), what it took (seconds ... rounds), attempts, recorded_at

The file says what it is (`application_id`) and in which version (`user_version`). To change the
tables, add a step to MIGRATIONS, and a file of the version before to the tests.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import chain
from pathlib import Path
from typing import Final

from rearview.errors import StoreError

APPLICATION_ID: Final = 0x52454152
"""`REAR`."""

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        """
        CREATE TABLE runs (
            id INTEGER PRIMARY KEY,
            configuration TEXT NOT NULL,
            started_at TEXT NOT NULL
        )
        """,
        """
        CREATE TABLE results (
            run INTEGER NOT NULL REFERENCES runs (id),
            collection TEXT NOT NULL,
            level_index INTEGER NOT NULL,
            level_hash TEXT NOT NULL,
            outcome TEXT NOT NULL,
            reason TEXT,
            error TEXT NOT NULL,
            lurd TEXT NOT NULL,
            moves INTEGER NOT NULL,
            pushes INTEGER NOT NULL,
            seconds REAL NOT NULL,
            backward_nodes INTEGER NOT NULL,
            forward_nodes INTEGER NOT NULL,
            backward_seconds REAL NOT NULL,
            forward_seconds REAL NOT NULL,
            rounds INTEGER NOT NULL,
            met INTEGER NOT NULL,
            cleared INTEGER NOT NULL,
            trajectory_length INTEGER NOT NULL,
            attempts INTEGER NOT NULL,
            recorded_at TEXT NOT NULL,
            PRIMARY KEY (run, collection, level_index, level_hash)
        ) WITHOUT ROWID
        """,
    ),
)
"""Step n brings a file of version n to version n + 1; version 0 is an empty file."""

VERSION: Final = len(MIGRATIONS)

_LEAST_BYTES = 512
"""Of a page of SQLite."""
_NO_STORE = "this is no store of results"
_SECONDS_TO_WAIT = 60.0
"""For another process that writes to the same store."""


def connect(path: Path, read_only: bool) -> sqlite3.Connection:
    """An open store of the newest version; unless it is only to be read, made if need be.

    Raises StoreError when the file is no store, or one of a newer rearview; it is not touched
    then. The path is absolute.
    """
    if path.is_dir():
        raise StoreError(f"{path}: this is a folder, and no store of results")
    if read_only and not path.is_file():
        raise StoreError(f"{path}: no such file")
    # SQLite takes a file of one byte for an empty one, and would write over it.
    if path.exists() and 0 < path.stat().st_size < _LEAST_BYTES:
        raise StoreError(f"{path}: {_NO_STORE}")
    with explained(path):
        connection = sqlite3.connect(
            f"{path.as_uri()}?{_access(path) if read_only else 'mode=rwc'}",
            timeout=_SECONDS_TO_WAIT,
            isolation_level=None,
            uri=True,
        )
        try:
            version = _version_of(connection, path)
            if read_only:
                _check_up_to_date(version, path)
                _check_tables(connection, path)
            else:
                _check_pages(connection, path)
                _migrate(connection, path)
                _check_tables(connection, path)
                _prepare_to_write(connection)
        except BaseException:
            connection.close()
            raise
    return connection


def files_of(path: str) -> list[str]:
    """The file of a store, and those in which SQLite has what is not in it yet, there or not."""
    return [os.path.realpath(path) + ending for ending in ("", "-wal", "-shm", "-journal")]


def _access(path: Path) -> str:
    """How to open a file that is only to be read.

    Who reads beside a writer shares an index with it, in a file next to the store. Where none can
    be made, and no log says that somebody writes, the file is read as one that nobody changes.
    """
    is_at_rest = not path.with_name(f"{path.name}-wal").exists()
    is_fixed = is_at_rest and not os.access(path.parent, os.W_OK)
    return "mode=ro&immutable=1" if is_fixed else "mode=ro"


def _prepare_to_write(connection: sqlite3.Connection) -> None:
    """Commits are safe from a killed process, as each goes to the write-ahead log at once.

    They are not forced to the disk one by one, so that a power cut may cost the last few.
    """
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """What SQLite complains about, as a StoreError."""
    try:
        yield
    except sqlite3.Error as error:
        why = str(error)
        if "malformed" in why or "decode" in why:
            raise damaged(path, why) from None
        raise StoreError(f"{path}: {_NO_STORE if 'not a database' in why else why}") from None


def damaged(path: Path, why: str) -> StoreError:
    """What to raise when a store has what no rearview has written."""
    return StoreError(f"{path} is damaged: {why}")


def _check_pages(connection: sqlite3.Connection, path: Path) -> None:
    """Nothing is added to a damaged file. For 5,000 results this takes 5 ms."""
    (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise damaged(path, verdict)


def _check_tables(connection: sqlite3.Connection, path: Path) -> None:
    with closing(sqlite3.connect(":memory:")) as sound:
        for statement in chain.from_iterable(MIGRATIONS):
            sound.execute(statement)
        missing = _columns(sound) - _columns(connection)
    if missing:
        table, column, _ = min(missing)
        raise damaged(path, f"there is no column {column} in a table {table}, or it is another")


def _columns(connection: sqlite3.Connection) -> set[tuple[str, str, int]]:
    """Table, name and place in the primary key of each."""
    return set(
        connection.execute(
            "SELECT tables.name, columns.name, columns.pk "
            "FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns"
        )
    )


def _check_up_to_date(version: int, path: Path) -> None:
    if version == 0:
        raise StoreError(f"{path}: this file is empty, and no store of results")
    if version < VERSION:
        raise StoreError(
            f"{path}: this store has version {version}; `rearview bench` brings it up to date"
        )


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    if _version_of(connection, path) == VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    # Again, now that nobody else can write: someone may have been faster.
    for step in MIGRATIONS[_version_of(connection, path) :]:
        for statement in step:
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute("COMMIT")


def _version_of(connection: sqlite3.Connection, path: Path) -> int:
    """Raises StoreError unless this is a store that can be used, or an empty file."""
    (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application_id != APPLICATION_ID and (application_id or version or tables):
        raise StoreError(f"{path}: this is a database of another program")
    if version < 0 or (version == 0 and tables):
        raise damaged(path, f"it has tables and version {version}")
    if version > VERSION:
        raise StoreError(
            f"{path}: this store has version {version}, and this rearview knows {VERSION} at most"
        )
    return int(version)
