"""`Questions`: runs, queues and stops the questions of the tabs.

A question is a request of a page that needs a search. It runs in its own thread: the engine
releases the GIL, and stops when `on_progress` returns False. There are two lanes (queues), so that
a quick question never waits for a long one. A tab has one question for each purpose: a newer one
replaces an older one.

Everything but `_run` and `close` runs in the thread of the event loop.
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
"""Answers a question in its thread: may report progress, must check the stop event, and returns the
answer."""


class Question:
    """One question of a tab."""

    def __init__(self, tab: Tab, purpose: str, work: Work) -> None:
        self.name = secrets.token_hex(8)
        self.tab = tab
        self.purpose = purpose
        self.work = work
        self.is_pinned = False
        self.stop = Event()
        self.thread: Thread | None = None


class Lane:
    """A queue of questions that share a limit, first in, first out."""

    def __init__(self, at_once: int) -> None:
        self.at_once = at_once
        self.running: list[Question] = []
        self.waiting: deque[Question] = deque()


class Questions:
    """All questions of all tabs."""

    def __init__(self) -> None:
        self._lanes = {True: Lane(MAX_QUICK_AT_ONCE), False: Lane(MAX_LONG_AT_ONCE)}
        self._all: dict[str, Question] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def count(self) -> tuple[int, int]:
        """The numbers of running and of queued questions."""
        lanes = self._lanes.values()
        return sum(len(one.running) for one in lanes), sum(len(one.waiting) for one in lanes)

    def start(self, tab: Tab, purpose: str, is_quick: bool, work: Work) -> Question:
        """Start or queue a question. Raises RefusedError if too many are queued."""
        self._loop = asyncio.get_running_loop()
        for older in self._of(tab):
            if older.purpose == purpose:
                self.stop(older)
        lane = self._lanes[is_quick]
        if len(lane.waiting) >= MAX_WAITING:
            raise RefusedError(503, f"{MAX_WAITING} searches wait already: try again in a moment")
        question = Question(tab, purpose, work)
        self._all[question.name] = question
        lane.waiting.append(question)
        self._start_what_can(lane)
        return question

    def find(self, tab: Tab, name: str) -> Question | None:
        """The tab's question of that name, if it has not ended."""
        question = self._all.get(name)
        return question if question is not None and question.tab is tab else None

    def pin(self, question: Question, pinned: bool) -> None:
        """A pinned question outlives its tab. Raises RefusedError if too many are pinned."""
        if pinned and sum(one.is_pinned for one in self._all.values()) >= MAX_PINNED:
            raise RefusedError(503, f"{MAX_PINNED} searches are pinned already")
        question.is_pinned = pinned

    def stop(self, question: Question) -> None:
        """Stop a question at its next check of the event; no ending is sent."""
        question.stop.set()
        self._all.pop(question.name, None)
        for lane in self._lanes.values():
            if question in lane.waiting:
                lane.waiting.remove(question)

    def leave(self, tab: Tab) -> bool:
        """The tab is gone: stop its questions. True if a pinned one continues."""
        for question in self._of(tab):
            if not question.is_pinned:
                self.stop(question)
        return bool(self._of(tab))

    def close(self, seconds: float) -> None:
        """Stop all questions, and wait for them for this long. May be called from any thread."""
        threads = [one.thread for lane in self._lanes.values() for one in lane.running]
        for question in list(self._all.values()):
            question.stop.set()
        until = monotonic() + seconds
        for thread in threads:
            if thread is not None:
                thread.join(max(0.0, until - monotonic()))

    def _of(self, tab: Tab) -> list[Question]:
        return [question for question in self._all.values() if question.tab is tab]

    def _start_what_can(self, lane: Lane) -> None:
        while lane.waiting and len(lane.running) < lane.at_once:
            question = lane.waiting.popleft()
            lane.running.append(question)
            # A daemon: a thread that misses its stop event must not keep the program alive.
            question.thread = Thread(target=self._run, args=(question, lane), daemon=True)
            question.thread.start()

    def _run(self, question: Question, lane: Lane) -> None:
        def tell(data: Json) -> None:
            self._call(self._tell, question, data)

        try:
            answer = question.work(tell, question.stop)
        except (RearviewError, RefusedError) as error:
            answer = {"error": str(error)}
        except MemoryError:
            answer = {"error": "there is not enough memory"}
        except Exception as error:
            answer = {"error": f"this is a bug: {type(error).__name__}: {error}"}
        self._call(self._end, question, lane, answer)

    def _call(self, call: Callable[..., None], *arguments: object) -> None:
        """Call it in the thread of the event loop, unless the server has ended."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            try:
                loop.call_soon_threadsafe(call, *arguments)
            except RuntimeError:
                return

    def _tell(self, question: Question, data: Json) -> None:
        if question.name in self._all:
            question.tab.tell_progress(question.name, {"question": question.name, **data})

    def _end(self, question: Question, lane: Lane, answer: Json) -> None:
        lane.running.remove(question)
        if self._all.pop(question.name, None) is not None:
            question.tab.tell_ending(question.name, {"question": question.name, **answer})
        self._start_what_can(lane)
