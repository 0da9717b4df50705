"""`Objective`: what a shortest solution minimises."""

from __future__ import annotations

from enum import Enum


class Objective(Enum):
    """What is minimised first; the other one breaks ties."""

    MOVES = "moves"
    PUSHES = "pushes"
