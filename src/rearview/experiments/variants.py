"""The variants that the paper's experiments compare: how agents are trained and search."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final

from rearview.model import FEATURES
from rearview.strategy import Strategy


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to train both agents; a feature that is off is off for both."""

    name: str
    overlap: bool
    perm: bool
    connectivity: bool
    curriculum: bool = False
    paper: int | None = None
    """XSokoban levels solved in the paper at 10,000 and 50,000 nodes, if given there."""
    without: tuple[str, ...] = ()
    """Features that are off here, and always on in the paper."""
    changes: tuple[tuple[str, Any], ...] = ()
    """Changed fields of its schedule, by name."""

    @property
    def features(self) -> tuple[str, ...]:
        """The features that it learns with."""
        off = {name for name in ("overlap", "perm", "connectivity") if not getattr(self, name)}
        return tuple(name for name in FEATURES if name not in {*off, *self.without})


BARE: Final = Variant("no hints, bare", False, False, False, paper=55)
NO_HINTS: Final = Variant("no hints", False, False, True, paper=60)
ALL: Final = Variant("all features", True, True, True, paper=88)
CURRICULUM: Final = Variant("reverse curriculum", False, False, True, curriculum=True)

TABLE_1: Final = (
    BARE,
    NO_HINTS,
    Variant("overlap", True, False, False, paper=82),
    Variant("overlap, connectivity", True, False, True, paper=86),
    Variant("overlap, perm", True, True, False, paper=86),
    ALL,
)
"""The rows of the paper's table, in its order."""


class SearchKind(str, Enum):
    """All kinds get the same total of nodes over all passes, so that results are comparable."""

    PAPER = "paper"
    """One look back and one forward pass, without meeting."""
    MEETING = "meeting"
    """The same, but a state that both searches have found solves the level."""
    DEFAULT = "default"
    """The search of `rearview solve`: meeting, cells, and alternation if a pass fails."""

    @property
    def strategy(self) -> Strategy:
        if self is SearchKind.PAPER:
            return Strategy.paper()
        if self is SearchKind.MEETING:
            return replace(Strategy.paper(), meeting=True)
        return Strategy()


SEARCH_STYLES: Final = {
    SearchKind.PAPER: ("the paper's algorithm", "#0072B2", "o"),
    SearchKind.MEETING: ("with the meeting", "#009E73", "s"),
    SearchKind.DEFAULT: ("our default search", "#E69F00", "^"),
}
"""Label, colour and marker in figures. The colours are from the colour-blind safe palette of Okabe
and Ito."""


@dataclass(frozen=True, slots=True)
class Case:
    """One configuration for all levels: a variant, a seed and a kind of search."""

    variant: Variant
    seed: int
    search: SearchKind = SearchKind.PAPER

    @property
    def name(self) -> str:
        """A readable name without the seed."""
        search = "" if self.search is SearchKind.PAPER else f", {self.search.value} search"
        return f"{self.variant.name}{search}"
