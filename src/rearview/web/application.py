"""The routes: commands by POST, progress by server-sent events, and the page itself."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from rearview.errors import RearviewError
from rearview.levels import Collection, Severity, level_hash, read_levels, validate, write_levels
from rearview.marks import find_marks
from rearview.output.text import printable
from rearview.version import __version__
from rearview.web.answers import about_collection, about_problem, about_squares
from rearview.web.bodies import Body, RefusedError, read_body
from rearview.web.events import open_stream
from rearview.web.limits import (
    MAX_COMMAND_BYTES,
    MAX_LEVELS_SHOWN,
    MAX_LONG_AT_ONCE,
    MAX_SECONDS,
    MAX_TEXT_BYTES,
)
from rearview.web.questions import Questions
from rearview.web.shelf import Shelf
from rearview.web.tabs import Tabs
from rearview.web.verbs import PURPOSES, make_work

STATIC = Path(__file__).parent / "static"
_READERS_AT_ONCE = 2

Answer = Callable[[Request], Awaitable[Response]]


class Page:
    """The page's server without the network: its state and its routes."""

    def __init__(self, opened: Collection) -> None:
        self.questions = Questions()
        self.tabs = Tabs(on_gone=self.questions.leave)
        self._shelf = Shelf(opened)
        self._readers: asyncio.Semaphore | None = None
        self.application = Starlette(
            routes=self._routes(),
            exception_handlers={
                RefusedError: _tell_refusal,
                RearviewError: _tell_error,
                HTTPException: _tell_http_error,
                Exception: _tell_bug,
            },
        )

    def _routes(self) -> list[BaseRoute]:
        return [
            Route("/", _index),
            Route("/api/start", self._start),
            Route("/api/events", self._events),
            Route("/api/collections/{name}", self._collection),
            Route("/api/levels", self._read, methods=["POST"]),
            Route("/api/sok", self._write, methods=["POST"]),
            Route("/api/check", self._check, methods=["POST"]),
            Route("/api/questions", self._ask, methods=["POST"]),
            Route("/api/questions/{question}/stop", self._stop, methods=["POST"]),
            Route("/api/questions/{question}/pin", self._pin, methods=["POST"]),
            Mount("/static", StaticFiles(directory=STATIC)),
        ]

    async def _start(self, _request: Request) -> Response:
        running, waiting = self.questions.count
        return JSONResponse(
            {
                "version": __version__,
                "first": self._shelf.first(),
                "collections": await run_in_threadpool(self._shelf.names),
                "limits": {"seconds": MAX_SECONDS, "at_once": MAX_LONG_AT_ONCE},
                "questions": {"running": running, "waiting": waiting},
            }
        )

    async def _events(self, request: Request) -> Response:
        return open_stream(request, self.tabs)

    async def _collection(self, request: Request) -> Response:
        name = request.path_params["name"]
        return JSONResponse(await self._in_turn(self._shelf.open, name))

    async def _read(self, request: Request) -> Response:
        """Read levels from a text that was pasted, dropped or shared."""
        body = await read_body(request, MAX_TEXT_BYTES)
        return JSONResponse(await self._in_turn(_read_text, body.text("text"), body))

    async def _write(self, request: Request) -> Response:
        """Write levels as the text of a .sok file."""
        body = await read_body(request, MAX_TEXT_BYTES)
        return JSONResponse({"text": await self._in_turn(_write_text, body)})

    async def _check(self, request: Request) -> Response:
        """The problems of a drawing, its hash and its dead squares."""
        body = await read_body(request, MAX_COMMAND_BYTES)
        return JSONResponse(await self._in_turn(_check_drawing, body))

    async def _ask(self, request: Request) -> Response:
        body = await read_body(request, MAX_COMMAND_BYTES)
        tab = self.tabs.find(body.text("tab"))
        purpose = body.choice("purpose", tuple(PURPOSES))
        work = make_work(purpose, body)
        question = self.questions.start(tab, purpose, PURPOSES[purpose].is_quick, work)
        return JSONResponse({"question": question.name}, 202)

    async def _stop(self, request: Request) -> Response:
        body = await read_body(request, MAX_COMMAND_BYTES)
        tab = self.tabs.find(body.text("tab"))
        question = self.questions.find(tab, request.path_params["question"])
        if question is not None:  # Otherwise it has already ended.
            self.questions.stop(question)
        return JSONResponse({})

    async def _pin(self, request: Request) -> Response:
        body = await read_body(request, MAX_COMMAND_BYTES)
        tab = self.tabs.find(body.text("tab"))
        question = self.questions.find(tab, request.path_params["question"])
        if question is None:
            raise RefusedError(404, "there is no such question: it may have ended")
        self.questions.pin(question, body.flag("pinned", True))
        return JSONResponse({})

    async def _in_turn(self, call: Callable[..., Any], *arguments: object) -> Any:
        """Run a short computation in a thread; the number of such threads is limited."""
        if self._readers is None:
            self._readers = asyncio.Semaphore(_READERS_AT_ONCE)
        async with self._readers:
            return await run_in_threadpool(call, *arguments)


async def _index(_request: Request) -> Response:
    return FileResponse(STATIC / "index.html")


def _read_text(text: str, body: Body) -> dict[str, Any]:
    collection = read_levels(text)
    name = printable(body.text("name", ""))[:200]
    answer = about_collection(collection, "pasted", MAX_LEVELS_SHOWN)
    return {**answer, "title": collection.title or name or "pasted"}


def _write_text(body: Body) -> str:
    return write_levels(body.levels(MAX_LEVELS_SHOWN))


def _check_drawing(body: Body) -> dict[str, Any]:
    level = body.level()
    problems = validate(level)
    is_invalid = any(one.severity is Severity.INVALID for one in problems)
    return {
        "problems": [about_problem(one) for one in problems],
        "hash": None if is_invalid else level_hash(level),
        "dead_squares": [] if is_invalid else about_squares(find_marks(level).dead),
    }


def _tell_refusal(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    # The rest of a refused body is not read, so the connection must be closed.
    headers = {"Connection": "close"} if error.status in (408, 413, 415) else None
    return JSONResponse({"error": str(error)}, error.status, headers)


def _tell_error(_request: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, 400)


def _tell_http_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail.lower()}, error.status_code, error.headers)


def _tell_bug(_request: Request, error: Exception) -> Response:
    return JSONResponse({"error": f"this is a bug: {type(error).__name__}"}, 500)
