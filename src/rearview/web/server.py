"""`serve`: runs the page's server until Ctrl-C."""

from __future__ import annotations

import errno
import ipaddress
import secrets
import socket
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from threading import Thread
from types import FrameType
from typing import Final

import uvicorn

from rearview.errors import OptionError
from rearview.levels import Collection
from rearview.web.application import Page
from rearview.web.connections import Connection
from rearview.web.guard import Guard

_SECONDS_TO_END: Final = 1
_BACKLOG: Final = 1_024


@dataclass(frozen=True, slots=True)
class Address:
    """The address of the page."""

    host: str
    port: int
    token: str | None

    @property
    def url(self) -> str:
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        shown = f"[{host}]" if ":" in host else host
        return f"http://{shown}:{self.port}/" + (f"?token={self.token}" if self.token else "")


def serve(
    opened: Collection,
    host: str,
    port: int,
    opens_browser: bool,
    on_ready: Callable[[Address], None],
) -> None:
    """Serve the page until the program is stopped. Raises OptionError for a bad address."""
    listener = _listen(host, port)
    token = None if _is_loopback(host) else secrets.token_urlsafe(24)
    address = Address(host, listener.getsockname()[1], token)
    page = Page(opened)
    config = uvicorn.Config(
        Guard(page.application, address.port, token),
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        lifespan="off",
        http=Connection,
        timeout_graceful_shutdown=_SECONDS_TO_END,
        h11_max_incomplete_event_size=64 * 1024,
    )
    with listener:
        _Server(config, page, lambda: _tell_ready(address, opens_browser, on_ready)).run([listener])


class _Server(uvicorn.Server):
    """Reports when it is ready, and stops all questions when it ends."""

    def __init__(self, config: uvicorn.Config, page: Page, on_started: Callable[[], None]) -> None:
        super().__init__(config)
        self._page = page
        self._on_started = on_started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_started()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """After this, uvicorn raises the signal again, and the command line handles it."""
        self._page.tabs.close()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._page.tabs.close()
        self._page.questions.close(_SECONDS_TO_END)
        await super().shutdown(sockets)


def _tell_ready(address: Address, opens_browser: bool, on_ready: Callable[[Address], None]) -> None:
    on_ready(address)
    if opens_browser:
        # In a thread, as it may block until the browser ends.
        Thread(target=webbrowser.open, args=(address.url,), daemon=True).start()


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=_BACKLOG)
    except (OSError, OverflowError, UnicodeError) as error:
        raise OptionError(_why_not(host, port, error)) from None


def _why_not(host: str, port: int, error: Exception) -> str:
    if getattr(error, "errno", None) == errno.EADDRINUSE:
        return f"port {port} is in use: choose another with --port, or --port 0 for any free one"
    if getattr(error, "errno", None) == errno.EACCES:
        return f"port {port} is reserved for the system: choose another with --port"
    return f"cannot listen on {host}, port {port}: {getattr(error, 'strerror', None) or error}"


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
