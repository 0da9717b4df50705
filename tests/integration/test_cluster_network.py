"""A batch on a cluster when the network fails: what is under way is lost, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed")

from distributed import Client

from batches import LEVELS, NODES, rows, rows_of_jobs, run, start, until_kept
from clusters import TestCluster, until, wait_for
from network import Link
from rearview.errors import ClusterError
from rearview.parallel.cluster.pool import ClusterPool


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    return rows_of_jobs(tmp_path_factory.mktemp("jobs"))


@pytest.mark.parametrize(
    ("fail", "complaint"),
    [
        (Link.hold, "the cluster's scheduler does not answer any more: "),
        (Link.reset, "the connection to the cluster's scheduler is lost, "),
    ],
    ids=["cut", "reset"],
)
def test_resumes_when_the_client_had_lost_the_network(
    expected: list[dict[str, Any]], tmp_path: Path, fail: Callable[[Link], None], complaint: str
) -> None:
    store = tmp_path / "results.db"
    with TestCluster(tmp_path) as cluster, Link(cluster.address) as link:
        cluster.start_worker()
        options = ("--store", str(store), *NODES, "--cluster", link.address)
        patience = {"DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "2s"}
        with start("bench", LEVELS, *options, **patience) as runner:
            until_kept(store, 3, runner)
            fail(link)
            _, err = runner.communicate()
        assert runner.returncode == 2
        assert f"rearview: {complaint}" in err
        assert err.endswith("results.db has the results so far, and --resume continues run 1\n")
        assert 3 <= len(rows(store)) < 24
        link.let_go()
        assert run("bench", LEVELS, *options, "--resume").returncode == 1
    assert rows(store) == expected


@pytest.mark.parametrize("fail", [Link.hold, Link.reset], ids=["cut", "reset"])
def test_a_worker_that_loses_the_network_changes_nothing(
    expected: list[dict[str, Any]], tmp_path: Path, fail: Callable[[Link], None]
) -> None:
    """Its levels go to another: at once, or when it was silent for 5 s, Dask's least patience."""
    store = tmp_path / "results.db"
    with TestCluster(tmp_path, worker_ttl="1s") as cluster, Link(cluster.address) as link:
        cluster.start_worker(scheduler=link.address)
        options = ("--store", str(store), *NODES, "--cluster", cluster.address)
        with start("bench", LEVELS, *options) as runner:
            until_kept(store, 3, runner)
            fail(link)
            cluster.start_worker()
            runner.communicate()
    assert runner.returncode == 1
    assert rows(store) == expected


def test_an_answer_that_is_lost_on_its_way_is_fetched_again(tmp_path: Path) -> None:
    assert answer_of_one_call(tmp_path, lost=b"gather") == [("one", 1)]


def test_an_answer_that_is_lost_with_the_connection_ends_the_wait(tmp_path: Path) -> None:
    with pytest.raises(ClusterError, match="scheduler is lost"):
        answer_of_one_call(tmp_path, lost=b"")


def answer_of_one_call(folder: Path, lost: bytes) -> list[tuple[Any, Any]]:
    """When connections are reset while the client asks for it: those that hold such a message."""
    with (
        TestCluster(folder) as cluster,
        Link(cluster.address) as link,
        Client(link.address, set_as_default=False, timeout=60) as client,
    ):
        cluster.start_worker()
        client.wait_for_workers(1)
        with ClusterPool(client) as pool:
            go = folder / "go"
            pool.give("one", partial(wait_for, go))
            until(folder / "go.begun")
            link.hold("there")
            go.touch()
            link.until_holding(b"gather")
            link.reset(lost)
            return pool.wait()
