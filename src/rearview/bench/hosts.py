"""`Hosts`: the machines that a store knows, each written once however many results it has."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

from rearview.parallel.host import Host

Execute = Callable[..., sqlite3.Cursor]
Fetch = Callable[..., list[tuple[Any, ...]]]


class Hosts:
    """Of an open store, which says how to change it and how to ask it."""

    def __init__(self, execute: Execute, fetch: Fetch) -> None:
        self._execute = execute
        self._fetch = fetch
        self._numbers: dict[Host, int] = {}
        self._hosts: dict[int, Host] = {}

    def number(self, host: Host | None) -> int | None:
        """What results have in the place of a host."""
        if host is None:
            return None
        if host not in self._numbers:
            # Another process may write the same: then the one that is there stays.
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
        """The host of a number. Raises ValueError when it is none that rearview has written."""
        if number is None:
            return None
        if number not in self._hosts:
            rows = self._fetch("SELECT name, processor FROM hosts WHERE id = ?", number)
            if not rows or not all(isinstance(one, str) and one.isprintable() for one in rows[0]):
                raise ValueError("no host")
            self._hosts[number] = Host(*rows[0])
        return self._hosts[number]
