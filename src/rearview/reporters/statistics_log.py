"""The community's statistics log: one line per level, and a total.

Task      Time  Plugin          Result        Moves  Pushes  Level
   1      0.00  rearview 0.1.0  OK               33       8  microban:1

OK: 1 Failed: 0
"""

from __future__ import annotations

from rearview.bench.record import Record
from rearview.result import Result

HEADER = "Task      Time  Plugin          Result        Moves  Pushes  Level"


def log_line(number: int, record: Record, solver: str) -> str:
    """The line of a level: its result, solver and time in seconds."""
    result = record.result
    moves, pushes = (f"{result.moves}", f"{result.pushes}") if result else ("-", "-")
    return (
        f"{number:4}  {result.seconds:8.2f}  {solver:14}  {result_word(result):10}  "
        f"{moves:>7}  {pushes:>6}  {record.key.shown}"
    )


def result_word(result: Result) -> str:
    """`OK`, or why not: what ended the search, or what is wrong with the level."""
    if result:
        return "OK"
    return result.reason.value if result.reason else result.outcome.value


def total_line(solved: int, failed: int) -> str:
    return f"OK: {solved} Failed: {failed}"
