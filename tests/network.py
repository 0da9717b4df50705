"""A network for tests: connections to a server here go through a `Link`, which can fail."""

from __future__ import annotations

import socket
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Condition, Thread
from types import TracebackType

_MOST_BYTES = 2**16


@dataclass(eq=False)
class _Connection:
    theirs: socket.socket
    ours: socket.socket
    """To the server."""
    held: dict[str, bytes] = field(default_factory=lambda: {"there": b"", "back": b""})

    def end(self) -> None:
        for one in (self.theirs, self.ours):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)


class Link:
    """A context: whoever connects to its address is connected to the server.

    What is held is not lost, as TCP would send it again: it arrives when it is let go.
    """

    def __init__(self, server: str) -> None:
        """Addresses are like `tcp://127.0.0.1:8786`."""
        self._server_port = int(server.rpartition(":")[2])
        self._door = socket.create_server(("127.0.0.1", 0))
        self.address = f"tcp://127.0.0.1:{self._door.getsockname()[1]}"
        self._connections: list[_Connection] = []
        self._change = Condition()
        self._held_ways: frozenset[str] = frozenset()

    def __enter__(self) -> Link:
        Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self.reset()

    def hold(self, *ways: str) -> None:
        """From now on nothing passes, `there` to the server or `back`; both if none is named."""
        with self._change:
            self._held_ways = frozenset(ways or ("there", "back"))

    def let_go(self) -> None:
        with self._change:
            self._held_ways = frozenset()
            self._change.notify_all()

    def until_holding(self, text: bytes) -> None:
        """Until a message to the server with this text has come, and is held."""
        with self._change:
            self._change.wait_for(
                lambda: any(text in one.held["there"] for one in self._connections)
            )

    def reset(self, text: bytes = b"") -> None:
        """Connections end at once, as when a router forgets them; new ones can be made, and what
        is held passes. Only those that hold a text to the server, if it is given."""
        with self._change:
            for one in self._connections:
                if text in one.held["there"]:
                    one.end()
        self.let_go()

    def _accept(self) -> None:
        while True:
            try:
                theirs, _ = self._door.accept()
            except OSError:
                return
            try:
                ours = socket.create_connection(("127.0.0.1", self._server_port))
            except OSError:
                theirs.close()
                continue
            connection = _Connection(theirs, ours)
            with self._change:
                self._connections.append(connection)
            for way, source, sink in (("there", theirs, ours), ("back", ours, theirs)):
                arguments = (connection, way, source, sink)
                Thread(target=self._pass_on, args=arguments, daemon=True).start()

    def _pass_on(
        self, connection: _Connection, way: str, source: socket.socket, sink: socket.socket
    ) -> None:
        with suppress(OSError), source:
            while data := source.recv(_MOST_BYTES):
                with self._change:
                    if way in self._held_ways:
                        connection.held[way] += data
                        self._change.notify_all()
                        self._change.wait_for(lambda: way not in self._held_ways)
                        connection.held[way] = b""
                sink.sendall(data)
            connection.end()
