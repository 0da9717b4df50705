"""`connect`: open the file of a store, create it if missing, and upgrade it.

Any number of processes may do so at once: what belongs together is one transaction.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Final

from rearview.bench.integrity import (
    check_file,
    check_pages,
    check_tables,
    explained,
    log_of,
    read_version,
)
from rearview.bench.schema import APPLICATION_ID, MIGRATIONS, VERSION
from rearview.errors import StoreError

_SECONDS_TO_WAIT: Final = 60.0
"""For another process that writes to the same store."""
_SECONDS_BETWEEN_TRIES: Final = 0.01


def connect(path: Path, read_only: bool) -> sqlite3.Connection:
    """An open store of the newest version, created if missing unless it is opened read-only.

    Raises StoreError for a file that is not a store, is damaged, or comes from a newer rearview;
    the file is not changed then. The path is absolute.
    """
    check_file(path, read_only)
    with explained(path):
        connection = sqlite3.connect(
            f"{path.as_uri()}?{_access(path) if read_only else 'mode=rwc'}",
            timeout=_SECONDS_TO_WAIT,
            isolation_level=None,
            uri=True,
        )
        try:
            return (_ready_to_read if read_only else _ready_to_write)(connection, path)
        except BaseException:
            connection.close()
            raise


def files_of(path: str) -> list[str]:
    """The file of a store, and SQLite's files next to it, whether they exist or not."""
    return [os.path.realpath(path) + ending for ending in ("", "-wal", "-shm", "-journal")]


def _access(path: Path) -> str:
    """How to open a file read-only.

    A reader beside a writer shares an index with it, in a file next to the store. If that file
    cannot be created, and there is no log of a writer, the file is opened as immutable.
    """
    is_fixed = not log_of(path).exists() and not os.access(path.parent, os.W_OK)
    return "mode=ro&immutable=1" if is_fixed else "mode=ro"


def _ready_to_read(connection: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    version = _check(connection, path)
    if version == 0:
        raise StoreError(f"{path}: this file is empty, not a results store")
    if version < VERSION:
        connection = _copy_up_to_date(connection, path)
    check_tables(connection, path)
    return connection


def _ready_to_write(connection: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    """Configure a connection for writing.

    Commits survive a killed process, as each goes to the write-ahead log at once. They are not
    synced to the disk one by one, so a power cut may lose the last few.
    """
    if _check(connection, path) < VERSION:
        _migrate(connection, path)
    check_tables(connection, path)
    _use_log(connection)
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _check(connection: sqlite3.Connection, path: Path) -> int:
    """The version of an intact store, or 0 for an empty file."""
    with _transaction(connection, "DEFERRED"):
        version = read_version(connection, path)
        check_pages(connection, path)
    return version


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    with _transaction(connection, "IMMEDIATE"):
        # Again, now that no other process can write: another one may have been faster.
        for step in MIGRATIONS[read_version(connection, path) :]:
            for statement in step:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {VERSION}")


def _copy_up_to_date(connection: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    """In memory, as an older store must not be changed when it is only read."""
    copy = sqlite3.connect(":memory:", isolation_level=None)
    try:
        connection.backup(copy)
        _migrate(copy, path)
    except BaseException:
        copy.close()
        raise
    connection.close()
    return copy


def _use_log(connection: sqlite3.Connection) -> None:
    """Switch to write-ahead mode. SQLite itself does not wait for other processes here."""
    until = monotonic() + _SECONDS_TO_WAIT
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or monotonic() > until:
                raise
            sleep(_SECONDS_BETWEEN_TRIES)
        else:
            return


@contextmanager
def _transaction(connection: sqlite3.Connection, kind: str) -> Iterator[None]:
    connection.execute(f"BEGIN {kind}")
    try:
        yield
    except BaseException:
        if connection.in_transaction:  # SQLite may have ended it already.
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
