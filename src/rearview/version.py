"""The version of rearview: the one in pyproject.toml, which a test compares."""

from __future__ import annotations

__version__ = "0.1.0"
