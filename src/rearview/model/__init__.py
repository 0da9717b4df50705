"""Models: two linear value functions, their training data, and their files."""

from __future__ import annotations

from rearview.model.model import (
    AGENTS,
    BACKWARD_FEATURES,
    FEATURES,
    Agent,
    Iteration,
    Model,
    Provenance,
)

__all__ = [
    "AGENTS",
    "BACKWARD_FEATURES",
    "FEATURES",
    "Agent",
    "Iteration",
    "Model",
    "Provenance",
]
