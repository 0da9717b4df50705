"""A solution as a film on the terminal."""

from __future__ import annotations

from time import sleep
from typing import TYPE_CHECKING

from rearview.levels import Level
from rearview.replay import replay
from rearview.reporters.boards import colour_rows
from rearview.state import draw

if TYPE_CHECKING:
    from rich.console import Console


def play(console: Console, level: Level, lurd: str, moves_per_second: float) -> None:
    """Show every move. Ctrl-C ends it, and the cursor comes back whatever happens."""
    from rich.console import Group
    from rich.live import Live
    from rich.text import Text

    with Live(console=console, auto_refresh=False) as live:
        pushes = 0
        for number, frame in enumerate(replay(level, lurd)):
            pushes += frame.pushed is not None
            if number:
                sleep(1 / moves_per_second)
            caption = Text(f"\nmove {number:,} of {len(lurd):,}, push {pushes:,}", "dim")
            live.update(Group(colour_rows(draw(level, frame.state)), caption), refresh=True)
