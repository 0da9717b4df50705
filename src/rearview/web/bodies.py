"""Validates requests field by field. Every error is one clear sentence."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.requests import ClientDisconnect, Request

from rearview.arguments import is_number
from rearview.errors import RearviewError
from rearview.levels import Level
from rearview.levels.limits import MAX_HEIGHT, MAX_WIDTH
from rearview.web.limits import MAX_MOVES, SECONDS_TO_SEND_BODY


class RefusedError(Exception):
    """A request is refused, with a status and a reason."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True, slots=True)
class Body:
    """The JSON object of a request. A getter raises RefusedError if its field is invalid."""

    fields: Mapping[str, Any]

    def text(self, name: str, default: str | None = None) -> str:
        value = self.fields.get(name, default)
        if not isinstance(value, str):
            raise RefusedError(400, f"{name} must be a text")
        return value

    def number(self, name: str, default: float, least: float, most: float) -> float:
        value = self.fields.get(name, default)
        if not is_number(value) or not least <= value <= most:  # NaN fails the comparison.
            raise RefusedError(400, f"{name} must be a number from {least:g} to {most:g}")
        return value

    def flag(self, name: str, default: bool = False) -> bool:
        value = self.fields.get(name, default)
        if not isinstance(value, bool):
            raise RefusedError(400, f"{name} must be true or false")
        return value

    def choice(self, name: str, known: tuple[str, ...], default: str | None = None) -> str:
        value = self.fields.get(name, default)
        if value not in known:
            raise RefusedError(400, f"{name} must be one of {', '.join(known)}")
        return str(value)

    def level(self) -> Level:
        """The level of the request."""
        return read_drawing(self.fields.get("rows"))

    def levels(self, most: int) -> list[Level]:
        """Levels with their metadata."""
        given = self.fields.get("levels")
        if not isinstance(given, list) or not 1 <= len(given) <= most:
            raise RefusedError(400, f"levels must be a list of 1 to {most:,} levels")
        return [_read_level(Body(one if isinstance(one, dict) else {})) for one in given]

    def moves(self, name: str = "moves") -> str:
        """Moves as LURD, in plain letters."""
        moves = self.text(name, "")
        if len(moves) > MAX_MOVES:
            raise RefusedError(400, f"{name} must be at most {MAX_MOVES:,} moves")
        if not set(moves) <= set("lurdLURD"):
            raise RefusedError(400, f"{name} must be a text of the letters lurdLURD")
        return moves


async def read_body(request: Request, max_bytes: int) -> Body:
    """Read the JSON object of a request. Never holds more than `max_bytes` of it."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RefusedError(415, "the body must be application/json")
    try:
        data = await asyncio.wait_for(_receive(request, max_bytes), SECONDS_TO_SEND_BODY)
    except asyncio.TimeoutError:
        raise RefusedError(408, f"the body took over {SECONDS_TO_SEND_BODY:g} seconds") from None
    except ClientDisconnect:
        raise RefusedError(400, "the body ended before its time") from None
    try:
        fields = json.loads(data)
    except (ValueError, RecursionError):
        raise RefusedError(400, "the body is not JSON") from None
    if not isinstance(fields, dict):
        raise RefusedError(400, "the body must be a JSON object")
    return Body(fields)


async def _receive(request: Request, max_bytes: int) -> bytes:
    too_large = RefusedError(413, f"the body is larger than {max_bytes // 1024:,} KiB")
    announced = request.headers.get("content-length", "0")
    if not announced.isdecimal() or int(announced[:20]) > max_bytes:
        raise too_large
    chunks, size = [], 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > max_bytes:
            raise too_large
        chunks.append(chunk)
    return b"".join(chunks)


def read_drawing(rows: object) -> Level:
    """The level of these rows."""
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise RefusedError(400, "rows must be a list of texts")
    if len(rows) > MAX_HEIGHT or any(len(row) > MAX_WIDTH for row in rows):
        raise RefusedError(400, f"rows must be at most {MAX_HEIGHT} texts of {MAX_WIDTH} symbols")
    try:
        return Level(rows=tuple(rows))
    except RearviewError as error:
        raise RefusedError(400, str(error)) from None


def _read_level(body: Body) -> Level:
    drawn = body.level()
    solution = body.moves("solution")
    return Level(
        rows=drawn.rows,
        title=body.text("title", ""),
        author=body.text("author", ""),
        comment=body.text("comment", ""),
        solutions=(solution,) if solution else (),
    )
