"""Levels: reading, writing, selecting, validating and comparing them."""

from __future__ import annotations

from rearview.levels.bundled import CREDITS, Credit, load_bundled
from rearview.levels.collection import Collection
from rearview.levels.level import Level
from rearview.levels.loading import load_levels
from rearview.levels.normalisation import canonical_rows, level_hash
from rearview.levels.reading import read_level, read_levels
from rearview.levels.validation import Problem, ProblemKind, Severity, validate
from rearview.levels.writing import write_levels

__all__ = [
    "CREDITS",
    "Collection",
    "Credit",
    "Level",
    "Problem",
    "ProblemKind",
    "Severity",
    "canonical_rows",
    "level_hash",
    "load_bundled",
    "load_levels",
    "read_level",
    "read_levels",
    "validate",
    "write_levels",
]
