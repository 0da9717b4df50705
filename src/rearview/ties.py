"""`Ties`: which of the moves of equal value an agent takes for the best."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from rearview.arguments import shown
from rearview.errors import OptionError

if TYPE_CHECKING:
    from rearview import _core


class Ties(str, Enum):
    """The paper does not say. Few features tell the targets of a goal room apart, so that a box
    often has several best moves, and the rule decides which target is filled first."""

    NEAREST = "nearest"
    """Of the first box that can move, to the nearest of its squares."""
    FARTHEST = "farthest"
    """Of the first box that can move, to the farthest of its squares."""
    RANDOM = "random"
    """Any of them, as the seed says."""

    @property
    def native(self) -> _core.Ties:
        from rearview import _core

        return _core.Ties[self.value]

    @classmethod
    def named(cls, name: Ties | str) -> Ties:
        """The rule of that name. Raises OptionError when there is none."""
        try:
            return cls(name)
        except ValueError:
            known = ", ".join(one.value for one in cls)
            raise OptionError(f"ties must be one of {known}, not {shown(name)}") from None
