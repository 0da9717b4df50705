"""`rearview verify`: do the solutions in a file solve its levels?"""

from __future__ import annotations

from typing import Annotated

import typer

from rearview.cli.exit_codes import ExitCode, worse
from rearview.cli.terminal import say
from rearview.counting import counted
from rearview.errors import LevelError, SolutionError
from rearview.levels import Level, Severity, load_levels, validate
from rearview.levels.scanning import printable
from rearview.solution import verify as replay


def verify(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...",
            help="Files with solutions, or - for standard input; :N, :A-B or :A,B,C picks levels.",
        ),
    ],
) -> None:
    """Replay the solutions in a file, and say why one fails.

    The exit code is 1 when a level has no solution or a wrong one.

    \b
    Examples:
      rearview verify solved.sok
      rearview verify solved.sok:1-3
      rearview verify - < solved.sok
    """
    collections = [load_levels(file) for file in files]
    code = ExitCode.SOLVED
    solved = 0
    for collection in collections:
        for level in collection:
            level_code = _verify_level(printable(f"{collection.name}:{level.index}"), level)
            solved += level_code is ExitCode.SOLVED
            code = worse(code, level_code)
    total = sum(map(len, collections))
    say(f"{solved} of {total} solved", "green" if solved == total else "red")
    raise typer.Exit(code)


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
        verdict = replay(level, solution)
    except LevelError as error:
        say(f"{name}  invalid: {error}", "red")
        return ExitCode.BAD_INPUT
    except SolutionError as error:
        say(f"{name}  wrong: {error}", "red")
        return ExitCode.UNSOLVED
    if not verdict:
        say(f"{name}  wrong: {verdict.reason}", "red")
        return ExitCode.UNSOLVED
    length = f"{counted(verdict.moves, 'move')}, {counted(verdict.pushes, 'push')}"
    say(f"{name}  solved: {length}", "green")
    return ExitCode.SOLVED
