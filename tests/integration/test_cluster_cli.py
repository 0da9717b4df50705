"""`--cluster`: what comes out is what `--jobs` gives, whatever dies on the way."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import sleep
from typing import Any

import pytest

pytest.importorskip("distributed")

from distributed import Client

from clusters import TestCluster
from drawn_levels import HARD
from rearview import ArgumentError, Limit, OptionError, StopReason, load_levels, solve_many
from rearview.bench.store import Store

LEVELS = "xsokoban:1-24"
NODES = ("--backward-nodes", "1000", "--forward-nodes", "3000")
UNLIKE = {"seconds", "backward_seconds", "forward_seconds", "recorded_at"}
"""What a store has that depends on when and how fast something was searched."""


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "rearview", *arguments]


def run(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments), capture_output=True, text=True, env={**os.environ, **settings}
    )


def start(*arguments: str, **settings: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command(*arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **settings},
    )


def rows(store: Path) -> list[dict[str, Any]]:
    """What a store has of its results, in the order in which it has them, but what is unlike."""
    with closing(sqlite3.connect(store)) as connection:
        connection.row_factory = sqlite3.Row
        found = connection.execute("SELECT * FROM results").fetchall()
    return [{name: row[name] for name in row.keys() if name not in UNLIKE} for row in found]  # noqa: SIM118


def until_kept(store: Path, count: int, runner: subprocess.Popen[str]) -> None:
    """Until a store has so many results, or the one who fills it has ended."""
    while runner.poll() is None:
        try:
            if len(rows(store)) >= count:
                return
        except sqlite3.Error:
            pass  # It is being made.
        sleep(0.02)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """What `--jobs` puts into a store."""
    store = tmp_path_factory.mktemp("jobs") / "results.db"
    assert run("bench", LEVELS, "--store", str(store), *NODES, "--jobs", "2").returncode == 1
    return rows(store)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[TestCluster]:
    with TestCluster(tmp_path) as cluster:
        yield cluster


def test_a_store_is_the_same_and_knows_the_hosts(
    cluster: TestCluster, expected: list[dict[str, Any]], tmp_path: Path
) -> None:
    for _ in range(2):
        cluster.start_worker()
    store = tmp_path / "results.db"
    ran = run(
        "bench", LEVELS, "--store", str(store), *NODES, DASK_SCHEDULER_ADDRESS=cluster.address
    )
    assert (ran.returncode, ran.stderr.replace("\n", "")) in [
        (1, ""),
        (1, f"rearview: the cluster {cluster.address} has no workers yet: waiting for them"),
    ]
    assert rows(store) == expected
    with Store(store, read_only=True) as opened:
        assert all(record.host and record.host.name for record in opened.records(1))


def test_a_killed_worker_changes_nothing(
    cluster: TestCluster, expected: list[dict[str, Any]], tmp_path: Path
) -> None:
    victim = cluster.start_worker()
    store = tmp_path / "results.db"
    options = ("--store", str(store), *NODES, "--cluster", cluster.address, "--json")
    with start("bench", LEVELS, *options) as runner:
        until_kept(store, 3, runner)
        victim.kill()
        cluster.start_worker()
        out, _ = runner.communicate()
    assert runner.returncode == 1
    assert rows(store) == expected
    assert len({json.loads(line)["index"] for line in out.splitlines()}) == 24


def test_resumes_when_the_scheduler_was_killed(
    cluster: TestCluster, expected: list[dict[str, Any]], tmp_path: Path
) -> None:
    cluster.start_worker()
    store = tmp_path / "results.db"
    options = ("--store", str(store), *NODES, "--cluster", cluster.address)
    with start("bench", LEVELS, *options) as runner:
        until_kept(store, 3, runner)
        cluster.kill_scheduler()
        _, err = runner.communicate()
    assert runner.returncode == 2
    (line,) = [one for one in err.splitlines() if "no workers yet" not in one]
    assert line.startswith("rearview: the cluster's scheduler is gone")
    assert line.endswith("results.db has the results so far, and --resume continues run 1")
    kept = rows(store)
    assert 3 <= len(kept) < 24
    cluster.restart_scheduler()
    cluster.start_worker()
    assert run("bench", LEVELS, *options, "--resume").returncode == 1
    assert rows(store) == expected


def test_resumes_when_the_network_was_cut(
    cluster: TestCluster, expected: list[dict[str, Any]], tmp_path: Path
) -> None:
    """A scheduler that is stopped says as little as one behind a cut: no connection ends."""
    cluster.start_worker()
    store = tmp_path / "results.db"
    options = ("--store", str(store), *NODES, "--cluster", cluster.address)
    patience = {"DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "1s"}
    with start("bench", LEVELS, *options, **patience) as runner:
        until_kept(store, 3, runner)
        cluster.scheduler.send_signal(signal.SIGSTOP)
        _, err = runner.communicate()
    assert runner.returncode == 2
    assert "rearview: the cluster's scheduler does not answer any more: " in err
    assert err.endswith("results.db has the results so far, and --resume continues run 1\n")
    assert 3 <= len(rows(store)) < 24
    cluster.scheduler.send_signal(signal.SIGCONT)
    assert run("bench", LEVELS, *options, "--resume").returncode == 1
    assert rows(store) == expected


def test_a_long_search_keeps_the_heartbeat_of_its_worker(tmp_path: Path) -> None:
    """Of a worker that is silent for 5 s Dask takes leave: at the least, whatever it is told."""
    with (
        TestCluster(tmp_path, worker_ttl="1s") as cluster,
        Client(cluster.address, set_as_default=False, timeout=60) as client,
    ):
        cluster.start_worker()
        client.wait_for_workers(1)
        (result,) = solve_many(load_levels(HARD), limit=Limit(seconds=7), client=client)
        assert result.reason is StopReason.TIME
        known = [event["action"] for _, event in client.get_events("scheduler")]
        assert "worker-ttl-timed-out" not in known


def test_more_memory_than_a_worker_has_is_refused(cluster: TestCluster) -> None:
    cluster.start_worker(threads=2, memory="1GiB")
    options = ("--cluster", cluster.address, *NODES)
    ran = run("solve", "microban:1-3", "--memory", "400", *options)
    assert ran.returncode == 2
    assert "400 MB for each level are too many for the worker tcp://127.0.0.1:" in ran.stderr
    assert ran.stderr.endswith(": its 2 threads may take 307 MB each\n")
    assert run("solve", "microban:1-3", "--memory", "300", *options).returncode == 0


def test_ctrl_c_and_a_killed_client_free_the_cluster(cluster: TestCluster) -> None:
    """A search that may take hours does not keep its worker when nobody waits for it."""
    cluster.start_worker()
    with Client(cluster.address, set_as_default=False, timeout=60) as client:
        client.wait_for_workers(1)
        options = ("--time-limit", "3600", "--cluster", cluster.address)
        for end, code in ((signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)):
            with start("solve", HARD, *options) as runner:
                while runner.poll() is None and not any(client.processing().values()):
                    sleep(0.05)
                runner.send_signal(end)
                _, err = runner.communicate()
            assert (runner.returncode, err) == (code, "")
            # The worker's only thread would make this wait for an hour.
            assert client.submit(abs, -1, pure=False).result() == 1


def test_solve_many_uses_a_client_that_it_leaves_open(cluster: TestCluster) -> None:
    cluster.start_worker(threads=2)
    levels = load_levels("microban:1-30")
    limit = Limit(backward_nodes=1_000, forward_nodes=1_000)
    with Client(cluster.address, set_as_default=False, timeout=60) as client:
        found = list(solve_many(levels, limit=limit, client=client))
        assert client.submit(abs, -1).result() == 1
        with pytest.raises(OptionError, match="jobs cannot be combined with client"):
            solve_many(levels, jobs=2, client=client)
    here = list(solve_many(levels, limit=limit))
    assert [(one.lurd, one.backward_nodes) for one in found] == [
        (one.lurd, one.backward_nodes) for one in here
    ]
    with pytest.raises(ArgumentError, match="client must be a Client"):
        list(solve_many(levels, client="tcp://127.0.0.1:8786"))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "command_line",
    [
        ("solve", "microban:1-8", *NODES),
        ("optimise", "microban:1-4", "--nodes", "1000", "--time-limit", "600"),
    ],
    ids=["solve", "optimise"],
)
def test_a_local_cluster_gives_what_jobs_give(command_line: tuple[str, ...]) -> None:
    what = (*command_line, "--json", "--jobs", "2")
    ran, here = run(*what, "--cluster", "local"), run(*what)
    assert (ran.returncode, ran.stderr) == (0, "")

    def results(text: str) -> list[dict[str, Any]]:
        return [{**json.loads(line), "seconds": 0} for line in text.splitlines()]

    assert results(ran.stdout) == results(here.stdout)


def test_what_cannot_be_reached_is_one_line(tmp_path: Path) -> None:
    ran = run("bench", "microban:1", "--store", str(tmp_path / "a.db"), "--cluster", "carrier://x")
    assert ran.returncode == 2
    assert ran.stderr.startswith("rearview: there is no Dask scheduler at carrier://x: ")
    assert ran.stderr.count("\n") == 1
    ran = run("solve", "microban:1", "--cluster", "tcp://127.0.0.1:1", "--jobs", "2")
    assert ran.returncode == 2
    assert "--jobs cannot be used with cluster tcp://127.0.0.1:1" in ran.stderr
