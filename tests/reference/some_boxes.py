"""A few boxes of a level, all others taken off: can they all come to targets, whichever?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from reference.exhaustive import explore
from reference.level import Level, Square, flood, squares_marked
from reference.rules import normalised, pushes_of


def can_come_home(rows: Sequence[str], boxes: Iterable[Square], max_states: int) -> bool:
    """By exhaustive search. Boxes are boxes here, and never walls, whether they can move or not."""
    (player,) = squares_marked(rows, "@+")
    floor = frozenset(flood(player, squares_marked(rows, " .$*@+")))
    targets = frozenset(squares_marked(rows, ".*+")) & floor
    level = Level(floor, targets, frozenset(boxes), player, frozenset())
    start = normalised(level, level.boxes, player)
    graph = explore(level, [start], pushes_of, max_states)
    return any(state[0] <= targets for state in graph)
