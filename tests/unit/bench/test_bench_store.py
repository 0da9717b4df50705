"""The store: what goes in comes out, once for each level, and no foreign file is touched."""

from __future__ import annotations

import os
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from rearview import Limit, Outcome, Result, StopReason, StoreError, Strategy, Ties
from rearview.bench.configuration import Configuration
from rearview.bench.record import LevelKey
from rearview.bench.schema import APPLICATION_ID, VERSION
from rearview.bench.store import Store
from rearview.search import Search

SEARCH = Search(limit=Limit(5, backward_nodes=10), seed=7, strategy=Strategy(meeting=False))
CONFIGURATION = Configuration.of(SEARCH)
KEY = LevelKey("some levels.sok", 3, "ab" * 32)
SOLVED = Result(
    Outcome.SOLVED, lurd="rR", moves=2, pushes=1, seconds=0.25, backward_nodes=4,
    forward_nodes=5, backward_states=60, forward_states=70, backward_dead=1, forward_dead=2,
    backward_seconds=0.1, forward_seconds=0.05, rounds=1, met=True, cleared=True,
)  # fmt: skip
CRASHED = Result(Outcome.UNSOLVED, StopReason.CRASHED, error="was killed by signal 9")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.db"


def test_what_goes_in_comes_out(path: Path) -> None:
    with Store(path) as store:
        run = store.begin(CONFIGURATION, resume=False)
        put = store.record(run.number, KEY, SOLVED, attempts=1, trajectory_length=9)
    with Store(path, read_only=True) as store:
        assert store.run() == run
        assert store.run().configuration == CONFIGURATION
        assert list(store.records(run.number)) == [put]
        assert store.find(run.number, KEY) == put
        assert (put.result, put.trajectory_length) == (SOLVED, 9)


def test_a_record_is_there_for_others_the_moment_it_is_made(path: Path) -> None:
    with Store(path) as ours, Store(path) as theirs:
        run = ours.begin(CONFIGURATION, resume=False)
        ours.record(run.number, KEY, SOLVED, attempts=1)
        assert theirs.find(run.number, KEY) is not None


def test_a_crash_gives_way_to_the_second_attempt_and_a_result_to_nothing(path: Path) -> None:
    with Store(path) as store:
        run = store.begin(CONFIGURATION, resume=False).number
        assert not store.record(run, KEY, CRASHED, attempts=1).is_settled
        assert store.record(run, KEY, SOLVED, attempts=2).is_settled
        store.record(run, KEY, CRASHED, attempts=3)
        (kept,) = store.records(run)
        assert (kept.result, kept.attempts) == (SOLVED, 2)
        assert store.record(run, LevelKey("x", 1, "00"), CRASHED, attempts=2).is_settled


def test_levels_are_told_apart_by_place(path: Path) -> None:
    keys = [LevelKey("a", 1, "00"), LevelKey("a", 2, "00"), LevelKey("b", 1, "00")]
    with Store(path) as store:
        run = store.begin(CONFIGURATION, resume=False).number
        for key in reversed(keys):
            store.record(run, key, SOLVED, attempts=1)
        assert [record.key for record in store.records(run)] == keys


def test_of_several_drawings_in_one_place_the_newest_counts(path: Path) -> None:
    first, second = LevelKey("a", 1, "11"), LevelKey("a", 1, "00")
    with Store(path) as store:
        run = store.begin(CONFIGURATION, resume=False).number
        for key in (first, second):
            store.record(run, key, SOLVED, attempts=1)
    with sqlite3.connect(path) as connection:
        later = "2099-01-31T12:00:00.000+00:00"
        connection.execute("UPDATE results SET recorded_at = ? WHERE level_hash = '11'", [later])
    connection.close()
    with Store(path) as store:
        assert [record.key for record in store.records(run)] == [first]
        for key in (first, second):
            found = store.find(run, key)
            assert found is not None
            assert found.key == first


