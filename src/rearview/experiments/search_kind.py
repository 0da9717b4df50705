"""`SearchKind`: the ways to search that experiments compare."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from rearview.strategy import Strategy


class SearchKind(str, Enum):
    """All with the same nodes, those of all passes together, so that their counts compare."""

    PAPER = "paper"
    """One look back and one pass forward, and the searches do not meet."""
    MEETING = "meeting"
    """The same, but a state that both searches have found solves the level."""
    DEFAULT = "default"
    """That of `rearview solve`: meeting, cells, and alternation when a pass fails."""

    @property
    def strategy(self) -> Strategy:
        if self is SearchKind.PAPER:
            return Strategy.paper()
        if self is SearchKind.MEETING:
            return replace(Strategy.paper(), meeting=True)
        return Strategy()
