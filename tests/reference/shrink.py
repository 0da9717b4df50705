"""Makes a level that fails a test as small as it gets, for levels that hypothesis did not draw."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from reference.level import parse, squares_marked
from reference.small_levels import Rows, rows_of


def smaller(rows: Rows) -> Iterator[Rows]:
    """Levels that are one thing less: a box with a target, or a square of floor."""
    floor = squares_marked(rows, " .$*@+")
    targets, boxes = squares_marked(rows, ".*+"), squares_marked(rows, "$*")
    (player,) = squares_marked(rows, "@+")
    for box in sorted(boxes):
        for target in sorted(targets):
            yield rows_of(floor, targets - {target}, boxes - {box}, player)
    for square in sorted(floor - boxes - targets - {player}):
        yield rows_of(floor - {square}, targets, boxes, player)


def is_readable(rows: Rows) -> bool:
    try:
        level = parse(rows)
    except ValueError:
        return False
    return bool(level.boxes)


def shrink(rows: Rows, fails: Callable[[Rows], bool]) -> Rows:
    """The smallest level on the way down from `rows` that still fails."""
    while True:
        for candidate in smaller(rows):
            if is_readable(candidate) and fails(candidate):
                rows = candidate
                break
        else:
            return rows
