"""`Connection`: uvicorn's protocol with timeouts.

A client that sends very slowly, or reads nothing, would hold a connection for ever. The body of a
request has its own timeout, in `bodies`, where an error can still be sent.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Final

from uvicorn.protocols.http.flow_control import HIGH_WATER_LIMIT
from uvicorn.protocols.http.h11_impl import H11Protocol

from rearview.web.limits import MAX_CONNECTIONS, SECONDS_TO_SEND, SECONDS_TO_SEND_HEAD

_SPARE_FILES: Final = 64
"""Open files reserved for everything that is not a connection."""
_TOO_MANY: Final = b'{"error":"too many connections are open: try again in a moment"}'
_REFUSAL: Final = b"\r\n".join(
    (
        b"HTTP/1.1 503 Service Unavailable",
        b"Content-Type: application/json",
        b"Content-Length: %d" % len(_TOO_MANY),
        b"Connection: close",
        b"",
        _TOO_MANY,
    )
)


class Connection(H11Protocol):
    """Closes if no request starts in time, or if the client does not read the answer."""

    _waiting: asyncio.TimerHandle | None = None
    """The timeout for the head of the next request."""
    _sending: asyncio.TimerHandle | None = None
    """The timeout for a client that does not read."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > most_connections():
            transport.write(_REFUSAL)
            transport.close()
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        _cancel(self._waiting, self._sending)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        before = self.cycle
        super().handle_events()
        if self.cycle is not before and not self.cycle.response_complete:
            _cancel(self._waiting)

    def on_response_complete(self) -> None:
        self._wait()
        super().on_response_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._send()

    def resume_writing(self) -> None:
        _cancel(self._sending)
        super().resume_writing()

    def _wait(self) -> None:
        _cancel(self._waiting)
        self._waiting = self.loop.call_later(SECONDS_TO_SEND_HEAD, self._give_up)

    def _give_up(self) -> None:
        if self.flow.write_paused:  # A long answer is still being sent.
            self._wait()
        else:
            self.transport.abort()

    def _send(self, before: float = float("inf")) -> None:
        """Continue as long as the client reads enough in each period."""
        left = self.transport.get_write_buffer_size()
        if before - left < HIGH_WATER_LIMIT:
            self.transport.abort()
        else:
            self._sending = self.loop.call_later(SECONDS_TO_SEND, self._send, left)


def most_connections() -> int:
    """The limit; lower if the system allows few open files."""
    if sys.platform == "win32":
        return MAX_CONNECTIONS
    import resource

    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return MAX_CONNECTIONS
    return max(1, min(MAX_CONNECTIONS, files - _SPARE_FILES))


def _cancel(*timers: asyncio.TimerHandle | None) -> None:
    for timer in timers:
        if timer is not None:
            timer.cancel()
