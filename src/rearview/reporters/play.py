"""A solution as an animation on the terminal."""

from __future__ import annotations

from time import sleep
from typing import TYPE_CHECKING

from rearview.frames import frames
from rearview.levels import Level
from rearview.reporters.boards import colour_rows
from rearview.reporters.search_view import ROOM_FOR_CTRL_C
from rearview.reporters.viewport import Viewport
from rearview.state import State, draw

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

_CAPTION_LINES = 2


def play(console: Console, level: Level, lurd: str, moves_per_second: float) -> None:
    """Show every move. Ctrl-C ends it, and the cursor is always restored.

    If the terminal is too small for the board, the view follows the player.
    """
    from rich.live import Live

    with Live(console=console, auto_refresh=False) as live:
        pushes = 0
        viewport = Viewport()
        for number, frame in enumerate(frames(level, lurd)):
            pushes += frame.pushed is not None
            if number:
                sleep(1 / moves_per_second)
            caption = f"move {number:,} of {len(lurd):,}, push {pushes:,}"
            picture = _picture(console, viewport, level, frame.state, caption)
            live.update(picture, refresh=True)


def _picture(
    console: Console, viewport: Viewport, level: Level, state: State, caption: str
) -> RenderableType:
    from rich.console import Group
    from rich.text import Text

    columns, lines = console.size
    seen, part = viewport.look(draw(level, state), state.player, columns, lines - _CAPTION_LINES)
    captions = ["", caption, part] if part else ["", caption]
    room = max(1, columns - ROOM_FOR_CTRL_C)
    return Group(colour_rows(seen), *(Text(line[:room], "dim") for line in captions))
