"""Whether a file is a store, whole and as rearview wrote it; what is wrong becomes a StoreError.

SQLite notices damage only where it reads, and takes what is missing at the end of a file for zeros:
without these checks a store that was cut short would look like one with fewer results.
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
"""Of a page of SQLite."""
_NO_STORE: Final = "not a results store"
_NOT_TEXT: Final = "a name in it is not text"
_DAMAGE: Final = ("malformed", "decode", "foreign key mismatch")
"""What SQLite says of a file that has what no rearview has written."""
_KINDS: Final = {
    stat.S_IFDIR: "a folder",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
}


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """What SQLite complains about, as a StoreError."""
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
    """What to raise when a store has what no rearview has written."""
    return StoreError(f"{path} is damaged: {why}")


def log_of(path: Path) -> Path:
    """Where SQLite keeps what it has not yet moved into the file."""
    return path.with_name(f"{path.name}-wal")


def check_file(path: Path, read_only: bool) -> None:
    """Before SQLite opens it: raises StoreError for what cannot be a store, nor become one."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        if read_only:
            raise StoreError(f"{path}: no such file") from None
        return
    if not stat.S_ISREG(found.st_mode):
        kind = _KINDS.get(stat.S_IFMT(found.st_mode), "not a regular file")
        raise StoreError(f"{path}: this is {kind}, not a result store")
    # SQLite takes a file of one byte for an empty one, and would write over it.
    if 0 < found.st_size < _LEAST_BYTES:
        raise StoreError(f"{path}: {_NO_STORE}")
    # SQLite would throw the log away.
    if found.st_size == 0 and _size(log_of(path)):
        raise damaged(path, "it is empty, but its write-ahead log is not")


def read_version(connection: sqlite3.Connection, path: Path) -> int:
    """Raises StoreError unless this is a store that can be used, or an empty file.

    Within a transaction only: else somebody may make the store between two of these questions.
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
    """Whether all is there and hangs together.

    This takes 20 ms for 5,000 results, and reading them several times that. Within a transaction
    only, for what is there must not change meanwhile.
    """
    assert connection.in_transaction
    (page_bytes,) = connection.execute("PRAGMA page_size").fetchone()
    (page_count,) = connection.execute("PRAGMA page_count").fetchone()
    # Pages that are only in the log need not be in the file.
    if not _size(log_of(path)) and path.stat().st_size < page_bytes * page_count:
        raise damaged(path, "it is truncated")
    (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise damaged(path, " ".join(verdict.split()))
    if connection.execute("PRAGMA foreign_key_check").fetchone():
        raise damaged(path, "it has results of a missing run")


def check_tables(connection: sqlite3.Connection, path: Path) -> None:
    """Whether tables of the newest version are what they should be."""
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
    """Table, name and place in the primary key of each."""
    return set(
        connection.execute(
            "SELECT tables.name, columns.name, columns.pk "
            "FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns"
        )
    )


def _definitions(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    """Table and SQL of each, however it is indented."""
    rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
    return {(name, " ".join(sql.split())) for name, sql in rows}


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
