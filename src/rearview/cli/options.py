"""Arguments and options that more than one command has, each described once.

Their defaults stand in the commands, as those of any function.
"""

from __future__ import annotations

from typing import Annotated

import typer

from rearview.errors import OptionError
from rearview.limit import PAPER_BACKWARD_NODES, PAPER_FORWARD_NODES
from rearview.objective import Objective
from rearview.ties import Ties

_PICK = ":N, :A-B or :A,B,C picks levels."
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
        help="A level file, - for standard input, or a bundled collection; :N picks a level.",
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
    typer.Option(
        metavar="LURD", help="The moves that were made: l, u, r, d, upper case for pushes."
    ),
]

_SEARCH = "The search (for researchers)"
"""The group of options that players need not know."""

TimeLimit = Annotated[float, typer.Option(metavar="SECONDS", help="The most time for each level.")]
BackwardNodes = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="The most states to expand looking back.  [default: no limit]",
        rich_help_panel=_SEARCH,
    ),
]
ForwardNodes = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="The most states to expand going forward.  [default: no limit]",
        rich_help_panel=_SEARCH,
    ),
]
Memory = Annotated[
    int | None,
    typer.Option(
        metavar="MB", help="The most memory for each level.  [default: half of what is free]"
    ),
]
Seed = Annotated[
    int,
    typer.Option(metavar="N", help="The seed of the search.", rich_help_panel=_SEARCH),
]
ModelFile = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="A model that `rearview train` wrote.  [default: the shipped one]",
        rich_help_panel=_SEARCH,
    ),
]
Jobs = Annotated[int, typer.Option(metavar="J", help="Levels to solve at once.")]
LevelsOrSeeds = Annotated[
    int,
    typer.Option("--jobs", metavar="J", help="Levels to solve at once; for one level, seeds."),
]
WhatCounts = Annotated[
    Objective,
    typer.Option(
        "--objective",
        metavar="moves|pushes",
        help="What counts first; the other decides between equals.",
    ),
]
Optimal = Annotated[
    Objective | None,
    typer.Option(metavar="moves|pushes", help="Find a shortest solution, and prove it."),
]
Optimise = Annotated[
    float | None,
    typer.Option(metavar="SECONDS", help="Spend so much more time on making solutions shorter."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Write one JSON object per level and line.")]

Hints = Annotated[
    bool,
    typer.Option(
        "--hints/--no-hints",
        help="Guidance: what was seen looking back from the goal guides the way forward.",
        rich_help_panel=_SEARCH,
    ),
]
Meeting = Annotated[
    bool,
    typer.Option(
        "--meeting/--no-meeting",
        help="Stop where the search back and the search forward meet.",
        rich_help_panel=_SEARCH,
    ),
]
Alternation = Annotated[
    bool,
    typer.Option(
        "--alternation/--no-alternation",
        help="Look back again after a failure. Without it, the limits of nodes that are not given "
        f"are the paper's: {PAPER_BACKWARD_NODES:,} back, {PAPER_FORWARD_NODES:,} forward.",
        rich_help_panel=_SEARCH,
    ),
]
Persistence = Annotated[
    bool,
    typer.Option(
        "--persistence/--no-persistence",
        help="Where trees are narrow, go on with the first ones in every second round.",
        rich_help_panel=_SEARCH,
    ),
]
Cells = Annotated[
    bool,
    typer.Option(
        "--cells/--no-cells",
        help="Spread over states that look different, too.",
        rich_help_panel=_SEARCH,
    ),
]
TiesRule = Annotated[
    Ties,
    typer.Option(
        "--ties",
        help="Which of the moves of equal value is the best one: to the nearest square, to the "
        "farthest, or any, as the seed says.",
        rich_help_panel=_SEARCH,
    ),
]


def choose_objective(
    optimal: Objective | None, optimise: float | None, objective: Objective
) -> Objective | None:
    """What a solution is to be short in; None when nobody asks for a short one."""
    if optimal is not None and optimise is not None:
        raise OptionError("--optimal and --optimise cannot be combined")
    return objective if optimise is not None else optimal
