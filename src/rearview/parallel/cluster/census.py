"""`Census`: which workers a cluster has while a batch runs, and how many it has lost."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from tornado.ioloop import PeriodicCallback

if TYPE_CHECKING:
    from distributed import Client

_MILLISECONDS_BETWEEN_LOOKS: Final = 1_000


class Census:
    """Looks at the cluster now and then, in the thread of Dask's client."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._threads: dict[str, int] = client.nthreads()
        self.lost = 0
        """Workers that were there and are gone, whatever took them."""
        self._looks = PeriodicCallback(self._look, _MILLISECONDS_BETWEEN_LOOKS)
        assert client.loop is not None
        self._loop = client.loop
        self._loop.add_callback(self._looks.start)

    @property
    def workers(self) -> int:
        return len(self._threads)

    @property
    def threads(self) -> int:
        return sum(self._threads.values())

    def close(self) -> None:
        self._loop.add_callback(self._looks.stop)

    async def _look(self) -> None:
        with suppress(OSError, AttributeError):  # As when the scheduler is gone.
            now: dict[str, int] = await self._client.nthreads(asynchronous=True)
            self.lost += len(self._threads.keys() - now.keys())
            self._threads = now
