"""Checks that a file is an intact store; problems become a StoreError.

SQLite notices damage only where it reads, and treats missing pages at the end as zeros: without
these checks, a truncated store would look like one with fewer results.
"""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import chain
from pathlib import Path
from typing import Final

from rearview.bench.schema import APPLICATION_ID, MIGRATIONS, VERSION
from rearview.errors import StoreError

_LEAST_BYTES: Final = 512
"""The smallest page of SQLite."""
_NO_STORE: Final = "not a results store"
_NOT_TEXT: Final = "a name in it is not text"
_DAMAGE: Final = ("malformed", "decode", "foreign key mismatch")
"""What SQLite says about a file that rearview did not write."""
_KINDS: Final = {
    stat.S_IFDIR: "a folder",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
}


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """An error of SQLite as a StoreError."""
    try:
        yield
    except UnicodeDecodeError:  # Of a message that quotes the file.
        raise damaged(path, _NOT_TEXT) from None
    except sqlite3.Error as error:
        why = str(error)
        if not why:  # The same before Python 3.11.
            raise damaged(path, _NOT_TEXT) from None
        if any(word in why for word in _DAMAGE):
            raise damaged(path, why) from None
        raise StoreError(f"{path}: {_NO_STORE if 'not a database' in why else why}") from None


def damaged(path: Path, why: str) -> StoreError:
    """The error for a store with content that rearview did not write."""
    return StoreError(f"{path} is damaged: {why}")


def log_of(path: Path) -> Path:
    """Where SQLite keeps changes that are not in the file yet."""
    return path.with_name(f"{path.name}-wal")


def check_file(path: Path, read_only: bool) -> None:
    """Before SQLite opens it: raises StoreError for what cannot be or become a store."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        if read_only:
            raise StoreError(f"{path}: no such file") from None
        return
    if not stat.S_ISREG(found.st_mode):
        kind = _KINDS.get(stat.S_IFMT(found.st_mode), "not a regular file")
        raise StoreError(f"{path}: this is {kind}, not a results store")
    # SQLite treats a file of one byte as empty, and would overwrite it.
    if 0 < found.st_size < _LEAST_BYTES:
        raise StoreError(f"{path}: {_NO_STORE}")
    # SQLite would delete the log.
    if found.st_size == 0 and _size(log_of(path)):
        raise damaged(path, "it is empty, but its write-ahead log is not")


def read_version(connection: sqlite3.Connection, path: Path) -> int:
    """Raises StoreError unless this is a usable store, or an empty file.

    Only within a transaction: otherwise another process may create the store between two of these
    queries.
    """
    assert connection.in_transaction
    (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application_id != APPLICATION_ID and (application_id or version or tables):
        raise StoreError(f"{path}: this is another program's database")
    if version < 0 or (version == 0 and tables):
        raise damaged(path, f"it has tables and version {version}")
    if version > VERSION:
        raise StoreError(
            f"{path}: this store has version {version}; this rearview supports up to {VERSION}"
        )
    return int(version)


def check_pages(connection: sqlite3.Connection, path: Path) -> None:
    """Raises StoreError unless the store is complete and consistent.

    This takes 20 ms for 5,000 results; reading them takes several times that. Only within a
    transaction, so that the content does not change meanwhile.
    """
    assert connection.in_transaction
    (page_bytes,) = connection.execute("PRAGMA page_size").fetchone()
    (page_count,) = connection.execute("PRAGMA page_count").fetchone()
    # Pages that are only in the log may be missing in the file.
    if not _size(log_of(path)) and path.stat().st_size < page_bytes * page_count:
        raise damaged(path, "it is truncated")
    (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise damaged(path, " ".join(verdict.split()))
    if connection.execute("PRAGMA foreign_key_check").fetchone():
        raise damaged(path, "it has results of a missing run")


def check_tables(connection: sqlite3.Connection, path: Path) -> None:
    """Checks the tables of the newest version."""
    with closing(sqlite3.connect(":memory:")) as sound:
        for statement in chain.from_iterable(MIGRATIONS):
            sound.execute(statement)
        missing = _columns(sound) - _columns(connection)
        changed = _definitions(sound) - _definitions(connection)
    if missing:
        table, column, _ = min(missing)
        raise damaged(path, f"column {column} of table {table} is missing or has the wrong type")
    if changed:
        raise damaged(path, f"table {min(changed)[0]} has the wrong definition")


def _columns(connection: sqlite3.Connection) -> set[tuple[str, str, int]]:
    """Table, name and place in the primary key of each column."""
    return set(
        connection.execute(
            "SELECT tables.name, columns.name, columns.pk "
            "FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns"
        )
    )


def _definitions(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    """Table and SQL of each table, without indentation."""
    rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
    return {(name, " ".join(sql.split())) for name, sql in rows}


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
