"""What the paper's experiments compare: agents that are trained and search in different ways."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final

from rearview.model import FEATURES
from rearview.model.schedule import Schedule
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
    """XSokoban levels solved in the paper at 10,000 and 50,000 nodes, where it says so."""
    without: tuple[str, ...] = ()
    """Features that the paper always has, and this has not."""
    changes: tuple[tuple[str, Any], ...] = ()
    """What is another in its schedule, by name."""

    @property
    def features(self) -> tuple[str, ...]:
        """Those to learn with."""
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

    @property
    def schedule(self) -> Schedule:
        """By which the agents learn that search so."""
        return Schedule() if self is SearchKind.DEFAULT else Schedule.paper()


SEARCH_STYLES: Final = {
    SearchKind.PAPER: ("the paper's algorithm", "#0072B2", "o"),
    SearchKind.MEETING: ("with the meeting", "#009E73", "s"),
    SearchKind.DEFAULT: ("our default search", "#E69F00", "^"),
}
"""Label, colour and marker in figures. The colours are Okabe and Ito's, who chose them for every
eye."""


@dataclass(frozen=True, slots=True)
class Case:
    """All levels searched in one way: a variant, a seed, and a kind of search."""

    variant: Variant
    seed: int
    search: SearchKind = SearchKind.PAPER

    @property
    def name(self) -> str:
        """All but the seed, for people."""
        search = "" if self.search is SearchKind.PAPER else f", {self.search.value} search"
        return f"{self.variant.name}{search}"
