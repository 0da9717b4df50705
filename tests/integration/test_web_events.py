"""A tab's stream of events, without the network: how it ends."""

from __future__ import annotations

import asyncio

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from starlette.types import Message

from rearview.web.events import EventStream
from rearview.web.tabs import Tabs


@pytest.mark.parametrize("turns", range(8))
def test_a_stream_ends_with_its_reader_whatever_happens_at_that_moment(turns: int) -> None:
    """Something to tell comes a few turns of the loop before or after the reader has left."""

    async def leave() -> None:
        tabs = Tabs(on_gone=lambda _tab: False)
        tab = tabs.connect("", is_same_page=False)

        async def receive() -> Message:
            await asyncio.sleep(0.01)
            tab.tell_ending("question", {})
            for _ in range(turns):
                await asyncio.sleep(0)
            return {"type": "http.disconnect"}

        async def send(_message: Message) -> None:
            return

        await asyncio.wait_for(EventStream(tabs, tab, 0, "")({}, receive, send), 3)

    asyncio.run(leave())
