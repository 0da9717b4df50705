"""Boxes that can never reach a target, and targets that no box can ever reach.

All of it is proven: a box called stuck here is stuck. The player's side is ignored, and other boxes
count as absent unless they can never move, so many hopeless cases are not found.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rearview.levels.grid import Grid, spread


@dataclass(frozen=True, slots=True)
class Stuck:
    boxes: frozenset[int]
    targets: frozenset[int]
    immovable: frozenset[int]
    """Boxes that can never move, including those on targets."""


def find_stuck(grid: Grid, area: frozenset[int]) -> Stuck:
    """The boxes of the area that can never reach a target, and the targets that stay empty."""
    boxes = grid.boxes & area
    targets = grid.targets & area
    immovable = _immovable(grid, area, boxes)
    free = area - immovable
    movable = boxes - immovable
    open_targets = targets - immovable
    homeward = _pull_reach(grid, open_targets, free)
    fillable = _push_reach(grid, movable, free)
    return Stuck(
        boxes=(immovable - targets) | (movable - homeward),
        targets=open_targets - fillable,
        immovable=immovable,
    )


def _immovable(grid: Grid, area: frozenset[int], boxes: frozenset[int]) -> frozenset[int]:
    """Boxes held by walls and each other: what remains when all movable ones are removed."""
    held = boxes
    while True:
        free = area - held
        _, right, _, down = grid.steps
        loose = {
            box
            for box in held
            if (box - right in free and box + right in free)
            or (box - down in free and box + down in free)
        }
        if not loose:
            return held
        held = held - loose


def _pull_reach(grid: Grid, targets: frozenset[int], free: frozenset[int]) -> frozenset[int]:
    """Places from which a lone box can be pushed to some target."""

    def pulled(box: int) -> Iterable[int]:
        return (box + s for s in grid.steps if box + s in free and box + 2 * s in free)

    return spread(targets, pulled)


def _push_reach(grid: Grid, boxes: frozenset[int], free: frozenset[int]) -> frozenset[int]:
    """Places to which some box can be pushed when it is alone."""

    def pushed(box: int) -> Iterable[int]:
        return (box + s for s in grid.steps if box + s in free and box - s in free)

    return spread(boxes, pushed)
