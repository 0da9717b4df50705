"""`--cluster`: what comes out is what `--jobs` gives, whatever dies on the way."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import Any

import pytest

pytest.importorskip("distributed")

from distributed import Client

from batches import LEVELS, NODES, rows, rows_of_jobs, run, start, until_kept
from clusters import TestCluster
from drawn_levels import HARD
from rearview import (
    ArgumentError,
    ClusterError,
    Limit,
    OptionError,
    StopReason,
    load_levels,
    solve_many,
)
from rearview.bench.store import Store


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    return rows_of_jobs(tmp_path_factory.mktemp("jobs"))


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
        (1, f"rearview: cluster {cluster.address} has no workers yet: waiting for them"),
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
    assert line.startswith("rearview: the connection to the cluster's scheduler is lost")
    assert line.endswith("results.db has the results so far, and --resume continues run 1")
    kept = rows(store)
    assert 3 <= len(kept) < 24
    cluster.restart_scheduler()
    cluster.start_worker()
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


@pytest.mark.parametrize(
    ("threads", "memory", "most"),
    # Of a small limit, the worker's own process needs a good part.
    [(2, "1GiB", 307), (1, "300MiB", 125)],
)
def test_more_memory_than_a_worker_has_is_refused(
    cluster: TestCluster, threads: int, memory: str, most: int
) -> None:
    cluster.start_worker(threads=threads, memory=memory)
    options = ("microban:1-3", "--cluster", cluster.address, *NODES, "--memory")
    ran = run("solve", *options, str(most + 1))
    assert ran.returncode == 2
    assert f"{most + 1} MB per level is too much for worker tcp://127.0.0.1:" in ran.stderr
    assert ran.stderr.endswith(f": it allows {most} MB per search\n")
    assert run("solve", *options, str(most)).returncode == 0


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
    with pytest.raises(ClusterError, match="no connection to a cluster: it is closed"):
        list(solve_many(levels, client=client))
    with pytest.raises(ArgumentError, match="client must be a Client"):
        list(solve_many(levels, client="tcp://127.0.0.1:8786"))  # type: ignore[arg-type]


def test_a_client_that_is_closed_or_asynchronous_is_refused(cluster: TestCluster) -> None:
    cluster.start_worker()
    levels = load_levels("microban:1-9")
    with Client(cluster.address, set_as_default=False, timeout=60) as client:
        results = solve_many(levels, client=client)
        next(results)
    with pytest.raises(ClusterError, match="connection to the cluster's scheduler is lost"):
        list(results)

    async def solve() -> None:
        async with Client(cluster.address, asynchronous=True, set_as_default=False) as client:
            list(solve_many(levels, client=client))

    with pytest.raises(ArgumentError, match="client must not be asynchronous"):
        asyncio.run(solve())


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
    store = tmp_path / "a.db"
    ran = run("bench", "microban:1", "--store", str(store), "--cluster", "carrier://x")
    assert (ran.returncode, store.exists()) == (2, False)
    assert ran.stderr.startswith("rearview: there is no Dask scheduler at carrier://x: ")
    assert ran.stderr.count("\n") == 1
    ran = run("solve", "microban:1", "--cluster", "tcp://127.0.0.1:1", "--jobs", "2")
    assert ran.returncode == 2
    assert "--jobs cannot be used with cluster tcp://127.0.0.1:1" in ran.stderr


def test_an_address_of_the_environment_is_named_as_such_and_jobs_do_without() -> None:
    ran = run("solve", "microban:1", DASK_SCHEDULER_ADDRESS="nowhere")
    assert ran.returncode == 2
    assert ran.stderr.startswith("rearview: there is no Dask scheduler at nowhere: ")
    assert ran.stderr.endswith(
        "(the address is from $DASK_SCHEDULER_ADDRESS; --jobs 1 uses this machine)\n"
    )
    assert (
        run("solve", "microban:1", "--jobs", "1", DASK_SCHEDULER_ADDRESS="nowhere").returncode == 0
    )


def test_a_configuration_of_dask_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "dask.yaml").write_text("distributed: [", encoding="utf-8")
    ran = run("solve", "microban:1", "--cluster", "local", DASK_CONFIG=str(tmp_path))
    assert ran.returncode == 2
    assert ran.stderr.startswith("rearview: Dask cannot be loaded: ")
    assert ran.stderr.count("\n") == 1
