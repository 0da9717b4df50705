"""`rearview show`: a level as it starts, and what is wrong with it."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from rearview.cli.drawing import draw_coloured, draw_plain, explain
from rearview.cli.exit_codes import ExitCode, worse
from rearview.cli.marks import Marks, find_marks
from rearview.cli.terminal import say, wants_colour
from rearview.levels import Level, Problem, ProblemKind, Severity, load_levels, validate

_COLOURS = {Severity.INVALID: "red", Severity.UNSOLVABLE: "red", Severity.WARNING: "yellow"}


def show(
    what: Annotated[
        str,
        typer.Argument(metavar="WHAT", help="A file, - or a bundled collection, perhaps with :N."),
    ],
    marks: Annotated[
        bool, typer.Option(help="Mark dead squares and boxes that can never move.")
    ] = True,
) -> None:
    """Draw levels, and say what is wrong with them.

    Dead squares, where a box is lost, and frozen boxes, which never move again, are marked. The
    exit code is 2 when a level is invalid and 3 when one is provably unsolvable.

    \b
    Examples:
      rearview show microban:7
      rearview show xsokoban:1-3
      rearview show --no-marks microban:7 > level.xsb
      rearview show level.xsb
    """
    collection = load_levels(what)
    code = ExitCode.SOLVED
    for position, level in enumerate(collection):
        if position:
            say("")
        problems = validate(level)
        _show_level(f"{collection.name}:{level.index}", level, problems, marks)
        code = worse(code, _exit_code(problems))
    raise typer.Exit(code)


def _show_level(name: str, level: Level, problems: tuple[Problem, ...], marked: bool) -> None:
    say("  ".join(filter(None, (name, level.title, level.author and f"by {level.author}"))))
    say(f"{level.width}x{level.height}, {level.box_count} boxes, {level.target_count} targets")
    if not any(problem.kind is ProblemKind.TOO_LARGE for problem in problems):
        say("")
        _draw(level, _marks_of(level, problems, marked))
    if problems:
        say("")
    for problem in problems:
        say(f"{problem.severity.value}: {problem}", _COLOURS[problem.severity])


def _marks_of(level: Level, problems: tuple[Problem, ...], marked: bool) -> Marks:
    if not marked or any(problem.severity is Severity.INVALID for problem in problems):
        return Marks()
    return find_marks(level)


def _draw(level: Level, marks: Marks) -> None:
    coloured = wants_colour(sys.stdout)
    if coloured:
        from rich.console import Console

        Console(highlight=False).print(draw_coloured(level, marks), soft_wrap=True)
    else:
        say(draw_plain(level, marks))
    if legend := explain(marks, coloured):
        say(f"\n{legend}")


def _exit_code(problems: tuple[Problem, ...]) -> ExitCode:
    severities = {problem.severity for problem in problems}
    if Severity.INVALID in severities:
        return ExitCode.BAD_INPUT
    return ExitCode.UNSOLVABLE if Severity.UNSOLVABLE in severities else ExitCode.SOLVED
