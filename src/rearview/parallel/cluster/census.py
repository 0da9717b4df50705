"""`Census`: the workers of a cluster while a batch runs, how many were lost, and whether the
scheduler still answers.

A scheduler that ends closes its connections. One that hangs or is cut off from the network does
not: the census polls it, with the timeout that a scheduler has for a worker (Dask's setting
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
"""Unanswered polls in a row. Counted, not timed: a client suspended for an hour polls again."""
_PATIENCE: Final = "distributed.scheduler.worker-ttl"


class Census:
    """Polls the cluster in the thread of Dask's client."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._threads: dict[str, int] = client.nthreads()
        self.lost = 0
        """The number of workers that have left, for any reason."""
        self._unanswered = 0
        # None in Dask's configuration means no timeout.
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
        """Roughly how long the scheduler has not answered."""
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
            pass  # The scheduler may be gone, which the client detects itself.
        else:
            self._unanswered = 0
            self.lost += len(self._threads.keys() - now.keys())
            self._threads = now
