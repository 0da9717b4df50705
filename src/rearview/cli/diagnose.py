"""`rearview diagnose`: can this position still be solved, and if not, why?"""

from __future__ import annotations

import json

import typer

from rearview.cli import options
from rearview.cli.exit_codes import ExitCode, worse
from rearview.cli.positions import load_named, show_pointed
from rearview.cli.terminal import Colour, say, say_now
from rearview.diagnosing import Diagnosis, Verdict
from rearview.diagnosing import diagnose as diagnose_level
from rearview.errors import LevelError
from rearview.levels import Level
from rearview.limit import Limit
from rearview.model import Model
from rearview.output.text import printable
from rearview.positions import level_after
from rearview.reporters.diagnose import advice, diagnosis_fields, headline, pointers
from rearview.solution import count_moves

_COLOURS: dict[Verdict, Colour] = {
    Verdict.ALIVE: "green",
    Verdict.DEAD: "red",
    Verdict.UNKNOWN: "yellow",
}
_CODES = {
    Verdict.ALIVE: ExitCode.SOLVED,
    Verdict.DEAD: ExitCode.UNSOLVABLE,
    Verdict.UNKNOWN: ExitCode.UNSOLVED,
}


def diagnose(
    what: options.Whats,
    after: options.After = "",
    time_limit: options.TimeLimit = 2,
    memory: options.Memory = None,
    as_json: options.AsJson = False,
    backward_nodes: options.BackwardNodes = None,
    forward_nodes: options.ForwardNodes = None,
    model: options.ModelFile = None,
) -> None:
    """Say whether a position can still be solved, and if not, why.

    A dead position is drawn with the boxes that prove it: even alone on the board they could never
    all reach targets, and none of them can be left out. --after gives the moves made so far; then
    the answer also says how far to go back.

    Exit code: 0 if every position is alive, 1 if one is unknown, 2 if a level is invalid or a move
    impossible, 3 if one is dead.

    \b
    Examples:
      rearview diagnose microban:1
      rearview diagnose microban:1 --after dlUrrr
      rearview diagnose microban:1-10 --json
    """
    limit = Limit(time_limit, backward_nodes, forward_nodes, memory)
    weights = None if model is None else Model.load(model)
    code = ExitCode.SOLVED
    for name, level in load_named(what, after):
        try:
            diagnosis = diagnose_level(level, after, limit=limit, model=weights)
        except LevelError as error:
            raise LevelError(f"{name}: {error}") from None
        if as_json:
            say_now(json.dumps(diagnosis_fields(name, level, diagnosis)))
        else:
            _show(printable(name), level, after, diagnosis)
        code = worse(code, _CODES[diagnosis.verdict])
    raise typer.Exit(code)


def _show(name: str, level: Level, after: str, diagnosis: Diagnosis) -> None:
    say(headline(name, diagnosis), _COLOURS[diagnosis.verdict])
    if diagnosis.verdict is not Verdict.DEAD:
        return
    say("")
    show_pointed(level_after(level, after), pointers(diagnosis))
    back = advice(diagnosis, count_moves(after))
    if back:
        say("")
        say(back)
