"""`Model`: what the two agents have learned, and from what.

A model is two tables of weights by feature name, one for each agent, and its provenance: everything
that is needed to train it again, byte for byte. The file format is described in
`rearview.model.writing`.
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
"""In the order in which they are trained."""

FEATURES: Final[tuple[str, ...]] = tuple(feature_names())
"""Every feature by name, in the order of the native core."""

HINTS: Final = ("overlap", "perm")
"""The features computed from a trajectory of the other agent."""

BACKWARD_FEATURES: Final = tuple(name for name in FEATURES if name not in HINTS)
"""The backward agent is trained without hints; there is no other agent yet."""

MAX_WEIGHT: Final = 1_000_000.0
"""Far larger than any learned weight; more could overflow in a search."""

MAX_NAME_LENGTH: Final = 1_000
"""Of any name in a model."""

_SHIPPED = Path(__file__).parent / "shipped.json"


@dataclass(frozen=True, slots=True)
class Iteration:
    """An agent's weights after one iteration."""

    weights: Mapping[str, float]
    rewards: int
    """How many levels gave a reward in this iteration."""


@dataclass(frozen=True, slots=True)
class Provenance:
    """How a model was trained: the same inputs give the same model."""

    levels: str
    """The name of the level set: printable, at most MAX_NAME_LENGTH characters."""
    level_count: int
    levels_hash: str
    """SHA-256 of the drawings, in order."""
    seed: int
    schedule: Schedule
    features: tuple[str, ...]
    """The features that were switched on."""
    detectors: tuple[str, ...]
    """The deadlock detectors and pruners that were switched on."""
    version: str
    """The version of rearview."""
    backward: tuple[Iteration, ...]
    """The backward agent after each iteration."""
    forward: tuple[Iteration, ...]
    curriculum: bool = False
    """Whether the forward agent was also trained from easier starts."""
    start: str = ""
    """The content hash of the model that training started from; empty if there was none."""
    only: Agent | None = None
    """The agent that was trained, if only one was; the other is copied from the start."""


@dataclass(frozen=True, slots=True)
class Model:
    """Weights by feature name. Raises ModelError for a missing, unknown or invalid one.

    The backward agent has all features but the hints; the forward agent has all. A feature that was
    switched off has the weight 0.
    """

    backward: Mapping[str, float]
    forward: Mapping[str, float]
    provenance: Provenance | None = None
    """None if it was not trained, for example if weights were written by hand."""

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
        """Write a model file atomically. Raises OutputError."""
        from rearview.output.files import write_file

        check_kind("path", path, str, os.PathLike)
        write_file(path, self.to_json())

    def to_json(self) -> str:
        """The text of a model file: equal models give equal texts, byte for byte."""
        from rearview.model.writing import write_model

        return write_model(self)

    def without_history(self) -> Model:
        """The same for searching only, small enough to be sent to other processes."""
        if self.provenance is None:
            return self
        return replace(self, provenance=replace(self.provenance, backward=(), forward=()))

    @property
    def uses_hints(self) -> bool:
        """Whether the forward agent uses hint features at all."""
        return any(self.forward[name] for name in HINTS)

    @property
    def discount(self) -> float:
        """Gamma of the features that the weights belong to; the paper's unless it was trained."""
        return (self.provenance.schedule if self.provenance else Schedule()).discount

    @property
    def content_hash(self) -> str:
        """SHA-256 of the model's text, which identifies the model in results."""
        return hashlib.sha256(self.to_json().encode("utf-8")).hexdigest()


@cache
def _load_shipped() -> Model:
    return Model.load(_SHIPPED)


def check_weights(
    weights: Mapping[str, float], names: tuple[str, ...], agent: str
) -> dict[str, float]:
    """The weights in the order of the names, each checked."""
    unknown = sorted(set(weights) - set(names), key=str)
    if unknown:
        raise ModelError(f"the {agent} agent has an unknown feature {shown(unknown[0])}")
    missing = [name for name in names if name not in weights]
    if missing:
        raise ModelError(f"the {agent} agent has no weight for {', '.join(missing)}")
    checked = {}
    for name in names:
        weight = to_number(weights[name])
        if weight is None or not abs(weight) <= MAX_WEIGHT:  # Also false for NaN.
            raise ModelError(
                f"the {agent} agent's weight for {name} is not a number up to {MAX_WEIGHT:,.0f}"
            )
        checked[name] = float(weight)
    return checked
