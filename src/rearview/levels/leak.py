"""Finds leaks in the wall: the fewest squares that would close a level.

That is a minimum vertex cut between the outside and everything that must be inside (player, boxes
and targets). It is found by augmenting paths (Ford and Fulkerson) that start outside, which gives
the outermost minimum cut. Real leaks are one or two squares wide, so a few paths are enough.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import pairwise

from rearview.levels.grid import Grid

_MAX_LEAK_WIDTH = 8

# A path enters a place on its side IN and leaves it on its side OUT, and crosses it only once.
_IN, _OUT = 0, 1
_Node = tuple[int, int]


def find_leaks(grid: Grid, area: frozenset[int]) -> frozenset[int]:
    """The places to close; empty if the level is closed.

    If more would be needed than any leak is wide, there is no wall to speak of: then it is every
    place of the area at the rim of the drawing.
    """
    rim = frozenset(p for p in area if any(p + step in grid.frame for step in grid.steps))
    if not rim:
        return rim
    inside = (grid.players | grid.boxes | grid.targets) & area
    cut = _Cut(grid, area, rim, inside)
    for _ in range(_MAX_LEAK_WIDTH + 1):
        if not cut.augment():
            return cut.places()
    return rim


class _Cut:
    """Paths from the rim to the inside that share no place, and what the last search reached."""

    def __init__(
        self, grid: Grid, area: frozenset[int], rim: frozenset[int], inside: frozenset[int]
    ) -> None:
        self._steps = grid.steps
        self._area = area
        self._rim = rim
        self._inside = inside
        self._crossed: set[int] = set()
        self._before: dict[int, int] = {}
        self._came_from: dict[_Node, _Node | None] = {}

    def augment(self) -> bool:
        """Find one more augmenting path and add it; False if there is none."""
        self._came_from = {(place, _IN): None for place in self._rim}
        waiting = deque(self._came_from)
        while waiting:
            node = waiting.popleft()
            if node[1] == _OUT and node[0] in self._inside:
                self._add_path(node)
                return True
            for following in self._residual(node):
                if following not in self._came_from:
                    self._came_from[following] = node
                    waiting.append(following)
        return False

    def places(self) -> frozenset[int]:
        """The cut: places that the last search could enter but not leave."""
        reached = self._came_from
        return frozenset(p for p, side in reached if side == _IN and (p, _OUT) not in reached)

    def _residual(self, node: _Node) -> Iterator[_Node]:
        """The next places of a path; it may undo earlier paths where it runs against them."""
        place, side = node
        if side == _IN:
            if place not in self._crossed:
                yield place, _OUT
            elif place in self._before:
                yield self._before[place], _OUT
        else:
            if place in self._crossed:
                yield place, _IN
            for step in self._steps:
                if place + step in self._area:
                    yield place + step, _IN

    def _add_path(self, node: _Node) -> None:
        path = [node]
        while (earlier := self._came_from[path[-1]]) is not None:
            path.append(earlier)
        path.reverse()
        undone: list[int] = []
        joined: list[tuple[int, int]] = []
        for (place, side), (following, _) in pairwise(path):
            if place == following:
                (self._crossed.add if side == _IN else self._crossed.discard)(place)
            elif side == _OUT:
                joined.append((following, place))
            else:
                undone.append(place)
        for place in undone:
            del self._before[place]
        self._before.update(joined)
