"""Colours that can be read on a dark terminal and on a light one.

The sixteen named colours are the terminal's own: its yellow is nothing on white, its blue little on
black. These are of the fixed 256, with a contrast of more than 3 to both black and white.
"""

from __future__ import annotations

from typing import Final

GREY: Final = 244
BLUE: Final = 32
ORANGE: Final = 166
GREEN: Final = 28
MAGENTA: Final = 163
RED: Final = 196
SHADE: Final = 103
"""For backgrounds: unlike the grey of walls."""

BLACK: Final = 16
"""On a background only, as is white: the terminal's own may be any colour."""
WHITE: Final = 231


def style(colour: int, on: int | None = None) -> str:
    """The colour as rich calls it."""
    return f"color({colour})" if on is None else f"color({colour}) on color({on})"
