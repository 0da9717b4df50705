"""`Grid`: a level on a rectangle framed by one ring of outside, for questions about its shape.

A place is an index into the flattened rectangle, so a neighbour is one addition away; the frame
makes every neighbour of a board place a valid index, and standing on the frame means having left
the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rearview.errors import LevelError
from rearview.levels.level import Level
from rearview.levels.limits import MAX_HEIGHT, MAX_WIDTH


class Grid:
    """The shape of a level within the size limits; larger ones raise LevelError."""

    def __init__(self, level: Level) -> None:
        width, height = level.width, level.height
        if width > MAX_WIDTH or height > MAX_HEIGHT:
            raise LevelError(f"{width}x{height} is over the limit of {MAX_WIDTH}x{MAX_HEIGHT}")
        self._stride = width + 2
        margin = " " * self._stride
        rows = [f" {row.ljust(width)} " for row in level.rows]
        self.cells = "".join([margin, *rows, margin])
        self.steps = (-1, 1, -self._stride, self._stride)
        self.walls = self.find("#")
        self.boxes = self.find("$*")
        self.targets = self.find(".*+")
        self.players = self.find("@+")
        inside = {self.place(x, y) for y in range(height) for x in range(width)}
        self.frame = frozenset(range(len(self.cells))) - inside

    def place(self, x: int, y: int) -> int:
        return (y + 1) * self._stride + x + 1

    def square(self, place: int) -> tuple[int, int]:
        """The (x, y) of a place, as in `Level`; the frame has -1 and the width or height."""
        return place % self._stride - 1, place // self._stride - 1

    def squares(self, places: Iterable[int]) -> tuple[tuple[int, int], ...]:
        """The (x, y) of places, in reading order."""
        return tuple(self.square(place) for place in sorted(places))

    def find(self, symbols: str) -> frozenset[int]:
        return frozenset(n for n, symbol in enumerate(self.cells) if symbol in symbols)

    def flood(self, starts: Iterable[int], blocked: frozenset[int]) -> frozenset[int]:
        """Every place that can be walked to; the frame can be entered but not walked along."""
        return spread(starts, lambda place: self._open_neighbours(place, blocked))

    def _open_neighbours(self, place: int, blocked: frozenset[int]) -> list[int]:
        if place in self.frame:
            return []
        return [place + step for step in self.steps if place + step not in blocked]

    def area(self) -> frozenset[int]:
        """Where the player could walk if there were no boxes, without the frame.

        Without a player it is everything that walls separate from the outside.
        """
        if self.players:
            return self.flood(self.players, self.walls) - self.frame
        return self._drawing() - self.walls - self.outside()

    def outside(self) -> frozenset[int]:
        """Everything that can be reached from outside the drawing, without the frame."""
        rim = {place + step for place in self.frame for step in self.steps}
        return self.flood(rim & self._drawing() - self.walls, self.walls) - self.frame

    def _drawing(self) -> frozenset[int]:
        return frozenset(range(len(self.cells))) - self.frame


def spread(starts: Iterable[int], next_places: Callable[[int], Iterable[int]]) -> frozenset[int]:
    """Everything that can be reached from the starts, step by step."""
    reached = set(starts)
    waiting = list(reached)
    while waiting:
        for place in next_places(waiting.pop()):
            if place not in reached:
                reached.add(place)
                waiting.append(place)
    return frozenset(reached)
