"""Colours that are readable on dark and light terminals.

The sixteen named colours depend on the terminal: its yellow is unreadable on white, its blue on
black. These are from the fixed 256 colours, with a contrast of more than 3 to both black and white.
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
"""For backgrounds, different from the grey of walls."""

BLACK: Final = 16
"""On a background only, as is white: the terminal's own may be any colour."""
WHITE: Final = 231


def style(colour: int, on: int | None = None) -> str:
    """The colour's name in rich."""
    return f"color({colour})" if on is None else f"color({colour}) on color({on})"