def test_resuming_goes_on_with_the_last_run_of_the_same_configuration(path: Path) -> None:
    other = Configuration.of(Search(limit=Limit(6), seed=7))
    with Store(path) as store:
        assert store.begin(CONFIGURATION, resume=True).number == 1
        assert store.begin(CONFIGURATION, resume=False).number == 2
        assert store.begin(other, resume=True).number == 3
        assert store.begin(CONFIGURATION, resume=True).number == 2
        assert [run.configuration for run in store.runs()] == [CONFIGURATION, CONFIGURATION, other]


def test_an_unsolved_result_gives_way_to_a_later_attempt_only(path: Path) -> None:
    unsolved = Result(Outcome.UNSOLVED, StopReason.TIME, seconds=5.0)
    with Store(path) as store:
        run = store.begin(CONFIGURATION, resume=False).number
        store.record(run, KEY, unsolved, attempts=1)
        store.record(run, KEY, CRASHED, attempts=1)
        assert store.records(run)[0].result == unsolved
        store.record(run, KEY, SOLVED, attempts=2)
        assert (store.records(run)[0].result, store.records(run)[0].attempts) == (SOLVED, 2)


def test_a_result_of_a_run_with_smaller_limits_is_marked_with_the_run_that_searched(
    path: Path,
) -> None:
    longer = [replace(CONFIGURATION, limit=Limit(n, backward_nodes=10)) for n in (10, 20)]
    with Store(path) as store:
        first = store.begin(CONFIGURATION, resume=False)
        found = store.record(first.number, KEY, SOLVED, attempts=1)
        smaller = store.last_smaller_run(longer[0])
        assert smaller == first
        second = store.begin(longer[0], resume=False, continues=first.number)
        taken = store.take(second.number, found, first.number)
        third = store.begin(longer[1], resume=False, continues=second.number)
        store.take(third.number, taken, second.number)
        assert store.extended_runs(third) == [2, 1]
        assert store.runs() == [first, second, third]
        for run, source in ((1, None), (2, 1), (3, 1)):
            (record,) = store.records(run)
            assert (record.result, record.taken_from) == (SOLVED, source)
        # Who wants results of these limits alone gets a run of their own.
        assert store.begin(longer[0], resume=True).number == 4
        assert store.last_smaller_run(CONFIGURATION) is None


def test_keeps_what_was_proven(path: Path) -> None:
    proven = replace(SOLVED, is_optimal=True, lower_bound=SOLVED.pushes)
    for result in (proven, SOLVED):
        with Store(path) as store:
            run = store.begin(CONFIGURATION, resume=False).number
            store.record(run, KEY, result, attempts=1)
            (record,) = store.records(run)
        assert record.result.is_optimal == result.is_optimal
        assert record.result.lower_bound == result.lower_bound


def test_a_run_that_continues_a_later_one_is_damage(path: Path) -> None:
    damage(path, "UPDATE runs SET continues = 1")
    with (
        Store(path) as store,
        pytest.raises(StoreError, match="damaged: the configuration of a run"),
    ):
        store.runs()


@pytest.mark.parametrize("read_only", [True, False])
def test_reads_a_store_of_every_older_version(path: Path, data: Path, read_only: bool) -> None:
    kept = sorted((data / "stores").iterdir())
    assert [file.name for file in kept] == [f"version-{n}.db" for n in range(1, VERSION)]
    for file in kept:
        path.write_bytes(file.read_bytes())
        with Store(path, read_only) as store:
            assert [(run.configuration.seed, run.continues) for run in store.runs()] == [
                (0, None), (1, None)
            ]  # fmt: skip
            first = store.records(1)
            assert [record.key.name for record in first] == [
                "microban:1", "microban:2", "microban:3", "sasquatch1:50"
            ]  # fmt: skip
            assert [bool(record.result) for record in first] == [True, True, True, False]
            assert {record.taken_from for record in first} == {None}
            assert all(record.result.forward_states == 0 for record in first)
            assert {run.configuration.ties for run in store.runs()} == {Ties.NEAREST}
            assert store.find(2, store.records(2)[0].key) is not None
        assert (path.read_bytes() == file.read_bytes()) is read_only


