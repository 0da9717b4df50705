"""How `rearview solve` and `rearview optimise` show results."""

from __future__ import annotations

import sys

from rearview.cli.terminal import say_now
from rearview.reporters.solve import SolveReporter
from rearview.reporters.solve_json import JsonReporter
from rearview.reporters.solve_text import LineReporter, SokReporter


def choose_reporter(
    as_json: bool,
    has_output: bool,
    level_count: int,
    max_seconds: float,
    is_many: bool,
    counts_seconds: bool = True,
) -> SolveReporter:
    """JSON or text for a pipe, a live display for a terminal."""
    if as_json:
        return JsonReporter(say_now)
    if not sys.stdout.isatty():
        return LineReporter(say_now) if has_output else SokReporter(say_now)
    from rich.console import Console

    from rearview.reporters.solve_live import LiveReporter

    return LiveReporter(
        Console(highlight=False),
        level_count,
        max_seconds,
        has_output,
        at_once=is_many,
        counts_seconds=counts_seconds,
    )
