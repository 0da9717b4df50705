"""Totals of a run's records, and the differences between two runs."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rearview.bench.record import LevelKey, Record
from rearview.levels import Level
from rearview.shortening import given_solutions
from rearview.solution import verify

_COUNTS = tuple(
    f"{agent}_{what}" for what in ("nodes", "states", "dead") for agent in ("backward", "forward")
)
_STEPS = (1, 2, 5)
_SMALLEST_STEP = 0.01


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals of a run."""

    levels: int
    solved: int
    seconds: float
    """Of all searches together."""
    solved_seconds: float
    """Of the searches that solved their level."""
    backward_nodes: int
    """Expansions."""
    forward_nodes: int
    backward_states: int
    """States in the trees; 0 beside nodes if the store does not have it."""
    forward_states: int
    backward_dead: int
    """Leaves that a costly detector found dead: chosen, but not expanded."""
    forward_dead: int
    moves: int
    pushes: int

    @property
    def failed(self) -> int:
        return self.levels - self.solved


def total(records: Iterable[Record]) -> Totals:
    """The totals of some records."""
    results = [record.result for record in records]
    solved = [result for result in results if result]
    return Totals(
        levels=len(results),
        solved=len(solved),
        seconds=sum(result.seconds for result in results),
        solved_seconds=sum(result.seconds for result in solved),
        **{name: sum(getattr(result, name) for result in results) for name in _COUNTS},
        moves=sum(result.moves for result in solved),
        pushes=sum(result.pushes for result in solved),
    )


def seconds_by_processor(records: Iterable[Record]) -> dict[str, float]:
    """Time spent on each kind of processor, the largest first; an empty name is unknown.

    Times on different processors should not be added up.
    """
    seconds: defaultdict[str, float] = defaultdict(float)
    for record in records:
        seconds["" if record.host is None else record.host.processor] += record.result.seconds
    return dict(sorted(seconds.items(), key=lambda item: -item[1]))


def times_to_solve(records: Iterable[Record]) -> list[float]:
    """The seconds of each solved level, sorted: after the n-th, n levels are solved."""
    return sorted(record.result.seconds for record in records if record.result)


def solved_over_time(records: Sequence[Record]) -> list[tuple[float, int]]:
    """How many levels are solved within 0.01, 0.02, 0.05, ... seconds, until all are."""
    times = times_to_solve(records)
    table: list[tuple[float, int]] = []
    scale = _SMALLEST_STEP
    while times and (not table or table[-1][1] < len(times)):
        for step in _STEPS:
            seconds = round(step * scale, 2)
            table.append((seconds, bisect_right(times, seconds)))
            if table[-1][1] == len(times):
                break
        scale *= 10
    return table


BestKnown = Mapping[str, tuple[int, int]]
"""The fewest known moves and pushes of a level, by its hash."""


def best_known(levels: Iterable[Level]) -> BestKnown:
    """The best valid solutions of levels."""
    best: dict[str, tuple[int, int]] = {}
    for level in levels:
        key = LevelKey.of("", level).level_hash
        for lurd in given_solutions(level):
            played = verify(level, lurd)
            moves, pushes = best.get(key, (played.moves, played.pushes))
            best[key] = (min(moves, played.moves), min(pushes, played.pushes))
    return best


@dataclass(frozen=True, slots=True)
class Pair:
    """One level in two runs; None if a run does not have it."""

    key: LevelKey
    first: Record | None
    second: Record | None


def compare(first: Iterable[Record], second: Iterable[Record]) -> list[Pair]:
    """Two runs level by level, in the order of the first; levels of the second alone come last."""
    before = {record.key: record for record in first}
    after = {record.key: record for record in second}
    keys = dict.fromkeys([*before, *after])
    return [Pair(key, before.get(key), after.get(key)) for key in keys]
