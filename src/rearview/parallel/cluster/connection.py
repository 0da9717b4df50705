"""`open_cluster`: connects to a Dask cluster and checks that it has the same versions.

Dask's own log messages are silenced; any failure is raised as one ClusterError.
"""

from __future__ import annotations

import asyncio
import logging
import re
import warnings
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

from rearview.arguments import check_kind
from rearview.errors import ArgumentError, ClusterError
from rearview.parallel.cluster.work import Versions, own_versions
from rearview.parallel.pool import Pool
from rearview.parallel.signals import interrupts_blocked

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

LOCAL: Final = "local"
"""Instead of an address: a cluster on this machine, which ends with the batch."""

_ADDRESS: Final = re.compile(r"(\w+://)?.+:\d+", re.ASCII)
_SECONDS_TO_CONNECT: Final = 10
_MESSAGES_KEPT: Final = 10
"""Dask keeps messages of each connection for debugging. Ours are large, so it keeps few."""
_SECONDS_TO_END: Final = 5
_LOCAL_SETTINGS: Final = {
    # A local worker dies because of its call: Dask should not retry it.
    "distributed.scheduler.allowed-failures": 0,
    # There is no dashboard, so profiling is not needed.
    "distributed.worker.profile.enabled": False,
    "distributed.admin.system-monitor.interval": "10s",
}


def open_cluster(address: str, workers: int) -> Pool:
    """A pool of the cluster at an address; `local` starts a new one with this many workers.

    Not for use as a library: it silences Dask's logging in the whole process. Raises ClusterError
    if there is no such cluster, or if its versions differ.
    """
    _prepare()
    from rearview.parallel.cluster.pool import ClusterPool

    with ExitStack() as stack:
        place: Any = address
        if address == LOCAL:
            place = stack.enter_context(_local_cluster(workers))
        client = stack.enter_context(_client(place, address))
        check_versions(client)
        return ClusterPool(client, stack.pop_all().close)


def check_client(client: object) -> Client:
    """Raises ArgumentError or ClusterError if this client cannot be used."""
    _check_installed()
    from distributed import Client

    check_kind("client", client, Client)
    assert isinstance(client, Client)
    if client.asynchronous:
        raise ArgumentError("client must not be asynchronous: its results are waited for here")
    if client.status != "running":
        raise ClusterError(f"the client has no connection to a cluster: it is {client.status}")
    check_versions(client)
    return client


def _check_installed() -> None:
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise ClusterError(
            "a cluster needs Dask, which is not installed: pip install 'rearview[cluster]'"
        ) from None
    except Exception as error:  # For example an unreadable configuration file.
        raise ClusterError(f"Dask cannot be loaded: {_reason(error)}") from None


def check_versions(client: Client, seconds: float = _SECONDS_TO_CONNECT) -> None:
    """Raises ClusterError when the scheduler or a worker has other versions than this process.

    Workers that do not answer are ignored here: each worker checks its versions again.
    """
    here = own_versions()
    with _explained("the cluster cannot be asked for its versions"):
        try:
            known, of_workers = client.sync(_ask_versions, client, callback_timeout=seconds)
        except asyncio.TimeoutError:
            return
        _compare("its scheduler", _of_dask(known["scheduler"]), _of_dask(known["client"]))
        for address, versions in known["workers"].items():
            _compare(f"its worker {address}", _of_dask(versions), _of_dask(known["client"]))
        for address, versions in of_workers.items():
            if not isinstance(versions, Versions):  # An error, in any form.
                raise ClusterError(f"its worker {address} has no rearview of this version")
            _compare(f"its worker {address}", versions, here)


async def _ask_versions(client: Client) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """The versions that Dask reports, and the workers' versions of rearview."""
    known: Any = client.get_versions
    of_workers: Any = client.run
    return await known(), await of_workers(own_versions, on_error="return")


def _of_dask(known: Mapping[str, Any]) -> str:
    python = ".".join(known["packages"]["python"].split(".")[:2])
    return f"Python {python}, Dask {known['packages']['distributed']}"


def _compare(who: str, theirs: Versions | str, ours: Versions | str) -> None:
    if theirs != ours:
        raise ClusterError(f"the cluster cannot be used: {who} has {theirs}, and here is {ours}")


def _prepare() -> None:
    """Configure Dask for this program: no logging, few kept messages."""
    _check_installed()
    import dask

    logging.disable(logging.CRITICAL)
    warnings.filterwarnings("ignore", module=r"distributed\b")
    dask.config.set({"distributed.admin.low-level-log-length": _MESSAGES_KEPT})


@contextmanager
def _client(place: Any, address: str) -> Iterator[Client]:
    from distributed import Client

    with _explained(f"there is no Dask scheduler at {address}"):
        if address != LOCAL:
            asyncio.run(check_scheduler(address))
        client = Client(place, timeout=_SECONDS_TO_CONNECT, set_as_default=False)
    try:
        yield client
    finally:
        with suppress(Exception):  # The scheduler may be gone already.
            client.close(timeout=_SECONDS_TO_END)


async def check_scheduler(address: str, seconds: float = _SECONDS_TO_CONNECT) -> None:
    """Raises the error that prevents connecting, and ValueError if it is not a scheduler.

    A client that cannot connect would raise a similar error, but then waits for its own shutdown
    and prints that. If something other than Dask listens, it would wait for ever.
    """
    if not _ADDRESS.fullmatch(address):
        raise ValueError(f"an address is like tcp://host:8786, or {LOCAL} for a new cluster here")
    try:
        who = await asyncio.wait_for(_ask_who_is_there(address, seconds), 2 * seconds)
    except (asyncio.TimeoutError, MemoryError):  # Dask misreads foreign data as a huge message.
        raise ValueError("what listens there does not answer as one") from None
    if who != "Scheduler":
        raise ValueError(f"this is the address of a {who.lower()}")


async def _ask_who_is_there(address: str, seconds: float) -> str:
    """The type of the Dask server at an address."""
    from distributed.comm.core import connect
    from distributed.core import send_recv
    from distributed.security import Security

    arguments = Security().get_connection_args("client")
    if address.startswith("tls://") and arguments.get("ssl_context") is None:
        raise ValueError("Dask's configuration names no certificates for TLS")
    comm = await connect(address, timeout=seconds, **arguments)
    try:
        return str((await send_recv(comm, op="identity"))["type"])
    finally:
        comm.abort()


@contextmanager
def _local_cluster(workers: int) -> Iterator[LocalCluster]:
    from multiprocessing import resource_tracker

    import dask
    from distributed import LocalCluster

    # Before interrupts are blocked, as starting the tracker unblocks them.
    resource_tracker.ensure_running()
    with (
        interrupts_blocked(),
        dask.config.set(_LOCAL_SETTINGS),
        _explained("a cluster cannot be started here"),
    ):
        cluster = LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
        )
    try:
        yield cluster
    finally:
        with suppress(Exception):
            cluster.close(timeout=_SECONDS_TO_END)


@contextmanager
def _explained(what: str) -> Iterator[None]:
    """Turns any exception into a ClusterError of one line."""
    try:
        yield
    except ClusterError:
        raise
    except Exception as error:
        raise ClusterError(f"{what}: {_reason(error)}") from None


def _reason(error: BaseException) -> str:
    """The root cause in one line, such as a refused connection."""
    while error.__cause__ is not None:
        error = error.__cause__
    if isinstance(error, (asyncio.CancelledError, asyncio.TimeoutError)):
        return "nothing answers"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    why = str(error).strip().splitlines()
    return why[0] if why else type(error).__name__
