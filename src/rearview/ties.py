"""`Ties`: how agents break ties between moves of equal value."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from rearview.arguments import shown
from rearview.errors import OptionError

if TYPE_CHECKING:
    from rearview import _core


class Ties(str, Enum):
    """The paper does not say. Few features distinguish the targets of a goal room, so a box often
    has several best moves, and this rule decides which target is filled first."""

    NEAREST = "nearest"
    """The first movable box, to the nearest of its squares."""
    FARTHEST = "farthest"
    """The first movable box, to the farthest of its squares."""
    RANDOM = "random"
    """At random, by the seed."""

    @property
    def native(self) -> _core.Ties:
        from rearview import _core

        return _core.Ties[self.value]

    @classmethod
    def named(cls, name: Ties | str) -> Ties:
        """The rule with that name. Raises OptionError if there is none."""
        try:
            return cls(name)
        except ValueError:
            known = ", ".join(one.value for one in cls)
            raise OptionError(f"ties must be one of {known}, not {shown(name)}") from None
