"""Models: two linear value functions, how they were trained, and their files."""

from __future__ import annotations

from rearview.model.model import BACKWARD_FEATURES, FEATURES, Iteration, Model, Provenance

__all__ = ["BACKWARD_FEATURES", "FEATURES", "Iteration", "Model", "Provenance"]
