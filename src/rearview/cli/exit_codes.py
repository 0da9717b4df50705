"""Exit codes; documented for users in docs/exit-codes.md."""

from __future__ import annotations

from enum import IntEnum

from rearview.result import Outcome


class ExitCode(IntEnum):
    SOLVED = 0
    """Everything asked for was done: solved, valid, shown."""
    UNSOLVED = 1
    """Something is not solved: no solution was found or given, or a given one is wrong."""
    BAD_INPUT = 2
    """Bad usage, a file that cannot be read, or an invalid level."""
    UNSOLVABLE = 3
    """Something is proven unsolvable, and nothing worse happened."""
    BUG = 70
    """rearview itself failed."""
    INTERRUPTED = 130
    PIPE_CLOSED = 141
    """The reader of the output stopped reading."""


_BEST_FIRST = (ExitCode.SOLVED, ExitCode.UNSOLVABLE, ExitCode.UNSOLVED, ExitCode.BAD_INPUT)


_OF_OUTCOMES = {
    Outcome.SOLVED: ExitCode.SOLVED,
    Outcome.UNSOLVED: ExitCode.UNSOLVED,
    Outcome.UNSOLVABLE: ExitCode.UNSOLVABLE,
    Outcome.INVALID: ExitCode.BAD_INPUT,
}


def exit_code_of(outcome: Outcome) -> ExitCode:
    """The exit code for a level with this outcome."""
    return _OF_OUTCOMES[outcome]


def worse(one: ExitCode, other: ExitCode) -> ExitCode:
    """The exit code when both happened."""
    return max(one, other, key=_BEST_FIRST.index)
