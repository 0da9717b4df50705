"""How agents learn, on the command line: the options of `train` and of experiments that train."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from rearview.errors import OptionError
from rearview.model import FEATURES
from rearview.strategy import detector_names
from rearview.ties import Ties

PANEL = "Learning (for researchers)"
"""The group of these options in `--help`."""

Rate = Annotated[
    float | None,
    typer.Option(
        metavar="X", help="The learning rate to begin with.  [default: 0.01]", rich_help_panel=PANEL
    ),
]
RateDecay = Annotated[
    float | None,
    typer.Option(
        metavar="X",
        help="The factor of the rate from one iteration to the next.  [default: 0.98]",
        rich_help_panel=PANEL,
    ),
]
Discount = Annotated[
    float | None,
    typer.Option(
        metavar="GAMMA",
        help="Of the next state's value, and in the features gamma1 and gamma2.  [default: 0.95]",
        rich_help_panel=PANEL,
    ),
]
DeadWeight = Annotated[
    float | None,
    typer.Option(
        metavar="X",
        help="How much a dead state teaches, against 1 of a step; 0 is nothing.  [default: 5, for "
        "the paper's search 2]",
        rich_help_panel=PANEL,
    ),
]
LearningTies = Annotated[
    Ties | None,
    typer.Option(
        "--ties",
        help="Which of the moves of equal value is the best one. A model is to be searched with "
        "the same.  [default: nearest, for the paper's search farthest]",
        rich_help_panel=PANEL,
    ),
]
TrajectoryNodes = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Steps of the trained backward agent to find a level's hint.  [default: 50]",
        rich_help_panel=PANEL,
    ),
]
Without = Annotated[
    list[str] | None,
    typer.Option(
        metavar="FEATURE",
        help=f"Learn without a feature: {', '.join(FEATURES)}. May be given several times.",
        rich_help_panel=PANEL,
    ),
]
WithoutDetector = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME",
        help="Do without a deadlock detector; all is every one of them. May be given several "
        "times.",
        rich_help_panel=PANEL,
    ),
]
Curriculum = Annotated[
    bool,
    typer.Option(
        "--curriculum",
        help="The forward agent learns from easier starts, too: half of the boxes home.",
        rich_help_panel=PANEL,
    ),
]


def given(**numbers: Any) -> dict[str, Any]:
    """Those that the user gave."""
    return {name: value for name, value in numbers.items() if value is not None}


def check_features(without: Sequence[str]) -> tuple[str, ...]:
    """The features to learn without. Raises OptionError for one that there is not."""
    for name in without:
        if name not in FEATURES:
            raise OptionError(f"there is no feature {name!r}; there are {', '.join(FEATURES)}")
    return tuple(without)


def detectors_left(without: Sequence[str]) -> tuple[str, ...] | None:
    """The detectors to use; None is all of them. Raises OptionError for one that there is not."""
    known = detector_names()
    for name in without:
        if name not in (*known, "all"):
            raise OptionError(f"there is no detector {name!r}; there are {', '.join(known)}")
    if "all" in without:
        return ()
    return tuple(name for name in known if name not in without) if without else None
