"""What a command's exit code says; documented for users in docs/exit-codes.md."""

from __future__ import annotations

from enum import IntEnum

from rearview.result import Outcome


class ExitCode(IntEnum):
    SOLVED = 0
    """Everything asked for was done: solved, valid, shown."""
    UNSOLVED = 1
    """Something is not solved: no solution was found or given, or a given one is wrong."""
    BAD_INPUT = 2
    """Bad usage, a file that cannot be read, or a level that is not one."""
    UNSOLVABLE = 3
    """Something provably has no solution, and nothing worse happened."""
    BUG = 70
    """rearview itself failed."""
    INTERRUPTED = 130
    PIPE_CLOSED = 141
    """Whoever read the output stopped reading."""


_BEST_FIRST = (ExitCode.SOLVED, ExitCode.UNSOLVABLE, ExitCode.UNSOLVED, ExitCode.BAD_INPUT)


_OF_OUTCOMES = {
    Outcome.SOLVED: ExitCode.SOLVED,
    Outcome.UNSOLVED: ExitCode.UNSOLVED,
    Outcome.UNSOLVABLE: ExitCode.UNSOLVABLE,
    Outcome.INVALID: ExitCode.BAD_INPUT,
}


def exit_code_of(outcome: Outcome) -> ExitCode:
    """The code to report when one level ended so."""
    return _OF_OUTCOMES[outcome]


def worse(one: ExitCode, other: ExitCode) -> ExitCode:
    """The code to report when both happened."""
    return max(one, other, key=_BEST_FIRST.index)
