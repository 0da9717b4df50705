"""What every reporter of a solve can do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from rearview._core import Progress
from rearview.counting import counted
from rearview.levels import Level
from rearview.levels.scanning import printable
from rearview.result import Result, SolveOutcome, StopReason


@dataclass(frozen=True, slots=True)
class Task:
    """One level to be solved."""

    name: str
    """As a user would name it: `microban:7`."""
    level: Level

    @property
    def shown(self) -> str:
        """The name for a line of text: a path may hold anything, even what upsets a terminal."""
        return printable(self.name)


class SolveReporter(Protocol):
    """Told of each level in order: begin and progress (one job only), then end."""

    def begin(self, task: Task) -> None: ...
    def progress(self, progress: Progress) -> None: ...
    def end(self, task: Task, result: Result) -> None: ...
    def close(self) -> None:
        """After the last level, or when something went wrong: leave the terminal clean."""


class PipeReporter:
    """The part of a reporter that says nothing of a level until it ends."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write

    def begin(self, task: Task) -> None:
        pass

    def progress(self, progress: Progress) -> None:
        pass

    def close(self) -> None:
        pass


_REASON_WORDS = {
    StopReason.NODES: "out of nodes",
    StopReason.TIME: "out of time",
    StopReason.MEMORY: "out of memory",
    StopReason.CANCELLED: "cancelled",
    StopReason.MOVES: "too long",
    StopReason.CRASHED: "crashed",
}


def summarise(result: Result) -> str:
    """A result in a few words: `solved: 33 moves, 8 pushes`."""
    word = result.outcome.value
    if result:
        return f"{word}: {counted(result.moves, 'move')}, {counted(result.pushes, 'push')}"
    why = [_REASON_WORDS[result.reason]] if result.reason else []
    if result.error:
        why.append(result.error)
    elif result.outcome is SolveOutcome.UNSOLVABLE:
        why.append("the search left nothing out and found no solution")
    return f"{word}: {': '.join(why)}"
