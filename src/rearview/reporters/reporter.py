"""What every reporter of a solve can do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from rearview._core import Progress
from rearview.levels import Level
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
        return "".join(letter if letter.isprintable() else " " for letter in self.name)


class SolveReporter(Protocol):
    """Told of each level in order: begin and progress (one job only), then end."""

    def begin(self, task: Task) -> None: ...
    def progress(self, progress: Progress) -> None: ...
    def end(self, task: Task, result: Result) -> None: ...
    def close(self) -> None:
        """After the last level, or when something went wrong: leave the terminal clean."""


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


def counted(count: int, thing: str) -> str:
    """`1 push`, `8 pushes`."""
    many = f"{thing}es" if thing.endswith(("h", "x")) else f"{thing}s"
    return f"{count:,} {thing if count == 1 else many}"
