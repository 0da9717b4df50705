"""A store that was cut short or has a wrong byte is refused; nothing of it is lost in silence."""

from __future__ import annotations

import os
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rearview import Limit, Outcome, Result, StoreError
from rearview.bench.configuration import Configuration
from rearview.bench.record import LevelKey, Record
from rearview.bench.store import Run, Store
from rearview.search import Search

CONFIGURATION = Configuration.of(Search(limit=Limit(5), seed=7))
SOLVED = Result(Outcome.SOLVED, lurd="rR" * 50, moves=100, pushes=50, seconds=0.25)
RESULTS = 12

Content = list[tuple[Run, list[Record]]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.db"


@pytest.fixture
def whole(path: Path) -> bytes:
    """The file of a store with a run and some results."""
    fill(path, RESULTS)
    return path.read_bytes()


def fill(path: Path, results: int) -> None:
    with Store(path) as store:
        run = store.begin(CONFIGURATION, resume=False).number
        for index in range(1, results + 1):
            store.record(run, LevelKey("set", index, "ab" * 32), SOLVED, attempts=1)


def content(path: Path, read_only: bool) -> Content:
    with Store(path, read_only) as store:
        return [(run, store.records(run.number)) for run in store.runs()]


def put(path: Path, data: bytes) -> None:
    """A store of this one file."""
    for file in path.parent.iterdir():
        file.unlink()
    path.write_bytes(data)


@pytest.mark.parametrize("read_only", [True, False])
def test_a_store_that_was_cut_short_is_refused(path: Path, whole: bytes, read_only: bool) -> None:
    for size in [1, 99, 511, 512, *range(600, len(whole), 487), len(whole) - 1]:
        put(path, whole[:size])
        with pytest.raises(
            StoreError, match=r"is damaged: .*(truncated|malformed)|not a results store"
        ):
            content(path, read_only)
        assert path.read_bytes() == whole[:size]


@pytest.mark.parametrize("read_only", [True, False])
def test_a_wrong_byte_is_harmless_or_refused_and_loses_nothing(
    path: Path, whole: bytes, read_only: bool
) -> None:
    refused = 0
    for offset in changed_bytes(whole):
        data = bytearray(whole)
        data[offset] ^= 0xFF
        put(path, bytes(data))
        try:
            runs = content(path, read_only)
        except StoreError:
            refused += 1
        else:
            assert [len(records) for _, records in runs] == [RESULTS], offset
    assert refused > 100


def changed_bytes(whole: bytes) -> Iterator[int]:
    """Some of the header and of everything that is not unused space."""
    yield from range(0, 112, 3)
    yield from (offset for offset in range(112, len(whole), 29) if whole[offset])


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b"CREATE TABLE runs", b"CR\xffATE TABLE runs", "a name in it is not text"),
        (b"CREATE TABLE runs", b"CREATE TABEL runs", "malformed database schema"),
        (b"lurd TEXT", b"lurd TEX_", "table results has the wrong definition"),
        (b"REFERENCES runs (id)", b"REFERENCES runs (ie)", "foreign key mismatch"),
    ],
)
def test_damage_to_the_definition_of_a_table_is_a_sentence(
    path: Path, whole: bytes, old: bytes, new: bytes, why: str
) -> None:
    assert old in whole
    for read_only in (True, False):
        put(path, whole.replace(old, new, 1))
        with pytest.raises(StoreError, match=f"is damaged: .*{why}"):
            content(path, read_only)


def test_a_result_of_no_run_is_damage(path: Path, whole: bytes) -> None:
    assert whole
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE results SET run = 2 WHERE level_index = 1")
        connection.commit()
    with pytest.raises(StoreError, match="it has results of a missing run"):
        Store(path, read_only=True)


def test_a_result_that_cannot_be_found_by_its_level_is_damage(path: Path, whole: bytes) -> None:
    # Results lie in the order of their levels: with another name, one is out of order.
    first = whole.rindex(b"setabab")
    put(path, whole[:first] + b"zzz" + whole[first + 3 :])
    with pytest.raises(StoreError, match="order"):
        Store(path, read_only=True)


@pytest.mark.parametrize("read_only", [True, False])
def test_what_a_killed_writer_left_is_damaged_when_its_file_is_cut(
    path: Path, tmp_path: Path, read_only: bool
) -> None:
    left = tmp_path / "left" / path.name
    left.parent.mkdir()
    fill(path, 40)
    with Store(path) as store:
        run = store.begin(CONFIGURATION, resume=False).number
        store.record(run, LevelKey("set", 1, "00"), SOLVED, attempts=1)
        file, log = (path.with_name(path.name + ending).read_bytes() for ending in ("", "-wal"))
    refused = 0
    for size in [0, *range(600, len(file), 1543), len(file)]:
        put(left, file[:size])
        left.with_name(f"{left.name}-wal").write_bytes(log)
        try:
            runs = content(left, read_only)
        except StoreError:
            refused += 1
        else:  # What is missing is in the log.
            assert [len(records) for _, records in runs] == [40, 1], size
    assert refused > 5


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def make_socket(path: Path) -> None:
    with closing(socket.socket(socket.AF_UNIX)) as one:
        one.bind(str(path))


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (Path.mkdir, "a folder"),
        (lambda path: path.symlink_to("/dev/null"), "a device"),
        (make_pipe, "a pipe"),
        (make_socket, "a socket"),
    ],
    ids=["folder", "device", "pipe", "socket"],
)
def test_says_what_it_is_if_it_is_not_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Callable[[Path], None], kind: str
) -> None:
    monkeypatch.chdir(tmp_path)  # A socket's path must be short.
    make(Path("results.db"))
    for read_only in (True, False):
        with pytest.raises(StoreError, match=f"this is {kind}, not a results store"):
            Store("results.db", read_only)
