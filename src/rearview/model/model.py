"""`Model`: what the two agents have learned, and from what.

A model is two short tables of numbers, the weights of the backward and of the forward agent by
feature name, and its provenance: everything that is needed to train it again, byte for byte. The
file is described in `rearview.model.writing`.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final, Literal

from rearview._core import feature_names
from rearview.arguments import check_kind, shown, to_number
from rearview.errors import ModelError
from rearview.model.schedule import Schedule

Agent = Literal["backward", "forward"]
AGENTS: Final[tuple[Agent, ...]] = ("backward", "forward")
"""In the order in which they learn."""

FEATURES: Final[tuple[str, ...]] = tuple(feature_names())
"""Every feature by name, in the order of the engine."""

HINTS: Final = ("overlap", "perm")
"""The features that come from a trajectory of the other agent."""

BACKWARD_FEATURES: Final = tuple(name for name in FEATURES if name not in HINTS)
"""The backward agent learns without hints; there is nobody to give it any."""

MAX_WEIGHT: Final = 1_000_000.0
"""Far beyond what is ever learned; more could overflow in a search."""

MAX_NAME_LENGTH: Final = 1_000
"""Of any name in a model."""

_SHIPPED = Path(__file__).parent / "shipped.json"


@dataclass(frozen=True, slots=True)
class Iteration:
    """What an agent knew after one pass over all levels."""

    weights: Mapping[str, float]
    rewards: int
    """How many of the levels rewarded it in this pass."""


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a model comes from: train with the same and the same model comes out."""

    levels: str
    """What the level set is called: printable, and at most MAX_NAME_LENGTH characters."""
    level_count: int
    levels_hash: str
    """SHA-256 of the drawings, in their order."""
    seed: int
    schedule: Schedule
    features: tuple[str, ...]
    """Those that were switched on."""
    detectors: tuple[str, ...]
    """The deadlock detectors and pruners that were switched on."""
    version: str
    """Of rearview."""
    backward: tuple[Iteration, ...]
    """The backward agent after each iteration."""
    forward: tuple[Iteration, ...]
    curriculum: bool = False
    """Whether the forward agent learned from easier starts, too."""
    start: str = ""
    """The content hash of the model that training began with; empty when it began with nothing."""
    only: Agent | None = None
    """The agent that learned, if only one did; the other is that of the start."""


@dataclass(frozen=True, slots=True)
class Model:
    """Weights by feature name. Raises ModelError when a feature is missing, unknown or no number.

    The backward agent has all features but the hints; the forward agent has all. A feature that
    was switched off has the weight 0.
    """

    backward: Mapping[str, float]
    forward: Mapping[str, float]
    provenance: Provenance | None = None
    """None when it was not trained, as when a researcher writes weights by hand."""

    def __post_init__(self) -> None:
        check_kind("backward", self.backward, Mapping)
        check_kind("forward", self.forward, Mapping)
        check_kind("provenance", self.provenance, Provenance, type(None))
        object.__setattr__(
            self, "backward", check_weights(self.backward, BACKWARD_FEATURES, "backward")
        )
        object.__setattr__(self, "forward", check_weights(self.forward, FEATURES, "forward"))

    @classmethod
    def shipped(cls) -> Model:
        """The model that comes with rearview, trained on Microban with seed 0."""
        return _load_shipped()

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Model:
        """Read a model file. Raises ModelError, which says what is wrong with it."""
        from rearview.model.reading import load_model

        check_kind("path", path, str, os.PathLike)
        return load_model(path)

    @classmethod
    def from_json(cls, text: str | bytes) -> Model:
        """Read a model. Raises ModelError, which says what is wrong with it."""
        from rearview.model.reading import read_model

        check_kind("text", text, str, bytes)
        return read_model(text)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a model file, whole or not at all. Raises OutputError."""
        from rearview.output.files import write_file

        check_kind("path", path, str, os.PathLike)
        write_file(path, self.to_json())

    def to_json(self) -> str:
        """The text of a model file: the same model is the same text, byte for byte."""
        from rearview.model.writing import write_model

        return write_model(self)

    def without_history(self) -> Model:
        """The same to search with, and light enough to be sent to every process."""
        if self.provenance is None:
            return self
        return replace(self, provenance=replace(self.provenance, backward=(), forward=()))

    @property
    def uses_hints(self) -> bool:
        """Whether the forward agent looks at the backward agent's trajectory at all."""
        return any(self.forward[name] for name in HINTS)

    @property
    def discount(self) -> float:
        """Gamma of the features that the weights belong to; the paper's unless it was trained."""
        return (self.provenance.schedule if self.provenance else Schedule()).discount

    @property
    def content_hash(self) -> str:
        """SHA-256 of the model's text: results of one model are told from another's by it."""
        return hashlib.sha256(self.to_json().encode("utf-8")).hexdigest()


@cache
def _load_shipped() -> Model:
    return Model.load(_SHIPPED)


def check_weights(
    weights: Mapping[str, float], names: tuple[str, ...], agent: str
) -> dict[str, float]:
    """The weights in the order of the names, each a sane number."""
    unknown = sorted(set(weights) - set(names), key=str)
    if unknown:
        raise ModelError(f"the {agent} agent has an unknown feature {shown(unknown[0])}")
    missing = [name for name in names if name not in weights]
    if missing:
        raise ModelError(f"the {agent} agent has no weight for {', '.join(missing)}")
    checked = {}
    for name in names:
        weight = to_number(weights[name])
        if weight is None or not abs(weight) <= MAX_WEIGHT:  # No NaN either.
            raise ModelError(
                f"the {agent} agent's weight for {name} is not a number up to {MAX_WEIGHT:,.0f}"
            )
        checked[name] = float(weight)
    return checked
