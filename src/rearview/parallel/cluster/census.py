"""`Census`: which workers a cluster has while a batch runs, how many it has lost, and whether its
scheduler still answers.

A scheduler that ends closes its connections. One that hangs, or behind a network that is cut, does
not: the census asks on, and loses patience when a scheduler would with a worker (Dask's setting
`distributed.scheduler.worker-ttl`, 5 minutes).
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import dask
from dask.utils import parse_timedelta
from tornado.ioloop import PeriodicCallback

if TYPE_CHECKING:
    from distributed import Client

_SECONDS_BETWEEN_LOOKS: Final = 1.0
_MOST_UNANSWERED: Final = 10
"""Looks in a row. They are counted, not timed: a client that was stopped for an hour asks again."""
_PATIENCE: Final = "distributed.scheduler.worker-ttl"


class Census:
    """Looks at the cluster now and then, in the thread of Dask's client."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._threads: dict[str, int] = client.nthreads()
        self.lost = 0
        """Workers that were there and are gone, whatever took them."""
        self._unanswered = 0
        # None in Dask's configuration is to wait for ever.
        patience = parse_timedelta(dask.config.get(_PATIENCE))
        self._seconds_of_a_look = None if patience is None else patience / _MOST_UNANSWERED
        between = min(_SECONDS_BETWEEN_LOOKS, self._seconds_of_a_look or _SECONDS_BETWEEN_LOOKS)
        self._looks = PeriodicCallback(self._look, between * 1_000)
        assert client.loop is not None
        self._loop = client.loop
        self._loop.add_callback(self._looks.start)

    @property
    def workers(self) -> int:
        return len(self._threads)

    @property
    def threads(self) -> int:
        return sum(self._threads.values())

    @property
    def seconds_of_silence(self) -> int:
        """How long the scheduler has not answered, roughly."""
        return int(self._unanswered * (self._seconds_of_a_look or 0))

    @property
    def is_out_of_patience(self) -> bool:
        return self._unanswered >= _MOST_UNANSWERED

    def close(self) -> None:
        self._loop.add_callback(self._looks.stop)

    async def _look(self) -> None:
        try:
            asked = self._client.nthreads(asynchronous=True)
            now: dict[str, int] = await asyncio.wait_for(asked, self._seconds_of_a_look)
        except asyncio.TimeoutError:
            self._unanswered += 1
        except (OSError, AttributeError):
            pass  # As when the scheduler is gone, which the client notices by itself.
        else:
            self._unanswered = 0
            self.lost += len(self._threads.keys() - now.keys())
            self._threads = now
