"""`Record`: what became of one level in one run."""

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
"""A search whose process died is tried once more: the machine may have been short of memory."""


@dataclass(frozen=True, slots=True)
class LevelKey:
    """Which level: where it was found, and what it is. A file may change between two runs.

    What it is stays the same when its drawing is turned around: see `levels.normalisation`.
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
        """As a user would name it: `microban:7`."""
        return f"{self.collection}:{self.index}"

    @property
    def shown(self) -> str:
        """The name for a line of text: a path may hold anything, even what upsets a terminal."""
        return printable(self.name)


@dataclass(frozen=True, slots=True)
class Record:
    """A result as the store keeps it: what has a column there, and of its trajectory the length."""

    key: LevelKey
    result: Result
    trajectory_length: int
    """States of the last hint."""
    attempts: int
    """How often the level was searched: 2 when the first process died, more when retried."""
    recorded_at: str
    """UTC, ISO 8601."""
    taken_from: int | None = None
    """The run in which the level was searched, with smaller limits, if that is another."""
    host: Host | None = None
    """The machine that has searched; None where that is not known, as in older stores."""

    @property
    def is_unsolved(self) -> bool:
        """Whether another search might end otherwise."""
        return self.result.outcome is Outcome.UNSOLVED

    @property
    def is_settled(self) -> bool:
        """Whether nothing is left to try."""
        return self.result.reason is not StopReason.CRASHED or self.attempts >= MAX_ATTEMPTS


def _hash(level: Level) -> str:
    try:
        return level_hash(level)
    except LevelError:  # Too large to be turned around; its drawing will do.
        return hashlib.sha256(str(level).encode("ascii")).hexdigest()
