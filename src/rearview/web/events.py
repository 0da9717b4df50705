"""`EventStream`: a tab's stream of server-sent events.

id: TAB:NUMBER      sent back by the browser when it reconnects (Last-Event-ID)
event: hello        the first event: the tab's name, and whether it was known before
event: progress     of a search; only the latest counts
event: ending       of a search
event: beat         a heartbeat, if there was no other event for a while
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from rearview.web.limits import SECONDS_BETWEEN_BEATS, SECONDS_UNTIL_RETRY
from rearview.web.tabs import Tab, Tabs


def open_stream(request: Request, tabs: Tabs) -> EventStream:
    """The stream of a new page, or of one that reconnects. Raises RefusedError.

    A browser whose stream broke sends its last event id. A page that opened a new stream itself
    sends `again=1`. Any other page has just been loaded, and knows at most the name of its tab.
    """
    name, _, number = request.headers.get("last-event-id", "").partition(":")
    query = request.query_params
    is_same_page = bool(name) or query.get("again") == "1"
    name = name or query.get("tab", "")
    tab = tabs.connect(name, is_same_page)
    heard = int(number) if number.isdecimal() and len(number) < 16 else 0
    return EventStream(tabs, tab, heard if tab.name == name else 0, name)


class EventStream(Response):
    """Lasts until the page is closed, another stream replaces it, or the server ends."""

    media_type = "text/event-stream"

    def __init__(self, tabs: Tabs, tab: Tab, heard: int, asked_for: str) -> None:
        self._tabs = tabs
        self._tab = tab
        self._stream = tab.streams
        self._heard = heard
        self._is_known = tab.name == asked_for
        self._is_left = False
        super().__init__(headers={"Cache-Control": "no-store"})
        del self.headers["content-length"]

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        sending = asyncio.ensure_future(self._send_all(send))
        leaving = asyncio.ensure_future(_wait_for_disconnect(receive))
        try:
            await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._is_left = True  # Before Python 3.12, `wait_for` may miss that it is cancelled.
            self._tabs.disconnect(self._tab, self._stream)
            for task in (sending, leaving):
                task.cancel()
            await asyncio.gather(sending, leaving, return_exceptions=True)

    async def _send_all(self, send: Send) -> None:
        start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        await send(start)
        async for text in self._events():
            body = {"type": "http.response.body", "body": text.encode(), "more_body": True}
            await send(body)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _events(self) -> AsyncIterator[str]:
        tab = self._tab
        yield f"retry: {round(SECONDS_UNTIL_RETRY * 1000)}\n"
        yield self._format("hello", {"tab": tab.name, "known": self._is_known})
        while self._stream == tab.streams and not (self._is_left or self._tabs.are_closing):
            tab.changed.clear()
            for event in tab.events_after(self._heard):
                self._heard = event.number
                yield self._format(event.name, event.data)
            try:
                await asyncio.wait_for(tab.changed.wait(), SECONDS_BETWEEN_BEATS)
            except asyncio.TimeoutError:
                yield self._format("beat", {})

    def _format(self, name: str, data: dict[str, Any]) -> str:
        text = json.dumps(data, separators=(",", ":"))  # One line, as SSE requires.
        return f"id: {self._tab.name}:{self._heard}\nevent: {name}\ndata: {text}\n\n"


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
