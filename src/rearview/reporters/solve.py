"""The base of the reporters of `rearview solve`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from rearview.levels import Level
from rearview.output.counting import counted
from rearview.output.text import printable
from rearview.parallel.batch import Ended, Event
from rearview.reporters.reporter import Reporter
from rearview.result import Outcome, Result, StopReason
from rearview.shortening import AnyProgress


@dataclass(frozen=True, slots=True)
class NamedLevel:
    """One of the levels to be solved."""

    number: int
    """From 0, in the given order."""
    name: str
    """The name for users: `microban:7`."""
    level: Level

    @property
    def shown(self) -> str:
        """The name as one safe line: a path may contain control characters."""
        return printable(self.name)


SolveEvent = Event[NamedLevel, Result]


class SolveReporter(Reporter[SolveEvent]):
    """Also receives the progress of a search in this process."""

    any_order = False
    """Whether it shows results as they are known, and not in the order of the levels."""

    def progress(self, progress: AnyProgress) -> None:
        """Show the progress of a level."""

    def watch(self, describe_workers: Callable[[], str]) -> None:
        """Show, while levels are solved in parallel, what there is to say of the workers."""


class PipeReporter(SolveReporter):
    """Shows nothing of a level until it ends."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write

    def show(self, event: SolveEvent) -> None:
        if isinstance(event, Ended):
            self.end(event.task, event.record)

    @abstractmethod
    def end(self, named: NamedLevel, result: Result) -> None:
        """Write a result."""


_REASON_WORDS = {
    StopReason.NODES: "out of nodes",
    StopReason.TIME: "out of time",
    StopReason.MEMORY: "out of memory",
    StopReason.CANCELLED: "cancelled",
    StopReason.MOVES: "too long",
    StopReason.CRASHED: "crashed",
}


def summarise(result: Result) -> str:
    """A result in one line: `solved: 33 moves, 8 pushes`."""
    word = result.outcome.value
    if result:
        length = f"{counted(result.moves, 'move')}, {counted(result.pushes, 'push')}"
        return f"{word}: {length}{_describe_gain(result)}{_describe_proof(result)}"
    why = [_REASON_WORDS[result.reason]] if result.reason else []
    if result.error:
        why.append(result.error)
    elif result.outcome is Outcome.UNSOLVABLE:
        why.append("the search left nothing out and found no solution")
    return f"{word}: {': '.join(why)}"


def _describe_gain(result: Result) -> str:
    """` (12 moves and 2 pushes fewer)`, if a solution was shortened."""
    if result.moves_before is None or result.pushes_before is None:
        return ""
    gains = (
        (result.moves_before - result.moves, "move"),
        (result.pushes_before - result.pushes, "push"),
    )
    fewer = " and ".join(counted(gain, unit) for gain, unit in gains if gain > 0)
    more = " and ".join(counted(-gain, unit) for gain, unit in gains if gain < 0)
    words = [*([f"{fewer} fewer"] if fewer else []), *([f"{more} more"] if more else [])]
    return f" ({', '.join(words)})" if words else " (as before)"


def _describe_proof(result: Result) -> str:
    """`, optimal in pushes`, or how far from optimal the solution can be."""
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
