"""`Searches`: what runs for the tabs, how much of it at once, and when it is stopped.

A search runs in a thread of its own: the engine releases Python's lock, and stops when
`on_progress` returns False. There are two lanes, so that a quick question never waits for a long
search. A tab has one search for each purpose: a newer one takes the place of an older one.

Everything but `_run` happens in the thread of the event loop.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Callable
from threading import Event, Thread
from time import monotonic
from typing import Any

from rearview.errors import RearviewError
from rearview.web.bodies import RefusedError
from rearview.web.limits import (
    MAX_LONG_AT_ONCE,
    MAX_PINNED,
    MAX_QUICK_AT_ONCE,
    MAX_WAITING,
)
from rearview.web.tabs import Tab

Json = dict[str, Any]
Tell = Callable[[Json], None]
Work = Callable[[Tell, Event], Json]
"""What a search does in its thread: it may tell its progress, has to look at the event that says
stop, and returns its answer."""


class Search:
    """One search of a tab."""

    def __init__(self, tab: Tab, purpose: str, work: Work) -> None:
        self.name = secrets.token_hex(8)
        self.tab = tab
        self.purpose = purpose
        self.work = work
        self.is_pinned = False
        self.stop = Event()
        self.thread: Thread | None = None


class Lane:
    """Searches that share a limit, in the order in which they came."""

    def __init__(self, at_once: int) -> None:
        self.at_once = at_once
        self.running: list[Search] = []
        self.waiting: deque[Search] = deque()


class Searches:
    """All searches of all tabs."""

    def __init__(self) -> None:
        self._lanes = {True: Lane(MAX_QUICK_AT_ONCE), False: Lane(MAX_LONG_AT_ONCE)}
        self._all: dict[str, Search] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def count(self) -> tuple[int, int]:
        """How many run, and how many wait."""
        lanes = self._lanes.values()
        return sum(len(one.running) for one in lanes), sum(len(one.waiting) for one in lanes)

    def start(self, tab: Tab, purpose: str, is_quick: bool, work: Work) -> Search:
        """Begin a search, now or when its turn comes. Raises RefusedError when too many wait."""
        self._loop = asyncio.get_running_loop()
        for older in self._of(tab):
            if older.purpose == purpose:
                self.stop(older)
        lane = self._lanes[is_quick]
        if len(lane.waiting) >= MAX_WAITING:
            raise RefusedError(503, f"{MAX_WAITING} searches wait already: try again in a moment")
        search = Search(tab, purpose, work)
        self._all[search.name] = search
        lane.waiting.append(search)
        self._start_what_can(lane)
        return search

    def find(self, tab: Tab, name: str) -> Search | None:
        """The tab's own search of that name, if it has not ended."""
        search = self._all.get(name)
        return search if search is not None and search.tab is tab else None

    def pin(self, search: Search, pinned: bool) -> None:
        """A pinned search outlives its tab. Raises RefusedError when too many are."""
        if pinned and sum(one.is_pinned for one in self._all.values()) >= MAX_PINNED:
            raise RefusedError(503, f"{MAX_PINNED} searches are pinned already")
        search.is_pinned = pinned

    def stop(self, search: Search) -> None:
        """Stop it as soon as it looks; nobody is told of an ending."""
        search.stop.set()
        self._all.pop(search.name, None)
        for lane in self._lanes.values():
            if search in lane.waiting:
                lane.waiting.remove(search)

    def leave(self, tab: Tab) -> bool:
        """The tab is gone: stop its searches. True when a pinned one goes on."""
        for search in self._of(tab):
            if not search.is_pinned:
                self.stop(search)
        return bool(self._of(tab))

    def close(self, seconds: float) -> None:
        """Stop everything, and wait a little for it to end. Called from any thread."""
        threads = [one.thread for lane in self._lanes.values() for one in lane.running]
        for search in list(self._all.values()):
            search.stop.set()
        until = monotonic() + seconds
        for thread in threads:
            if thread is not None:
                thread.join(max(0.0, until - monotonic()))

    def _of(self, tab: Tab) -> list[Search]:
        return [search for search in self._all.values() if search.tab is tab]

    def _start_what_can(self, lane: Lane) -> None:
        while lane.waiting and len(lane.running) < lane.at_once:
            search = lane.waiting.popleft()
            lane.running.append(search)
            # A daemon: what does not look at its event in time must not keep the program alive.
            search.thread = Thread(target=self._run, args=(search, lane), daemon=True)
            search.thread.start()

    def _run(self, search: Search, lane: Lane) -> None:
        def tell(data: Json) -> None:
            self._call(self._tell, search, data)

        try:
            answer = search.work(tell, search.stop)
        except (RearviewError, RefusedError) as error:
            answer = {"error": str(error)}
        except MemoryError:
            answer = {"error": "there is not enough memory"}
        except Exception as error:
            answer = {"error": f"this is a bug: {type(error).__name__}: {error}"}
        self._call(self._end, search, lane, answer)

    def _call(self, call: Callable[..., None], *arguments: object) -> None:
        """In the thread of the loop, unless the server has ended."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            try:
                loop.call_soon_threadsafe(call, *arguments)
            except RuntimeError:
                return

    def _tell(self, search: Search, data: Json) -> None:
        if search.name in self._all:
            search.tab.tell_progress(search.name, {"search": search.name, **data})

    def _end(self, search: Search, lane: Lane, answer: Json) -> None:
        lane.running.remove(search)
        if self._all.pop(search.name, None) is not None:
            search.tab.tell_ending(search.name, {"search": search.name, **answer})
        self._start_what_can(lane)
