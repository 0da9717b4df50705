"""Why a position is dead, in words for players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rearview.output.counting import counted
from rearview.state import Square

DEADLOCKS: Final = {
    "dead_squares": "a box stands where it can never reach a target",
    "freeze": "boxes hold each other, and none can move without being lost",
    "zones": "there is a target that no box can reach any more",
    "matching": "the boxes cannot all be given a target of their own",
    "packing": "there is no order in which the targets could be filled",
    "corral": "boxes shut off a part of the board that can neither be opened nor filled",
}
"""What each detector finds in a position as a whole."""
NO_WAY_ON: Final = "the search found no way on"

_OF_ONE: Final = {
    "dead_squares": "this box can never reach a target from where it stands",
    "freeze": "this box can never be moved again without being lost",
    "corral": "this box shuts off a part of the board that can neither be opened nor filled",
}
_OF_SOME: Final = {
    "dead_squares": "one of these boxes can never reach a target, as the others never move away",
    "freeze": "these boxes hold each other, and none can move without being lost",
    "corral": "these boxes shut off a part of the board that can neither be opened nor filled",
    "search": "these boxes can never all stand on targets, whatever is pushed",
}


def describe(detector: str, boxes: Sequence[Square]) -> str:
    """What a detector finds in a few boxes."""
    words = (_OF_ONE if len(boxes) == 1 else _OF_SOME).get(detector)
    return words or DEADLOCKS.get(detector, NO_WAY_ON)


def describe_reach(box_count: int, target_count: int) -> str:
    """Boxes that reach too few targets."""
    if box_count == 1:
        return "this box can reach no target any more"
    reach = f"only {counted(target_count, 'target')}" if target_count else "no target"
    return f"these {box_count:,} boxes can reach {reach} between them"


def describe_unfilled(target_count: int) -> str:
    """Targets that no box can reach."""
    which = "this target" if target_count == 1 else f"these {target_count:,} targets"
    return f"no box can reach {which} any more"
