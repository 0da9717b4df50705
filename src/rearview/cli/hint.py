"""`rearview hint`: what to do next, as much of it as one wants to know."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from rearview.cli import options
from rearview.cli.exit_codes import ExitCode
from rearview.cli.positions import load_named, show_pointed
from rearview.cli.terminal import Colour, say
from rearview.errors import OptionError
from rearview.levels import Level
from rearview.limit import Limit
from rearview.model import Model
from rearview.output.counting import counted

if TYPE_CHECKING:
    from rearview.hinting import Hint

_COLOURS: dict[str, Colour] = {
    "next": "cyan",
    "solved": "green",
    "dead": "red",
    "not found": "yellow",
}
_CODES = {
    "next": ExitCode.SOLVED,
    "solved": ExitCode.SOLVED,
    "dead": ExitCode.UNSOLVABLE,
    "not found": ExitCode.UNSOLVED,
}
"""By what a hint says."""


def hint(
    what: options.OneWhat,
    after: options.After = "",
    detail: Annotated[
        int,
        typer.Option(
            metavar="1..4",
            help="1: which box; 2: where it goes; 3: the next push; 4: all the rest.",
        ),
    ] = 1,
    time_limit: options.TimeLimit = 10,
    memory: options.Memory = None,
    as_json: options.AsJson = False,
    backward_nodes: options.BackwardNodes = None,
    forward_nodes: options.ForwardNodes = None,
    seed: options.Seed = 0,
    model: options.ModelFile = None,
) -> None:
    """Give a hint, in four grades.

    --after gives the moves that were made. Ask again after each push: the advice stays the same as
    long as it is followed, and leads to the end.

    The exit code is 0 when there is a hint or the level is solved, 1 when no solution was found in
    time, 2 when the level is invalid or a move impossible, and 3 when the position is dead.

    \b
    Examples:
      rearview hint microban:1
      rearview hint microban:1 --detail 3
      rearview hint microban:1 --after dlUrrrdL --detail 2
      rearview hint microban:1 --detail 4 --json
    """
    # Loaded only when a hint is wanted: every command would pay for it.
    from rearview.hinting import hint as hint_at
    from rearview.reporters.hint import hint_fields

    limit = Limit(time_limit, backward_nodes, forward_nodes, memory)
    weights = None if model is None else Model.load(model)
    levels = load_named([what])
    if len(levels) != 1:
        has = f"{what} has {counted(len(levels), 'level')}"
        raise OptionError(f"a hint is for one level, and {has}")
    ((name, level),) = levels
    found = hint_at(level, after, detail, limit=limit, model=weights, seed=seed)
    if as_json:
        say(json.dumps(hint_fields(name, level, found)))
    else:
        _show(level, after, found)
    raise typer.Exit(_CODES[found.kind.value])


def _show(level: Level, after: str, hint: Hint) -> None:
    from rearview.positions import level_after
    from rearview.reporters.hint import letters, pointers

    if hint:
        show_pointed(level_after(level, after), pointers(hint))
        say("")
    say(hint.text, _COLOURS[hint.kind.value])
    if letters(hint):
        say(letters(hint))
