"""Text for a terminal or a pipe; colour only on terminals that support it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, Literal, TextIO

import typer

from rearview.output.text import printable
from rearview.reporters.palette import BLUE, GREEN, ORANGE, RED

Colour = Literal["green", "yellow", "red", "cyan"]

_READABLE: Final[dict[Colour, int]] = {"green": GREEN, "yellow": ORANGE, "red": RED, "cyan": BLUE}
_SHOW_CURSOR = "\x1b[?25h"


def is_dumb() -> bool:
    """Whether the terminal can only write one line after the other."""
    return os.environ.get("TERM") in ("dumb", "unknown")


def wants_colour(stream: TextIO) -> bool:
    """On a terminal, unless NO_COLOR is set (https://no-color.org) or the terminal is dumb."""
    if os.environ.get("NO_COLOR") or is_dumb():
        return False
    return stream.isatty()


def say(text: str, colour: Colour | None = None) -> None:
    """One line on standard output."""
    typer.echo(coloured(text, colour) if colour and wants_colour(sys.stdout) else text)


def say_now(line: str) -> None:
    """One line, flushed, so that the reader of a pipe gets it at once."""
    say(line)
    sys.stdout.flush()


def print_error(text: str) -> None:
    """One red line on standard error, with control characters removed.

    If it cannot be written, that is ignored: the exit code still reports the error.
    """
    line = f"rearview: {printable(text)}"
    with suppress(OSError):
        typer.echo(coloured(line, "red") if wants_colour(sys.stderr) else line, err=True)


def coloured(text: str, colour: Colour) -> str:
    """Readable on any background, where a terminal has more than sixteen colours."""
    has_more = "256" in os.environ.get("TERM", "") or os.environ.get("COLORTERM")
    return typer.style(text, fg=_READABLE[colour] if has_more else colour)


def show_cursor() -> None:
    """Show the cursor again, in case a display was interrupted after hiding it."""
    stream = sys.__stdout__  # A display replaces `sys.stdout`.
    if stream is not None and stream.isatty() and not is_dumb():
        stream.write(_SHOW_CURSOR)
        stream.flush()


def align(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns two spaces apart; columns of numbers are right-aligned."""
    columns = list(zip(*rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    numeric = [all(cell.isdecimal() for cell in column[1:]) for column in columns]
    return [
        "  ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, numeric, strict=True)
        ).rstrip()
        for row in rows
    ]
