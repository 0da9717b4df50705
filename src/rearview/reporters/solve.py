"""What every reporter of a solve can do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from rearview._core import Progress
from rearview.levels import Level
from rearview.output.counting import counted
from rearview.output.text import printable
from rearview.result import Outcome, Result, StopReason


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
    """Told of each level: begin and progress, or begin_all for those searched at once, then end."""

    any_order: bool
    """Whether it takes results as they are known, and not in the order of the levels."""

    def begin_all(self) -> None: ...
    def begin(self, task: Task) -> None: ...
    def progress(self, progress: Progress) -> None: ...
    def end(self, task: Task, result: Result) -> None: ...
    def close(self) -> None:
        """After the last level, or when something went wrong: leave the terminal clean.

        A second call does nothing.
        """


class PipeReporter:
    """The part of a reporter that says nothing of a level until it ends."""

    any_order = False

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write

    def begin_all(self) -> None:
        pass

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
        length = f"{counted(result.moves, 'move')}, {counted(result.pushes, 'push')}"
        return f"{word}: {length}{_describe_proof(result)}"
    why = [_REASON_WORDS[result.reason]] if result.reason else []
    if result.error:
        why.append(result.error)
    elif result.outcome is Outcome.UNSOLVABLE:
        why.append("the search left nothing out and found no solution")
    return f"{word}: {': '.join(why)}"


def _describe_proof(result: Result) -> str:
    """`, optimal in pushes`, or how far from it the solution can be."""
    if result.objective is None:
        return ""
    name = result.objective.value
    if result.is_optimal:
        return f", optimal in {name}"
    if result.lower_bound is None:
        return ", not proven optimal"
    gap = getattr(result, name) - result.lower_bound
    unit = {"moves": "move", "pushes": "push"}[name]
    return f", at most {counted(gap, unit)} above the optimum" if gap else f", optimal in {name}"