def test_names_the_runs_there_are(path: Path) -> None:
    with Store(path) as store:
        with pytest.raises(StoreError, match="has no runs yet"):
            store.run()
        store.begin(CONFIGURATION, resume=False)
        with pytest.raises(StoreError, match="no run 2; it has 1"):
            store.run(2)


def damage(path: Path, statement: str, *values: object) -> None:
    """A store with one run and one result, and what somebody has done to it."""
    with Store(path) as store:
        run = store.begin(CONFIGURATION, resume=False).number
        store.record(run, KEY, SOLVED, attempts=1)
    with sqlite3.connect(path) as connection:
        connection.execute(statement, values)
    connection.execute("PRAGMA journal_mode = DELETE")  # For a store of one file.
    connection.close()


@pytest.mark.parametrize(
    "text",
    [
        "", "{}", "[]", '{"seconds": "x"}', "[" * 100_000, b"{}",
        CONFIGURATION.to_json().replace('"seed": 7', '"seed": "seven"'),
        CONFIGURATION.to_json().replace('"version": "', '"version": "\\u001b[2J'),
        CONFIGURATION.to_json().replace('"detectors": [', '"detectors": [7, '),
    ],
)  # fmt: skip
def test_a_run_that_makes_no_sense_is_a_sentence(path: Path, text: str | bytes) -> None:
    damage(path, "UPDATE runs SET configuration = ?", text)
    with (
        Store(path) as store,
        pytest.raises(StoreError, match="damaged: the configuration of a run"),
    ):
        store.runs()


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("outcome", "'splendid'"), ("reason", "'boredom'"), ("moves", "'many'"), ("met", "'yes'"),
        ("pushes", "-1"), ("seconds", "'long'"), ("seconds", "9e999"), ("lurd", "x'ff'"),
        ("recorded_at", "x'00'"), ("attempts", "1.5"), ("attempts", "0"), ("lurd", "'rX'"),
        ("recorded_at", "'yesterday'"), ("recorded_at", "'2026-01-31'||char(27)||'12:00:00.000'"),
    ],
)  # fmt: skip
def test_a_result_that_makes_no_sense_is_a_sentence(path: Path, column: str, value: str) -> None:
    damage(path, f"UPDATE results SET {column} = {value}")
    why = f"is damaged: a result's {column} is invalid"
    with Store(path) as store:
        with pytest.raises(StoreError, match=why):
            list(store.records(1))
        with pytest.raises(StoreError, match=why):
            store.find(1, KEY)


def test_levels_are_counted_from_1(path: Path) -> None:
    damage(path, "UPDATE results SET level_index = 0")
    with Store(path) as store, pytest.raises(StoreError, match="level_index is invalid"):
        store.records(1)


@pytest.mark.parametrize("change", ["moves = 3", "pushes = 2", "lurd = ''", "lurd = 'r'"])
def test_a_solution_has_as_many_moves_and_pushes_as_its_row_says(path: Path, change: str) -> None:
    damage(path, f"UPDATE results SET {change}")
    with (
        Store(path) as store,
        pytest.raises(StoreError, match="not match its moves and pushes"),
    ):
        store.records(1)


def test_a_run_that_began_at_no_time_is_a_sentence(path: Path) -> None:
    damage(path, "UPDATE runs SET started_at = char(27) || '[2J'")
    with (
        Store(path) as store,
        pytest.raises(StoreError, match="damaged: the configuration of a run"),
    ):
        store.runs()


def test_text_that_is_no_unicode_is_a_sentence(path: Path) -> None:
    damage(path, "UPDATE results SET error = CAST(x'ff' AS TEXT)")
    with Store(path) as store, pytest.raises(StoreError, match=r"is damaged: .*UTF-8"):
        list(store.records(1))


