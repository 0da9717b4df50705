"""Training options, shared by `train` and the experiments that train."""

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
        metavar="X", help="Initial learning rate.  [default: 0.01]", rich_help_panel=PANEL
    ),
]
RateDecay = Annotated[
    float | None,
    typer.Option(
        metavar="X",
        help="Factor on the learning rate per iteration.  [default: 0.98]",
        rich_help_panel=PANEL,
    ),
]
Discount = Annotated[
    float | None,
    typer.Option(
        metavar="GAMMA",
        help="Discount of TD(0), also used by the features gamma1 and gamma2.  [default: 0.95]",
        rich_help_panel=PANEL,
    ),
]
DeadWeight = Annotated[
    float | None,
    typer.Option(
        metavar="X",
        help="Weight of an update from a dead state; ordinary steps have 1, and 0 is none.  "
        "[default: 2]",
        rich_help_panel=PANEL,
    ),
]
LearningTies = Annotated[
    Ties | None,
    typer.Option(
        "--ties",
        help="How to break ties between box moves of equal value. Search with the same rule.  "
        "[default: farthest]",
        rich_help_panel=PANEL,
    ),
]
LearningEpsilon = Annotated[
    float | None,
    typer.Option(
        "--forward-epsilon-scale",
        metavar="X",
        help="The forward agent explores (epsilon) with X / (boxes + 1) of its visits. Search with "
        "the same value.  [default: 0.25]",
        rich_help_panel=PANEL,
    ),
]
TrajectoryNodes = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Backward steps per level to find the hint.  [default: 50]",
        rich_help_panel=PANEL,
    ),
]
Without = Annotated[
    list[str] | None,
    typer.Option(
        metavar="FEATURE",
        help=f"Leave out a feature: {', '.join(FEATURES)}. Repeatable.",
        rich_help_panel=PANEL,
    ),
]
WithoutDetector = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME",
        help="Switch off a deadlock detector, or all of them with all. Repeatable.",
        rich_help_panel=PANEL,
    ),
]
Curriculum = Annotated[
    bool,
    typer.Option(
        "--curriculum",
        help="Also train the forward agent from easier starts, with half of the boxes home.",
        rich_help_panel=PANEL,
    ),
]


def given(**numbers: Any) -> dict[str, Any]:
    """The options that the user gave."""
    return {name: value for name, value in numbers.items() if value is not None}


def check_features(without: Sequence[str]) -> tuple[str, ...]:
    """The features to leave out. Raises OptionError for an unknown one."""
    for name in without:
        if name not in FEATURES:
            raise OptionError(f"unknown feature {name!r}; known: {', '.join(FEATURES)}")
    return tuple(without)


def detectors_left(without: Sequence[str]) -> tuple[str, ...] | None:
    """The detectors to use; None is all of them. Raises OptionError for an unknown one."""
    known = detector_names()
    for name in without:
        if name not in (*known, "all"):
            raise OptionError(f"unknown detector {name!r}; known: {', '.join(known)}")
    if "all" in without:
        return ()
    return tuple(name for name in known if name not in without) if without else None
