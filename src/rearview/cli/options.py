"""Arguments and options that several commands share. Their defaults are in the commands."""

from __future__ import annotations

from typing import Annotated

import typer

from rearview.errors import OptionError
from rearview.limit import PAPER_BACKWARD_NODES, PAPER_FORWARD_NODES
from rearview.objective import Objective
from rearview.ties import Ties

_PICK = ":N, :A-B or :A,B,C selects levels."
MaybeWhat = Annotated[
    str | None,
    typer.Argument(
        metavar="WHAT",
        help=f"A level file, - for standard input, or a bundled collection; {_PICK}",
    ),
]
OneWhat = Annotated[
    str,
    typer.Argument(
        metavar="WHAT",
        help="A level file, - for standard input, or a bundled collection; :N selects a level.",
    ),
]
Whats = Annotated[
    list[str],
    typer.Argument(
        metavar="WHAT...",
        help=f"Level files, - for standard input, or bundled collections; {_PICK}",
    ),
]

After = Annotated[
    str,
    typer.Option(metavar="LURD", help="The moves made so far: l, u, r, d, upper case for pushes."),
]

_SEARCH = "The search (for researchers)"
"""The group of options that players do not need."""

TimeLimit = Annotated[float, typer.Option(metavar="SECONDS", help="Time limit per level.")]
BackwardNodes = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Maximum backward expansions per level.  [default: no limit]",
        rich_help_panel=_SEARCH,
    ),
]
ForwardNodes = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Maximum forward expansions per level.  [default: no limit]",
        rich_help_panel=_SEARCH,
    ),
]
Memory = Annotated[
    int | None,
    typer.Option(metavar="MB", help="Memory limit per level.  [default: half of the free memory]"),
]
Seed = Annotated[
    int,
    typer.Option(metavar="N", help="Random seed of the search.", rich_help_panel=_SEARCH),
]
ModelFile = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="A model written by `rearview train`.  [default: the shipped model]",
        rich_help_panel=_SEARCH,
    ),
]
Jobs = Annotated[
    int | None, typer.Option(metavar="J", help="Levels to work on in parallel.  [default: 1]")
]
LevelsOrSeeds = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        metavar="J",
        help="Levels to solve in parallel; for a single level, searches that share the work.  "
        "[default: 1]",
    ),
]
WhatCounts = Annotated[
    Objective,
    typer.Option(
        "--objective",
        metavar="moves|pushes",
        help="What to minimise; the other one breaks ties.",
    ),
]
Optimal = Annotated[
    Objective | None,
    typer.Option(metavar="moves|pushes", help="Find a shortest solution, with proof."),
]
Optimise = Annotated[
    float | None,
    typer.Option(metavar="SECONDS", help="Extra time per level for making the solution shorter."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Write one JSON object per line and level.")]

Hints = Annotated[
    bool,
    typer.Option(
        "--hints/--no-hints",
        help="Let the backward search guide the forward search (the paper's hint features).",
        rich_help_panel=_SEARCH,
    ),
]
Meeting = Annotated[
    bool,
    typer.Option(
        "--meeting/--no-meeting",
        help="Stop when a state is in both the backward and the forward tree.",
        rich_help_panel=_SEARCH,
    ),
]
Alternation = Annotated[
    bool,
    typer.Option(
        "--alternation/--no-alternation",
        help="Repeat backward and forward passes until a limit. Without it, node limits default to "
        f"the paper's: {PAPER_BACKWARD_NODES:,} backward, {PAPER_FORWARD_NODES:,} forward.",
        rich_help_panel=_SEARCH,
    ),
]
Persistence = Annotated[
    bool,
    typer.Option(
        "--persistence/--no-persistence",
        help="If trees are narrow, continue the first trees in every second round.",
        rich_help_panel=_SEARCH,
    ),
]
Variation = Annotated[
    bool,
    typer.Option(
        "--variation/--no-variation",
        help="In every second round, use another rule of ties (nearest), the whole epsilon, and no "
        "weight on boxes on targets.",
        rich_help_panel=_SEARCH,
    ),
]
Beam = Annotated[
    bool,
    typer.Option(
        "--beam/--no-beam",
        help="On small boards, let a backward beam search take turns with the rounds.",
        rich_help_panel=_SEARCH,
    ),
]
Cells = Annotated[
    bool,
    typer.Option(
        "--cells/--no-cells",
        help="Use every second expansion to explore states that look different.",
        rich_help_panel=_SEARCH,
    ),
]
TiesRule = Annotated[
    Ties,
    typer.Option(
        "--ties",
        help="How to break ties between box moves of equal value: nearest square first, farthest "
        "first, or at random. See also --variation.",
        rich_help_panel=_SEARCH,
    ),
]
EpsilonScale = Annotated[
    float,
    typer.Option(
        metavar="X",
        help="The forward agent explores (epsilon) with X / (boxes + 1) of its visits.",
        rich_help_panel=_SEARCH,
    ),
]
WholeLookBack = Annotated[
    bool,
    typer.Option(
        "--whole-look-back",
        help="Use all nodes of the first backward pass, also after the targets are clear.",
        rich_help_panel=_SEARCH,
    ),
]


def choose_objective(
    optimal: Objective | None, optimise: float | None, objective: Objective
) -> Objective | None:
    """What to minimise; None when no short solution is asked for."""
    if optimal is not None and optimise is not None:
        raise OptionError("--optimal and --optimise cannot be combined")
    return objective if optimise is not None else optimal
