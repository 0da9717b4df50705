"""How hard a level is, in one line."""

from __future__ import annotations

from rearview.difficulty import Difficulty
from rearview.output.counting import counted
from rearview.result import Outcome


def describe_difficulty(difficulty: Difficulty) -> str:
    """The score, and what it is made of."""
    parts = difficulty.parts
    if parts is None or difficulty.score is None:
        if difficulty.outcome is Outcome.SOLVED:
            return "difficulty not known: solved, but what lies beside was not counted in time"
        return f"difficulty not known: {difficulty.outcome.value}"
    named = (
        counted(parts.box_changes, "box change"),
        counted(parts.pushes, "push"),
        counted(parts.forks, "fork"),
        counted(parts.dead_ends, "dead end"),
        counted(parts.nodes, "state") + " searched",
    )
    return f"difficulty {difficulty.score:.1f}: {', '.join(named)}"
