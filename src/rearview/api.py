"""The public API: everything that `import rearview` offers. Imported on first use."""

from __future__ import annotations

from rearview._core import BestBoard, Progress
from rearview.diagnosing import Diagnosis, Verdict, diagnose
from rearview.difficulty import Difficulty, DifficultyParts, estimate_difficulty
from rearview.errors import (
    ArgumentError,
    CancelledError,
    ClusterError,
    LevelError,
    ModelError,
    OptionError,
    OutputError,
    RearviewError,
    SelectionError,
    SolutionError,
    StoreError,
    WorkerError,
)
from rearview.evaluating import AgentView, Evaluation, evaluate
from rearview.explaining import Explanation, explain
from rearview.floor import unused_floor
from rearview.growing import SearchTree, TreeNode, grow_tree
from rearview.hinting import Hint, HintKind, hint
from rearview.levels import Collection, Level, load_levels, read_level
from rearview.limit import Limit
from rearview.model import Model, Provenance
from rearview.model.schedule import Schedule
from rearview.objective import Objective
from rearview.optimising import OptimisingProgress, optimise
from rearview.parallel.many_levels import solve_many
from rearview.positions import level_after
from rearview.result import Outcome, Result, StopReason
from rearview.solution import Replay, ReplayEnding, verify
from rearview.solving import solve
from rearview.state import State
from rearview.strategy import Strategy
from rearview.ties import Ties
from rearview.training import TrainingProgress, train
from rearview.version import __version__

__all__ = [
    "AgentView",
    "ArgumentError",
    "BestBoard",
    "CancelledError",
    "ClusterError",
    "Collection",
    "Diagnosis",
    "Difficulty",
    "DifficultyParts",
    "Evaluation",
    "Explanation",
    "Hint",
    "HintKind",
    "Level",
    "LevelError",
    "Limit",
    "Model",
    "ModelError",
    "Objective",
    "OptimisingProgress",
    "OptionError",
    "Outcome",
    "OutputError",
    "Progress",
    "Provenance",
    "RearviewError",
    "Replay",
    "ReplayEnding",
    "Result",
    "Schedule",
    "SearchTree",
    "SelectionError",
    "SolutionError",
    "State",
    "StopReason",
    "StoreError",
    "Strategy",
    "Ties",
    "TrainingProgress",
    "TreeNode",
    "Verdict",
    "WorkerError",
    "__version__",
    "diagnose",
    "estimate_difficulty",
    "evaluate",
    "explain",
    "grow_tree",
    "hint",
    "level_after",
    "load_levels",
    "optimise",
    "read_level",
    "solve",
    "solve_many",
    "train",
    "unused_floor",
    "verify",
]
