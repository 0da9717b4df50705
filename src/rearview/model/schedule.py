"""`Schedule`: how long and how fast the two agents learn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rearview.arguments import check_between, check_count, shown, to_number
from rearview.errors import OptionError
from rearview.strategy import DEFAULT_EPSILON_SCALE, DEFAULT_TIES, MAX_EPSILON_SCALE
from rearview.ties import Ties

MAX_ITERATIONS: Final = 10_000
"""Keeps a model, which records the weights of every iteration, within its size limit."""

MAX_TRAINING_NODES: Final = 1_000_000_000

MAX_DEAD_WEIGHT: Final = 20
"""With the rate of 0.01, larger weights would overshoot."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """The numbers are the paper's ("Training Setup"), except `trajectory_nodes`, `dead_weight`,
    `ties` and `forward_epsilon_scale`, which it does not specify. Raises OptionError for invalid
    numbers.

    In each iteration an agent searches every level once, until the reward or until its tree is
    full.
    """

    iterations: int = 100
    backward_nodes: int = 50
    """Steps of the backward agent per level."""
    forward_nodes: int = 100
    """Steps of the forward agent per level."""
    trajectory_nodes: int = 50
    """Steps of the trained backward agent to find a level's hint. The paper does not say; with
    1,000 the forward agent learns to trust the hint less, because its own tree is that small."""
    rate: float = 0.01
    """The learning rate of the first iteration."""
    rate_decay: float = 0.98
    """Factor on the learning rate after each iteration."""
    discount: float = 0.95
    """Gamma of TD(0), also used by the features gamma1 and gamma2."""
    dead_weight: float = 2.0
    """Weight of the update from a dead state; an ordinary step has 1. Ours, not the paper's: the
    planner meets only the dead states that the cheap detectors let through, a small part of all.
    The mean over the rows of the paper's table 1, on 201 levels of six sets with 1,000 and 2,000
    nodes (seeds 0-2), with epsilon 1 / (boxes + 1): 137.8 levels solved with 2, 136.5 with 1
    (docs/disclosure.md)."""
    ties: Ties = DEFAULT_TIES
    """How to break ties between moves of equal value. Search with the same rule: see `Strategy`."""
    forward_epsilon_scale: float = DEFAULT_EPSILON_SCALE
    """Scale of the forward agent's epsilon: see `Strategy`. Search with the same."""

    def __post_init__(self) -> None:
        for name in ("iterations", "backward_nodes", "forward_nodes", "trajectory_nodes"):
            most = MAX_ITERATIONS if name == "iterations" else MAX_TRAINING_NODES
            object.__setattr__(self, name, check_count(name, getattr(self, name), most))
        for name in ("rate", "rate_decay", "discount"):
            value = to_number(given := getattr(self, name))
            if value is None or not 0 < value <= 1:
                raise OptionError(f"{name} must be over 0 and at most 1, not {shown(given)}")
            object.__setattr__(self, name, value)
        bounds = {"dead_weight": MAX_DEAD_WEIGHT, "forward_epsilon_scale": MAX_EPSILON_SCALE}
        for name, most in bounds.items():
            object.__setattr__(self, name, check_between(name, getattr(self, name), 0, most))
        object.__setattr__(self, "ties", Ties.named(self.ties))
