"""`ClusterPool`: the same answers as from processes, whatever dies in between."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from clusters import TestCluster, die, refuse, tell_and_wait, until, wait_for
from rearview import Limit, load_levels
from rearview.errors import ClusterError
from rearview.parallel.pool import Died, News
from rearview.search import Search
from rearview.solving import search_level

pytest.importorskip("distributed")

from distributed import Client

from rearview.parallel.cluster.connection import check_scheduler, check_versions
from rearview.parallel.cluster.pool import ClusterPool


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[TestCluster]:
    with TestCluster(tmp_path) as cluster:
        yield cluster


@pytest.fixture
def client(cluster: TestCluster) -> Iterator[Client]:
    with Client(cluster.address, set_as_default=False, timeout=60) as client:
        yield client


def run(
    client: Client, *calls: Callable[[], Any], once: Callable[[], None] | None = None
) -> dict[int, Any]:
    """All answers, by the number of the call; something is done once the first calls are given."""
    pool = ClusterPool(client)
    answers: dict[int, Any] = {}
    left = list(enumerate(calls))
    try:
        while len(answers) < len(calls):
            while left and pool.has_room:
                pool.give(*left.pop(0))
            if once:
                once()
                once = None
            for key, answer in pool.wait():
                assert key not in answers
                assert not isinstance(answer, News)
                answers[key] = answer
    finally:
        pool.close()
    return answers


def numbers(count: int) -> list[Callable[[], int]]:
    return [partial(abs, -number) for number in range(count)]


def test_answers_all_calls_and_raises_what_one_raises(cluster: TestCluster, client: Client) -> None:
    cluster.start_worker(threads=2)
    assert run(client, *numbers(5_000)) == {number: number for number in range(5_000)}
    with pytest.raises(ValueError, match="no"):
        run(client, refuse)


def test_news_of_a_call_come_before_its_answer(
    cluster: TestCluster, client: Client, tmp_path: Path
) -> None:
    cluster.start_worker(threads=1)
    pool = ClusterPool(client)
    heard: list[tuple[object, object]] = []
    try:
        pool.give("key", partial(tell_and_wait, tmp_path / "go on"))
        while ("key", News("soon")) not in heard:
            heard += pool.wait()
        (tmp_path / "go on").touch()
        while len(heard) < 2:
            heard += pool.wait()
    finally:
        pool.close()
    assert heard == [("key", News("soon")), ("key", 1)]


def test_only_the_call_that_kills_workers_has_died(cluster: TestCluster, client: Client) -> None:
    for _ in range(3):
        cluster.start_worker()
    answers = run(client, *numbers(250), die, *numbers(50))
    assert isinstance(answers[250], Died)
    assert [answers[number] for number in range(301) if number != 250] == [
        *range(250),
        *range(50),
    ]


def test_goes_on_with_new_workers_when_all_are_gone(
    cluster: TestCluster, client: Client, tmp_path: Path
) -> None:
    go = tmp_path / "go"
    cluster.start_worker()

    def lose_all_workers() -> None:
        until(tmp_path / "go.begun")
        cluster.workers[0].kill()
        cluster.start_worker()
        go.touch()

    answers = run(client, partial(wait_for, go), *numbers(5), once=lose_all_workers)
    assert answers == {0: 1, **{number + 1: number for number in range(5)}}


def test_a_search_that_its_worker_takes_down_is_sent_again(
    cluster: TestCluster, client: Client
) -> None:
    """Dask blames it for the death of the worker, and with it every level that needs it."""
    victim = cluster.start_worker()
    client.wait_for_workers(1)
    victim.send_signal(signal.SIGSTOP)  # It is given the search, and never says that it has it.

    def lose_worker() -> None:
        while not any(client.processing().values()):
            sleep(0.01)
        victim.kill()
        victim.wait()
        cluster.start_worker()

    (level,) = load_levels("microban:1")
    call = partial(search_level, level, Search(limit=Limit(backward_nodes=100)))
    answers = run(client, call, call, call, once=lose_worker)
    assert [answer.moves for answer in answers.values()] == [33, 33, 33]


def test_says_that_the_scheduler_is_gone(
    cluster: TestCluster, client: Client, tmp_path: Path
) -> None:
    cluster.start_worker()

    def lose_scheduler() -> None:
        until(tmp_path / "go.begun")
        cluster.kill_scheduler()

    with pytest.raises(ClusterError, match="scheduler is lost"):
        run(client, partial(wait_for, tmp_path / "go"), once=lose_scheduler)


@pytest.mark.parametrize(
    ("preload", "complaint"),
    [
        ("import rearview.version as v; v.__version__ = '0.0.9'", "has rearview 0.0.9"),
        ("import rearview.version as v; v.engine_hash = lambda: 'abcd'", "engine abcd"),
        ("import sys; sys.modules['rearview'] = None", "no rearview"),
        ("import platform as p; p.python_version_tuple = lambda: ('3', '9', '1')", "Python 3.9"),
        ("import importlib.metadata as m; m.version = lambda name: '2020.1'", "Dask 2020.1"),
    ],
)
def test_refuses_workers_that_would_search_differently(
    cluster: TestCluster, client: Client, preload: str, complaint: str
) -> None:
    cluster.start_worker(preload)
    with pytest.raises(ClusterError, match=complaint):
        run(client, *numbers(1))
    with pytest.raises(ClusterError, match=complaint):
        check_versions(client)


def test_a_worker_that_hangs_keeps_no_batch_from_beginning(
    cluster: TestCluster, client: Client
) -> None:
    for number in range(2):
        cluster.start_worker()
        client.wait_for_workers(number + 1)
    cluster.workers[0].send_signal(signal.SIGSTOP)
    check_versions(client, seconds=0.5)


def test_refuses_what_is_not_a_scheduler(cluster: TestCluster, client: Client) -> None:
    cluster.start_worker()
    client.wait_for_workers(1)
    (worker,) = client.nthreads()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        for address, complaint in (
            (worker, "address of a worker"),
            (f"tcp://127.0.0.1:{silent.getsockname()[1]}", "does not answer as one"),
            ("tcp://127.0.0.1", "an address is like"),
            (cluster.address.replace("tcp", "tls"), "no certificates"),
        ):
            with pytest.raises(ValueError, match=complaint):
                asyncio.run(check_scheduler(address, seconds=0.5))
    asyncio.run(check_scheduler(cluster.address))
