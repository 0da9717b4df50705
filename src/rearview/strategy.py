"""`Strategy`: which parts of the method a search uses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rearview.arguments import check_between, check_kinds, check_switch
from rearview.errors import OptionError
from rearview.ties import Ties

SWITCHES: Final = ("hints", "meeting", "alternation", "cells", "persistence", "variation", "beam")
"""What can be switched off by name, besides the detectors."""

LATER_ROUNDS: Final = ("persistence", "variation", "beam")
"""Switches without effect in a search of a single round."""

MAX_EPSILON_SCALE: Final = 10
"""With more, a level of nine boxes would never take the best move."""

DEFAULT_TIES: Final = Ties.FARTHEST
"""Nearest first fills the front of a goal room and shuts the rest (docs/disclosure.md, "Ties")."""

DEFAULT_EPSILON_SCALE: Final = 0.25
"""The mean over the rows of the paper's table 1, on 201 levels of six sets with 1,000 and 2,000
nodes (seeds 0-2) and a whole look back: 146.4 levels solved with 1/2, 147.7 with 1/4, 147.0 with
1/8 (docs/disclosure.md)."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """Named switches; by default everything is on.

    Raises OptionError for an unknown detector or rule of ties, and ArgumentError for a switch that
    is not a bool.
    """

    hints: bool = True
    """The backward agent's trajectory guides the forward agent."""
    meeting: bool = True
    """A state found by both searches solves the level. Ours, not the paper's."""
    alternation: bool = True
    """When a pass fails, backward and forward passes are repeated. Ours, not the paper's."""
    detectors: tuple[str, ...] | None = None
    """Deadlock detectors and move pruners by name; None is all of them."""
    cells: bool = True
    """Every second expansion explores states that look different. Ours, not the paper's."""
    persistence: bool = True
    """If trees are narrow, every second round continues the first ones. Ours, not the paper's."""
    variation: bool = True
    """The new trees of every second round have nearest ties and the whole epsilon, whatever `ties`
    and `forward_epsilon_scale` say, and their forward agent does not count boxes on targets. Ours,
    not the paper's."""
    beam: bool = True
    """A backward beam search takes turns with the rounds on small boards. Ours, not the
    paper's."""
    ties: Ties = DEFAULT_TIES
    """How both agents break ties between moves of equal value."""
    forward_epsilon_scale: float = DEFAULT_EPSILON_SCALE
    """With n boxes, scale / (n + 1) of the forward agent's visits of a node do not take its best
    child: from 0 (never) to 10. The backward agent's scale is 1."""
    whole_look_back: bool = False
    """The first backward pass spends all its nodes, and its trajectory leads to the leaf with the
    highest value. Otherwise it ends at the first state without a box on a target."""

    def __post_init__(self) -> None:
        for switch in (*SWITCHES, "whole_look_back"):
            object.__setattr__(self, switch, check_switch(switch, getattr(self, switch)))
        object.__setattr__(self, "ties", Ties.named(self.ties))
        name, scale = "forward_epsilon_scale", self.forward_epsilon_scale
        object.__setattr__(self, name, check_between(name, scale, 0, MAX_EPSILON_SCALE))
        if self.detectors is None:
            return
        check_kinds("detectors", self.detectors, str)
        object.__setattr__(self, "detectors", tuple(self.detectors))
        known = detector_names()
        for name in self.detectors:
            if name not in known:
                raise OptionError(f"unknown detector {name!r}; known: {', '.join(known)}")

    @classmethod
    def paper(cls) -> Strategy:
        """The paper's method alone: one backward and one forward pass, guided only by the value.

        What the paper leaves open is as in `Strategy` and `Schedule`, except that the backward pass
        uses all its nodes: see `docs/disclosure.md`.
        """
        return cls(
            meeting=False,
            alternation=False,
            cells=False,
            persistence=False,
            variation=False,
            beam=False,
            whole_look_back=True,
        )

    @property
    def detectors_used(self) -> tuple[str, ...]:
        return detector_names() if self.detectors is None else self.detectors


def detector_names() -> tuple[str, ...]:
    """Every deadlock detector and move pruner, for pushes or pulls, the cheapest first."""
    from rearview import _core

    return tuple(detector.name for detector in _core.detector_catalogue())
