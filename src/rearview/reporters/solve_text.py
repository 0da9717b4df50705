"""Results as plain text for a pipe.

Either one line per level, or a .sok file that `rearview verify -` reads: solved levels with their
solutions, and the others in lines that readers of the format skip.
"""

from __future__ import annotations

from dataclasses import replace

from rearview.errors import RearviewError
from rearview.levels import Level, write_levels
from rearview.reporters.solve import NamedLevel, PipeReporter, summarise
from rearview.result import Result
from rearview.solution import verify


class LineReporter(PipeReporter):
    """One line per level."""

    def end(self, named: NamedLevel, result: Result) -> None:
        self._write(f"{named.shown}  {summarise(result)}")


class SokReporter(LineReporter):
    """The text of a .sok file, one level at a time."""

    def end(self, named: NamedLevel, result: Result) -> None:
        self._write(f":: {named.shown}  {summarise(result)}")
        if result:
            self._write(write_levels([solved_level(named.level, result)]))


def solved_level(level: Level, result: Result) -> Level:
    """The level with the solution found; otherwise with the valid ones of its file."""
    if result:
        return replace(level, solutions=(result.lurd,))
    return replace(level, solutions=tuple(one for one in level.solutions if _solves(level, one)))


def _solves(level: Level, solution: str) -> bool:
    try:
        return bool(verify(level, solution))
    except RearviewError:
        return False
