"""`rearview hint`: what to do next, in as much detail as the player wants."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from rearview.cli import options
from rearview.cli.exit_codes import ExitCode
from rearview.cli.positions import load_named, show_pointed
from rearview.cli.terminal import Colour, say
from rearview.errors import OptionError
from rearview.hinting import Hint, HintKind
from rearview.hinting import hint as hint_at
from rearview.levels import Level
from rearview.limit import Limit
from rearview.model import Model
from rearview.output.counting import counted
from rearview.positions import level_after
from rearview.reporters.hint import hint_fields, letters, pointers

_COLOURS: dict[HintKind, Colour] = {
    HintKind.NEXT: "cyan",
    HintKind.SOLVED: "green",
    HintKind.DEAD: "red",
    HintKind.NOT_FOUND: "yellow",
}
_CODES = {
    HintKind.NEXT: ExitCode.SOLVED,
    HintKind.SOLVED: ExitCode.SOLVED,
    HintKind.DEAD: ExitCode.UNSOLVABLE,
    HintKind.NOT_FOUND: ExitCode.UNSOLVED,
}


def hint(
    what: options.OneWhat,
    after: options.After = "",
    detail: Annotated[
        int,
        typer.Option(
            metavar="1..4",
            help="1: which box; 2: where it goes; 3: the next push; 4: the whole solution.",
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
    """Give a hint, in four levels of detail.

    --after gives the moves made so far. Ask again after each push: if you follow the hints, they
    stay consistent and lead to a solution.

    Exit code: 0 if there is a hint or the level is solved, 1 if no solution was found in time, 2 if
    the level is invalid or a move impossible, 3 if the position is dead.

    \b
    Examples:
      rearview hint microban:1
      rearview hint microban:1 --detail 3
      rearview hint microban:1 --after dlUrrrdL --detail 2
      rearview hint microban:1 --detail 4 --json
    """
    limit = Limit(time_limit, backward_nodes, forward_nodes, memory)
    weights = None if model is None else Model.load(model)
    levels = load_named([what])
    if len(levels) != 1:
        has = f"{what} has {counted(len(levels), 'level')}"
        raise OptionError(f"hint needs a single level: {has}")
    ((name, level),) = levels
    found = hint_at(level, after, detail, limit=limit, model=weights, seed=seed)
    if as_json:
        say(json.dumps(hint_fields(name, level, found)))
    else:
        _show(level, after, found)
    raise typer.Exit(_CODES[found.kind])


def _show(level: Level, after: str, hint: Hint) -> None:
    if hint:
        show_pointed(level_after(level, after), pointers(hint))
        say("")
    say(hint.text, _COLOURS[hint.kind])
    if letters(hint):
        say(letters(hint))
