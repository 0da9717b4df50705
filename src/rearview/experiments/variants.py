"""The agents that the paper compares: which features they learn with, and from which starts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rearview.model import FEATURES


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

    @property
    def features(self) -> tuple[str, ...]:
        """Those to learn with."""
        off = {name for name in ("overlap", "perm", "connectivity") if not getattr(self, name)}
        return tuple(name for name in FEATURES if name not in off)


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
