"""`rearview verify`: does a solution solve its level?"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from rearview.cli.exit_codes import ExitCode, worse
from rearview.cli.positions import load_named
from rearview.cli.terminal import say
from rearview.errors import LevelError, OptionError, SolutionError
from rearview.levels import Level, Severity, validate
from rearview.output.counting import counted
from rearview.output.text import printable
from rearview.solution import verify as replay

_LURD = re.compile(r"[lurdLURD0-9()\s]*")


def verify(
    what: Annotated[
        list[str],
        typer.Argument(
            metavar="WHAT... [LURD]",
            help="Files with solutions, or - for standard input; :N, :A-B or :A,B,C selects "
            "levels. After a single level, LURD is the solution to replay.",
        ),
    ],
) -> None:
    """Replay solutions and say why one fails.

    The solutions come from the files, or one from the command line: l, u, r, d for moves, L, U, R,
    D for pushes (lower case works for both). The name of a file or a bundled collection is never
    read as a solution.

    Exit code: 1 if a level has no solution or a wrong one, 2 if a level is invalid.

    \b
    Examples:
      rearview verify solved.sok
      rearview verify solved.sok:1-3
      rearview verify - < solved.sok
      rearview verify microban:1 dlUrrrdLullddrUluRuulDrddrruLdlUU
    """
    tasks = _load(what)
    code = ExitCode.SOLVED
    solved = 0
    for name, level in tasks:
        level_code = _verify_level(printable(name), level)
        solved += level_code is ExitCode.SOLVED
        code = worse(code, level_code)
    say(f"{solved} of {len(tasks)} solved", "green" if solved == len(tasks) else "red")
    raise typer.Exit(code)


def _load(what: list[str]) -> list[tuple[str, Level]]:
    """Levels by name, with their solutions."""
    *names, last = what
    has_lurd = bool(names) and _is_lurd(last)
    tasks = load_named(names if has_lurd else what)
    if not has_lurd:
        return tasks
    if len(tasks) != 1:
        has = f"{' '.join(names)} has {counted(len(tasks), 'level')}"
        raise OptionError(f"a solution on the command line needs a single level: {has}")
    ((name, level),) = tasks
    return [(name, replace(level, solutions=(last,)))]


def _is_lurd(text: str) -> bool:
    if not _LURD.fullmatch(text):
        return False
    try:
        return not Path(text).is_file()
    except OSError:
        return True  # Too long for the name of a file.


def _verify_level(name: str, level: Level) -> ExitCode:
    if not level.solutions:
        wrong = [one for one in validate(level) if one.severity is Severity.INVALID]
        if wrong:
            say(f"{name}  invalid: {'; '.join(map(str, wrong))}", "red")
            return ExitCode.BAD_INPUT
        say(f"{name}  no solution", "yellow")
        return ExitCode.UNSOLVED
    code = ExitCode.SOLVED
    for solution in level.solutions:
        code = worse(code, _verify_solution(name, level, solution))
    return code


def _verify_solution(name: str, level: Level, solution: str) -> ExitCode:
    try:
        played = replay(level, solution)
    except LevelError as error:
        say(f"{name}  invalid: {error}", "red")
        return ExitCode.BAD_INPUT
    except SolutionError as error:
        say(f"{name}  wrong: {error}", "red")
        return ExitCode.UNSOLVED
    if not played:
        say(f"{name}  wrong: {played.reason}", "red")
        return ExitCode.UNSOLVED
    length = f"{counted(played.moves, 'move')}, {counted(played.pushes, 'push')}"
    say(f"{name}  solved: {length}", "green")
    return ExitCode.SOLVED
