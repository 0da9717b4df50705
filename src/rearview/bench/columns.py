"""Readers for the columns of a result, because SQLite accepts any value in any column."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from math import inf
from typing import Any, Final

from rearview.result import Outcome, StopReason

Columns = Mapping[str, Callable[[object], Any]]
"""By name. A reader raises ValueError for a value that rearview did not write."""


def read_text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("no text")
    return value


def _lurd(value: object) -> str:
    if not set(read_text(value)) <= set("lurdLURD"):
        raise ValueError("no solution")
    return read_text(value)


def read_date(value: object) -> str:
    """In the format of a store, so that dates can be compared and printed."""
    if datetime.fromisoformat(read_text(value)).isoformat(timespec="milliseconds") != value:
        raise ValueError("no date")
    return read_text(value)


def _count(value: object) -> int:
    if not isinstance(value, int) or value < 0:
        raise ValueError("no count")
    return value


def _maybe_count(value: object) -> int | None:
    return None if value is None else _count(value)


def _ordinal(value: object) -> int:
    if _count(value) == 0:
        raise ValueError("counted from 1")
    return _count(value)


def _maybe_ordinal(value: object) -> int | None:
    return None if value is None else _ordinal(value)


def _seconds(value: object) -> float:
    if not isinstance(value, float) or not 0 <= value < inf:
        raise ValueError("no time")
    return value


def read_before(number: int, value: object) -> int | None:
    """A run can only continue an earlier one."""
    continued = _maybe_ordinal(value)
    if continued is not None and continued >= number:
        raise ValueError("not before")
    return continued


def _flag(value: object) -> bool:
    return bool(_count(value))


def _maybe_reason(value: object) -> StopReason | None:
    return None if value is None else StopReason(value)


KEY: Final[Columns] = {
    "collection": read_text, "level_index": _ordinal, "level_hash": read_text,
}  # fmt: skip
RESULT: Final[Columns] = {
    "outcome": Outcome, "reason": _maybe_reason, "error": read_text, "lurd": _lurd,
    "moves": _count, "pushes": _count, "seconds": _seconds, "backward_nodes": _count,
    "forward_nodes": _count, "backward_seconds": _seconds, "forward_seconds": _seconds,
    "rounds": _count, "met": _flag, "cleared": _flag, "backward_states": _count,
    "forward_states": _count, "backward_dead": _count, "forward_dead": _count,
    "is_optimal": _flag, "lower_bound": _maybe_count,
}  # fmt: skip
COLUMNS: Final[Columns] = {
    **KEY, **RESULT, "trajectory_length": _count, "attempts": _ordinal, "recorded_at": read_date,
    "taken_from": _maybe_ordinal, "host": _maybe_ordinal,
}  # fmt: skip