@pytest.mark.parametrize("version", [0, -1])
def test_a_full_store_of_no_version_is_damaged_and_left_as_it_is(path: Path, version: int) -> None:
    damage(path, f"PRAGMA user_version = {version}")
    assert_refused(path, f"is damaged: it has tables and version {version}")


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("DROP TABLE results", "column attempts of table results is missing"),
        ("ALTER TABLE results RENAME lurd TO moved", "column lurd of table results is missing"),
        ("ALTER TABLE runs DROP COLUMN started_at", "column started_at of table runs is missing"),
    ],
)
def test_a_store_without_all_its_columns_is_damaged_and_left_as_it_is(
    path: Path, statement: str, why: str
) -> None:
    damage(path, statement)
    assert_refused(path, f"is damaged: {why}")


def test_nothing_is_written_to_a_store_with_a_damaged_page(path: Path) -> None:
    damage(path, "CREATE TABLE more AS SELECT randomblob(9999)")
    with path.open("r+b") as file:
        file.seek(-4096, os.SEEK_END)
        file.write(b"\xff" * 4096)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="is damaged"):
        Store(path)
    assert path.read_bytes() == before


def test_an_empty_file_becomes_a_store(path: Path) -> None:
    path.touch()
    with Store(path) as store:
        store.check()
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


def test_refuses_a_newer_store_and_leaves_it_as_it_is(path: Path) -> None:
    Store(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
        connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    assert_refused(path, f"has version {VERSION + 1}; this rearview supports up to {VERSION}")


def test_refuses_another_programs_database_and_leaves_it_as_it_is(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE precious (thing)")
    connection.close()
    assert_refused(path, "this is another program's database")


@pytest.mark.parametrize(
    "content", [b"x", b"\n", b"precious", b"#####\n" * 1000, b"SQLite format 3\0 not"]
)
def test_refuses_a_file_that_is_no_store_and_leaves_it_as_it_is(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert_refused(path, "not a results store")


def assert_refused(path: Path, why: str) -> None:
    before = path.read_bytes()
    for read_only in (False, True):
        with pytest.raises(StoreError, match=why):
            Store(path, read_only)
        assert path.read_bytes() == before
        assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_refuses_what_is_not_there_and_what_cannot_be(path: Path) -> None:
    with pytest.raises(StoreError, match="no such file"):
        Store(path, read_only=True)
    assert not path.exists()
    with pytest.raises(StoreError, match="unable to open database file"):
        Store(path / "below.db")
    for read_only in (False, True):
        with pytest.raises(StoreError, match="this is a folder, not a results store"):
            Store(path.parent, read_only)


def test_reading_leaves_an_empty_file_empty(path: Path) -> None:
    path.touch()
    with pytest.raises(StoreError, match="this file is empty, not a results store"):
        Store(path, read_only=True)
    assert path.read_bytes() == b""


def test_reading_changes_nothing_and_sees_what_is_written_meanwhile(path: Path) -> None:
    with Store(path) as ours, Store(path, read_only=True) as theirs:
        run = ours.begin(CONFIGURATION, resume=False).number
        assert [one.number for one in theirs.runs()] == [run]
        with pytest.raises(StoreError, match="readonly"):
            theirs.record(run, KEY, SOLVED, attempts=1)


def test_reads_in_a_folder_in_which_nothing_can_be_made(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store(path) as store:
        run = store.begin(CONFIGURATION, resume=False)
    # By word only: root may write anywhere, and tests may run as root.
    monkeypatch.setattr(os, "access", lambda *_: False)
    with Store(path, read_only=True) as store:
        assert store.runs() == [run]
        assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_reads_what_a_killed_writer_left_in_its_log(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = tmp_path / "left"
    left.mkdir()
    with Store(path) as store:
        run = store.begin(CONFIGURATION, resume=False)
        for file in tmp_path.glob("results.db*"):
            (left / file.name).write_bytes(file.read_bytes())
    monkeypatch.setattr(os, "access", lambda *_: False)
    with Store(left / path.name, read_only=True) as store:
        assert store.runs() == [run]


def test_a_name_that_sqlite_knows_is_a_file_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Store(":memory:").close()
    assert (tmp_path / ":memory:").is_file()
