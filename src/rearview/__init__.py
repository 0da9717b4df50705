"""rearview: a Sokoban solver that learns, and looks back from the goal before it goes forward."""

from __future__ import annotations

from rearview.errors import LevelError, RearviewError, SelectionError, SolutionError
from rearview.levels import Collection, Level, load_levels
from rearview.solution import Outcome, Verdict, verify

__version__ = "0.1.0"

__all__ = [
    "Collection",
    "Level",
    "LevelError",
    "Outcome",
    "RearviewError",
    "SelectionError",
    "SolutionError",
    "Verdict",
    "__version__",
    "load_levels",
    "verify",
]
