"""Arguments and options that more than one command has, each described once.

Their defaults stand in the commands, as those of any function.
"""

from __future__ import annotations

from typing import Annotated

import typer

from rearview.limit import PAPER_BACKWARD_NODES, PAPER_FORWARD_NODES

_PICK = ":N, :A-B or :A,B,C picks levels."
_WHAT = typer.Argument(
    metavar="WHAT", help=f"A level file, - for standard input, or a bundled collection; {_PICK}"
)

What = Annotated[str, _WHAT]
MaybeWhat = Annotated[str | None, _WHAT]
Whats = Annotated[
    list[str],
    typer.Argument(
        metavar="WHAT...",
        help=f"Level files, - for standard input, or bundled collections; {_PICK}",
    ),
]

TimeLimit = Annotated[float, typer.Option(metavar="SECONDS", help="The most time for each level.")]
BackwardNodes = Annotated[
    int | None, typer.Option(metavar="N", help="The most states to expand looking back.")
]
ForwardNodes = Annotated[
    int | None, typer.Option(metavar="N", help="The most states to expand going forward.")
]
Memory = Annotated[
    int | None,
    typer.Option(
        metavar="MB", help="The most memory for each level.  [default: half of what is free]"
    ),
]
Seed = Annotated[int, typer.Option(metavar="N", help="The seed of the search.")]
ModelFile = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="A model of `rearview train`.  [default: the shipped one]"),
]
Jobs = Annotated[int, typer.Option(metavar="J", help="Levels to solve at once.")]
LevelsOrSeeds = Annotated[
    int,
    typer.Option("--jobs", metavar="J", help="Levels to solve at once; of one level, seeds."),
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object per level and line.")]

Hints = Annotated[
    bool, typer.Option("--hints/--no-hints", help="Guide the forward agent from the goal.")
]
Meeting = Annotated[
    bool, typer.Option("--meeting/--no-meeting", help="Stop where both searches meet.")
]
Alternation = Annotated[
    bool,
    typer.Option(
        "--alternation/--no-alternation",
        help="Look back again after a failure. Without it, the limits of nodes that are not given "
        f"are the paper's: {PAPER_BACKWARD_NODES:,} back, {PAPER_FORWARD_NODES:,} forward.",
    ),
]
Cells = Annotated[
    bool,
    typer.Option("--cells/--no-cells", help="Spread over states that look different, too."),
]
