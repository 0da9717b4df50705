"""Any number of processes may make one store, or open it, at the same time."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path

from rearview import Limit
from rearview.bench.configuration import Configuration
from rearview.bench.store import Store
from rearview.search import Search

CONFIGURATION = Configuration.of(Search(limit=Limit(5), seed=7))
PROCESSES, STORES = 3, 16


def make_stores(folder: Path, together: Barrier) -> None:
    """In a process of its own: whatever is raised here is its exit code."""
    for number in range(STORES):
        together.wait(60)
        with Store(folder / f"{number}.db") as store:
            store.begin(CONFIGURATION, resume=False)


def test_all_who_make_a_store_at_once_have_a_run_in_it(tmp_path: Path) -> None:
    context = get_context("spawn")
    together = context.Barrier(PROCESSES)
    makers = [
        context.Process(target=make_stores, args=(tmp_path, together)) for _ in range(PROCESSES)
    ]
    for maker in makers:
        maker.start()
    for maker in makers:
        maker.join()
    assert [maker.exitcode for maker in makers] == [0] * PROCESSES
    for number in range(STORES):
        with Store(tmp_path / f"{number}.db", read_only=True) as store:
            assert [run.number for run in store.runs()] == list(range(1, PROCESSES + 1))


def test_waits_for_a_reader_of_a_store_that_is_just_made(tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    Store(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        # As it is made, a store has no log yet. Without one, readers keep others from adding it.
        reader.execute("PRAGMA journal_mode = DELETE")
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM runs").fetchall()
        opened: list[str] = []

        def open_store() -> None:
            with Store(path) as store:
                opened.append(str(len(store.runs())))

        writer = threading.Thread(target=open_store)
        writer.start()
        writer.join(0.2)
        assert writer.is_alive()
        reader.execute("COMMIT")
    writer.join(60)
    assert opened == ["0"]
