"""Everything that `import rearview` offers; `rearview` loads this when it is first asked for."""

from __future__ import annotations

from rearview._core import Progress
from rearview.batch import solve_many
from rearview.errors import (
    ArgumentError,
    LevelError,
    ModelError,
    OptionError,
    OutputError,
    RearviewError,
    SelectionError,
    SolutionError,
    StoreError,
)
from rearview.explanation import Explanation, explain
from rearview.levels import Collection, Level, load_levels
from rearview.limit import Limit
from rearview.model import Model, Provenance
from rearview.result import Result, SolveOutcome, StopReason
from rearview.schedule import Schedule
from rearview.solution import Outcome, Verdict, verify
from rearview.solving import solve
from rearview.state import State
from rearview.strategy import Strategy
from rearview.training import TrainingProgress, train
from rearview.version import __version__

__all__ = [
    "ArgumentError",
    "Collection",
    "Explanation",
    "Level",
    "LevelError",
    "Limit",
    "Model",
    "ModelError",
    "OptionError",
    "Outcome",
    "OutputError",
    "Progress",
    "Provenance",
    "RearviewError",
    "Result",
    "Schedule",
    "SelectionError",
    "SolutionError",
    "SolveOutcome",
    "State",
    "StopReason",
    "StoreError",
    "Strategy",
    "TrainingProgress",
    "Verdict",
    "__version__",
    "explain",
    "load_levels",
    "solve",
    "solve_many",
    "train",
    "verify",
]
