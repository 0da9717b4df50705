"""`ShortenedFile`: where `rearview optimise -o FILE` keeps the best solutions so far.

FILE is complete at any moment: each time a solution gets shorter, the file is replaced atomically.
No solution is ever replaced by a longer one. An existing FILE is read first: work continues from
its solutions of the same levels, and its other levels are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Final

from rearview.levels import Collection, Level, load_levels, write_levels
from rearview.objective import Objective
from rearview.output.files import OutputFile, write_file
from rearview.reporters.solve import NamedLevel
from rearview.shortening import given_solutions
from rearview.solution import parse_lurd, verify

_SECONDS_BETWEEN_WRITES: Final = 0.25
"""Large files take a while to write, and at first improvements come by the dozen."""


class ShortenedFile:
    """The best solutions of a run's levels, and the file that has them, if any."""

    def __init__(
        self,
        path: str | None,
        collections: Sequence[Collection],
        levels: Sequence[NamedLevel],
        objective: Objective,
    ) -> None:
        self._path = path
        self._is_device = path is not None and Path(path).exists() and not Path(path).is_file()
        self._objective = objective
        before = _read(path) if path is not None and not self._is_device else ()
        self._others = [one for one in before if not any(_is_same(one, n.level) for n in levels)]
        self._head = collections[0] if len(collections) == 1 else None
        self.levels = [replace(one, level=_with_solutions(one.level, before)) for one in levels]
        self._best = {one.number: self._shortest(one.level) for one in self.levels}
        self._is_behind = True
        self._next_write = 0.0

    def check(self) -> None:
        """Write what is known already. Raises OutputError if the file cannot be written."""
        if self._path is None:
            return
        if self._is_device:
            with OutputFile(self._path):
                return
        self._write()

    def keep(self, number: int, lurd: str) -> None:
        """Keep a solution that has been replayed, if it is the best."""
        level = self.levels[number].level
        best = self._shortest(replace(level, solutions=(*self._best[number].solutions, lurd)))
        if best.solutions == self._best[number].solutions:
            return
        self._best[number] = best
        self._is_behind = True

    def save(self, at_once: bool = False) -> None:
        """Write what is new, unless the file was written a moment ago."""
        if self._path is None or not self._is_behind or self._is_device:
            return
        if at_once or monotonic() >= self._next_write:
            self._write()

    def close(self) -> None:
        """Write everything. A device is written only now."""
        if self._is_device:
            self._write()
        self.save(at_once=True)

    def _write(self) -> None:
        assert self._path is not None
        levels = (*(self._best[number] for number in sorted(self._best)), *self._others)
        one = self._head
        write_file(self._path, write_levels(replace(one, levels=levels) if one else levels))
        self._is_behind = False
        self._next_write = monotonic() + _SECONDS_BETWEEN_WRITES

    def _shortest(self, level: Level) -> Level:
        """The level with only the best of its solutions; without any if none solves it."""
        solutions = sorted(map(parse_lurd, given_solutions(level)), key=self._length_in(level))
        return replace(level, solutions=tuple(solutions[:1]))

    def _length_in(self, level: Level) -> Callable[[str], tuple[int, int]]:
        def length(lurd: str) -> tuple[int, int]:
            played = verify(level, lurd)
            lengths = (played.moves, played.pushes)
            return lengths if self._objective is Objective.MOVES else lengths[::-1]

        return length


def _read(path: str) -> tuple[Level, ...]:
    return tuple(load_levels(path)) if Path(path).exists() else ()


def _is_same(one: Level, other: Level) -> bool:
    return one.rows == other.rows


def _with_solutions(level: Level, others: Sequence[Level]) -> Level:
    more = [lurd for other in others if _is_same(level, other) for lurd in other.solutions]
    return replace(level, solutions=(*level.solutions, *more))
