"""`Hosts`: the machines known to a store, each stored once."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

from rearview.parallel.host import Host

Execute = Callable[..., sqlite3.Cursor]
Fetch = Callable[..., list[tuple[Any, ...]]]


class Hosts:
    """Hosts of an open store, given as functions that change and query it."""

    def __init__(self, execute: Execute, fetch: Fetch) -> None:
        self._execute = execute
        self._fetch = fetch
        self._numbers: dict[Host, int] = {}
        self._hosts: dict[int, Host] = {}

    def number(self, host: Host | None) -> int | None:
        """The number that results store for a host."""
        if host is None:
            return None
        if host not in self._numbers:
            # If another process writes the same host, the first one stays.
            self._execute(
                "INSERT OR IGNORE INTO hosts (name, processor) VALUES (?, ?)",
                host.name,
                host.processor,
            )
            where = "name = ? AND processor = ?"
            rows = self._fetch(f"SELECT id FROM hosts WHERE {where}", host.name, host.processor)
            self._numbers[host] = rows[0][0]
        return self._numbers[host]

    def host(self, number: int | None) -> Host | None:
        """The host with a number. Raises ValueError if rearview did not write it."""
        if number is None:
            return None
        if number not in self._hosts:
            rows = self._fetch("SELECT name, processor FROM hosts WHERE id = ?", number)
            if not rows or not all(isinstance(one, str) and one.isprintable() for one in rows[0]):
                raise ValueError("no host")
            self._hosts[number] = Host(*rows[0])
        return self._hosts[number]
