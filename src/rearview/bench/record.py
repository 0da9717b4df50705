"""`Record`: the result of one level in one run."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

from rearview.errors import LevelError
from rearview.levels import Level, level_hash
from rearview.output.text import escape_undecodable, printable
from rearview.parallel.host import Host
from rearview.result import Outcome, Result, StopReason

MAX_ATTEMPTS: Final = 2
"""A search whose process died is tried once more: the machine may have been out of memory."""


@dataclass(frozen=True, slots=True)
class LevelKey:
    """Which level: its place and its content, as files may change between runs.

    The hash is the same for rotations and reflections: see `levels.normalisation`.
    """

    collection: str
    index: int
    """From 1."""
    level_hash: str

    @classmethod
    def of(cls, collection: str, level: Level) -> LevelKey:
        return cls(escape_undecodable(collection), level.index, _hash(level))

    @property
    def name(self) -> str:
        """The name for users: `microban:7`."""
        return f"{self.collection}:{self.index}"

    @property
    def shown(self) -> str:
        """The name as one safe line: a path may contain control characters."""
        return printable(self.name)


@dataclass(frozen=True, slots=True)
class Record:
    """A result as stored: every field with a column, and the length of the trajectory."""

    key: LevelKey
    result: Result
    trajectory_length: int
    """States of the last hint."""
    attempts: int
    """How often the level was searched: 2 if the first process died, more if retried."""
    recorded_at: str
    """UTC, ISO 8601."""
    taken_from: int | None = None
    """The run that searched the level, with lower limits, if it is another one."""
    host: Host | None = None
    """The machine that searched; None if unknown, as in older stores."""

    @property
    def is_unsolved(self) -> bool:
        """Whether another search could have another outcome."""
        return self.result.outcome is Outcome.UNSOLVED

    @property
    def is_settled(self) -> bool:
        """Whether there is nothing left to try."""
        return self.result.reason is not StopReason.CRASHED or self.attempts >= MAX_ATTEMPTS


def _hash(level: Level) -> str:
    try:
        return level_hash(level)
    except LevelError:  # Too large to be normalised; its drawing will do.
        return hashlib.sha256(str(level).encode("ascii")).hexdigest()
