"""`rearview show`: draw a level and list its problems."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from rearview.cli.exit_codes import ExitCode, worse
from rearview.cli.options import Whats
from rearview.cli.positions import load_named
from rearview.cli.terminal import Colour, say, wants_colour
from rearview.levels import (
    Level,
    Problem,
    ProblemKind,
    Severity,
    validate,
    write_levels,
)
from rearview.marks import Marks, find_marks
from rearview.output.counting import counted
from rearview.output.text import printable
from rearview.reporters.boards import colour_rows
from rearview.reporters.marked_boards import (
    draw_coloured,
    draw_plain,
    explain_colours,
    explain_letters,
)

if TYPE_CHECKING:
    from rich.text import Text

_COLOURS: dict[Severity, Colour] = {
    Severity.INVALID: "red",
    Severity.UNSOLVABLE: "red",
    Severity.WARNING: "yellow",
}

_REMARK = ":: "
"""Begins a line that readers of a .sok file skip."""


def show(
    what: Whats,
    marks: Annotated[bool, typer.Option(help="Mark dead squares, lost and frozen boxes.")] = True,
    difficulty: Annotated[
        bool, typer.Option("--difficulty", help="Solve it and estimate its difficulty (10 s).")
    ] = False,
) -> None:
    """Draw levels and list their problems.

    Marked on the board, and explained below it: dead squares, where a box is lost; frozen boxes,
    which can never move again; and lost boxes, which can move but never reach a target. With
    --no-marks, the output is a .sok file: levels with titles, authors, comments and solutions.
    --difficulty solves a level, and estimates from the solution how hard it is.

    Exit code: 2 if a level is invalid, 3 if one is proven unsolvable.

    \b
    Examples:
      rearview show microban:7
      rearview show xsokoban:1-3
      rearview show --no-marks microban:7 > level.xsb
      rearview show level.xsb microban2:5
      rearview show microban:7 --difficulty
    """
    show_level = _show_marked if marks else _show_bare
    code = ExitCode.SOLVED
    for position, (name, level) in enumerate(load_named(what)):
        if position:
            say("")
        problems = validate(level)
        show_level(printable(name), level, problems)
        if difficulty:
            _say_difficulty(level, problems, "" if marks else _REMARK)
        code = worse(code, _exit_code(problems))
    raise typer.Exit(code)


def _show_marked(name: str, level: Level, problems: tuple[Problem, ...]) -> None:
    """For people: name and author, the board with marks, and what they mean."""
    say("  ".join(filter(None, (name, level.title, level.author and f"by {level.author}"))))
    say(_measure(level))
    if _is_drawable(problems):
        say("")
        _draw(level, _marks_of(level, problems))
    if problems:
        say("")
    _say_problems(problems)


def _show_bare(name: str, level: Level, problems: tuple[Problem, ...]) -> None:
    """As .sok text; everything else is in lines that its readers skip."""
    say(f"{_REMARK}{name}  {_measure(level)}")
    _say_problems(problems, _REMARK)
    if not _is_drawable(problems):
        return
    lines = write_levels([level]).splitlines()
    if wants_colour(sys.stdout):
        _print(colour_rows(lines[: level.height]))
        lines = lines[level.height :]
    for line in lines:
        say(line)


def _measure(level: Level) -> str:
    boxes, targets = counted(level.box_count, "box"), counted(level.target_count, "target")
    return f"{level.width}x{level.height}, {boxes}, {targets}"


def _is_drawable(problems: tuple[Problem, ...]) -> bool:
    return not any(problem.kind is ProblemKind.TOO_LARGE for problem in problems)


def _say_problems(problems: tuple[Problem, ...], before: str = "") -> None:
    for problem in problems:
        say(f"{before}{problem.severity.value}: {problem}", _COLOURS[problem.severity])


def _say_difficulty(level: Level, problems: tuple[Problem, ...], before: str) -> None:
    if any(problem.severity is not Severity.WARNING for problem in problems):
        return
    # Imported on demand: it takes as long as everything else.
    from rearview.difficulty import estimate_difficulty
    from rearview.reporters.difficulty import describe_difficulty

    if not before:
        say("")
    say(f"{before}{describe_difficulty(estimate_difficulty(level))}", "cyan")


def _marks_of(level: Level, problems: tuple[Problem, ...]) -> Marks:
    if any(problem.severity is Severity.INVALID for problem in problems):
        return Marks()
    return find_marks(level)


def _draw(level: Level, marks: Marks) -> None:
    if wants_colour(sys.stdout):
        _print(draw_coloured(level, marks))
        legend = explain_colours(marks)
    else:
        drawing = draw_plain(level, marks)
        say(drawing)
        legend = explain_letters(drawing)
    for line in ("", *legend) if legend else ():
        say(line)


def _print(text: Text) -> None:
    from rich.console import Console

    Console(highlight=False).print(text, soft_wrap=True)


def _exit_code(problems: tuple[Problem, ...]) -> ExitCode:
    severities = {problem.severity for problem in problems}
    if Severity.INVALID in severities:
        return ExitCode.BAD_INPUT
    return ExitCode.UNSOLVABLE if Severity.UNSOLVABLE in severities else ExitCode.SOLVED
