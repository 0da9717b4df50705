"""`Objective`: what a shortest solution is short in."""

from __future__ import annotations

from enum import Enum


class Objective(Enum):
    """What counts first; the other decides between equals."""

    MOVES = "moves"
    PUSHES = "pushes"
