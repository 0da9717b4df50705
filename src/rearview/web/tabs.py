"""`Tabs`: the open pages, and the events that each has not received yet.

A tab gets its name from the server with the first event of its stream. Events are numbered. A tab
that reconnects sends the last number that it received, and gets the events that it missed. Only the
latest progress of a question is kept, so that a slow client needs no memory.

Everything here runs in the thread of the event loop.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rearview.web.bodies import RefusedError
from rearview.web.limits import (
    MAX_TABS,
    SECONDS_UNTIL_PINNED_IS_FORGOTTEN,
    SECONDS_UNTIL_TAB_IS_GONE,
)

_MAX_ENDINGS_KEPT = 32


@dataclass(frozen=True, slots=True)
class Message:
    """An event for a tab."""

    number: int
    name: str
    data: dict[str, Any]


class Tab:
    """One page. It has at most one stream; a newer one replaces it."""

    def __init__(self) -> None:
        self.name = secrets.token_hex(16)
        self.streams = 0
        """The number of streams so far; only the latest is active."""
        self.is_listening = False
        self.changed = asyncio.Event()
        self._number = 0
        self._progress: dict[str, Message] = {}
        self._endings: deque[Message] = deque(maxlen=_MAX_ENDINGS_KEPT)

    def tell_progress(self, question: str, data: dict[str, Any]) -> None:
        self._progress[question] = self._next("progress", data)

    def tell_ending(self, question: str, data: dict[str, Any]) -> None:
        self._progress.pop(question, None)
        self._endings.append(self._next("ending", data))

    def events_after(self, number: int) -> list[Message]:
        """The events after this number, in order."""
        known = [*self._endings, *self._progress.values()]
        return sorted((one for one in known if one.number > number), key=lambda one: one.number)

    def _next(self, name: str, data: dict[str, Any]) -> Message:
        self._number += 1
        self.changed.set()
        return Message(self._number, name, data)


class Tabs:
    """All tabs by name."""

    def __init__(self, on_gone: Callable[[Tab], bool]) -> None:
        """`on_gone` stops the questions of a tab; True if a pinned one continues."""
        self._tabs: dict[str, Tab] = {}
        self._on_gone = on_gone
        self.are_closing = False

    def __len__(self) -> int:
        return len(self._tabs)

    def find(self, name: str) -> Tab:
        """The tab of that name. Raises RefusedError if it is not connected."""
        tab = self._tabs.get(name)
        if tab is None:
            raise RefusedError(
                409, "this page is not connected: it has to listen to /api/events first"
            )
        return tab

    def connect(self, name: str, is_same_page: bool) -> Tab:
        """The tab that reconnects, or a new one. Raises RefusedError if there are too many.

        A tab that was reloaded no longer needs its questions, unless they are pinned. A duplicated
        tab sends the same name, and gets a new one.
        """
        tab = self._tabs.get(name)
        if tab is None or (tab.is_listening and not is_same_page):
            if len(self._tabs) >= MAX_TABS:
                raise RefusedError(503, f"{MAX_TABS} pages are open already: close some")
            tab = Tab()
            self._tabs[tab.name] = tab
        elif not is_same_page:
            self._on_gone(tab)
        tab.streams += 1
        tab.is_listening = True
        tab.changed.set()  # Wakes the replaced stream, which then ends.
        return tab

    def disconnect(self, tab: Tab, stream: int) -> None:
        """A stream has ended. Its tab may reconnect soon."""
        if stream == tab.streams:
            tab.is_listening = False
            self._later(SECONDS_UNTIL_TAB_IS_GONE, self._leave, tab, stream)

    def close(self) -> None:
        """End all streams."""
        self.are_closing = True
        for tab in self._tabs.values():
            tab.changed.set()

    def _leave(self, tab: Tab, stream: int) -> None:
        if stream != tab.streams:
            return
        if self._on_gone(tab):
            self._later(SECONDS_UNTIL_PINNED_IS_FORGOTTEN, self._forget, tab, stream)
        else:
            self._forget(tab, stream)

    def _forget(self, tab: Tab, stream: int) -> None:
        if stream == tab.streams:
            self._on_gone(tab)
            self._tabs.pop(tab.name, None)

    @staticmethod
    def _later(seconds: float, call: Callable[[Tab, int], None], tab: Tab, stream: int) -> None:
        asyncio.get_running_loop().call_later(seconds, call, tab, stream)
