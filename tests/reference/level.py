"""What a drawing of a level means.

`floor` holds the squares that the player could reach if there were no boxes. Boxes outside it are
decoration. Boxes on targets that walls and boxes hold fast for ever are walls as well (`walled`),
with their targets. Floor behind them is floor still.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

Square = tuple[int, int]
State = tuple[frozenset[Square], Square]
"""Boxes, and the first square in reading order of the player's region."""

DIRECTIONS: dict[str, tuple[int, int]] = {"u": (0, -1), "d": (0, 1), "l": (-1, 0), "r": (1, 0)}
AXES = ((1, 0), (0, 1))


def reading_order(square: Square) -> tuple[int, int]:
    return (square[1], square[0])


def shifted(square: Square, step: tuple[int, int], times: int = 1) -> Square:
    return (square[0] + times * step[0], square[1] + times * step[1])


@dataclass(frozen=True, eq=False)
class Level:
    floor: frozenset[Square]
    targets: frozenset[Square]
    boxes: frozenset[Square]
    player: Square
    walled: frozenset[Square]
    squares: list[Square] = field(init=False)
    """The floor in reading order: the position in this list is the number of the square."""
    neighbours: dict[Square, list[Square]] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "squares", sorted(self.floor, key=reading_order))
        around = {
            square: [
                shifted(square, step)
                for step in DIRECTIONS.values()
                if shifted(square, step) in self.floor
            ]
            for square in self.squares
        }
        object.__setattr__(self, "neighbours", around)


def squares_marked(rows: Sequence[str], marks: str) -> set[Square]:
    return {(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark in marks}


def flood(start: Square, allowed: Iterable[Square]) -> set[Square]:
    """The squares of `allowed` that connect to `start`, itself included."""
    unseen = set(allowed) - {start}
    found = {start}
    frontier = [start]
    while frontier:
        square = frontier.pop()
        for step in DIRECTIONS.values():
            near = shifted(square, step)
            if near in unseen:
                unseen.remove(near)
                found.add(near)
                frontier.append(near)
    return found


def held_fast(boxes: Iterable[Square], floor: set[Square]) -> set[Square]:
    """Those of `boxes` that walls and each other keep from ever being pushed.

    A box moves along an axis only when both squares beside it on that axis can become free.
    """
    fast = set(boxes)
    while True:
        open_squares = floor - fast
        loose = {
            box
            for box in fast
            if any({shifted(box, axis), shifted(box, axis, -1)} <= open_squares for axis in AXES)
        }
        if not loose:
            return fast
        fast -= loose


def parse(rows: Sequence[str]) -> Level:
    """Read XSB rows. Raises ValueError when a box or target that counts is out of reach."""
    (player,) = squares_marked(rows, "@+")
    boxes = squares_marked(rows, "$*")
    targets = squares_marked(rows, ".*+")
    reachable = flood(player, squares_marked(rows, " .$*@+"))
    outside = boxes - reachable
    if outside - targets:
        raise ValueError("a box that is not on a target is out of reach")
    walled = outside | held_fast(boxes - outside, reachable) & targets
    floor = reachable - walled
    if targets - walled - floor:
        raise ValueError("a target without a box is out of reach")
    return Level(
        frozenset(floor),
        frozenset(targets - walled),
        frozenset(boxes - walled),
        player,
        frozenset(walled),
    )


def draw(level: Level, state: State | None = None) -> str:
    """The level as XSB, in `state` if there is one; walled boxes are drawn as walls."""
    boxes, player = state if state is not None else (level.boxes, level.player)
    width = max(x for x, _ in level.floor) + 2
    height = max(y for _, y in level.floor) + 2
    marks = dict.fromkeys(level.floor, " ")
    marks.update(dict.fromkeys(level.targets, "."))
    marks.update({box: "*" if box in level.targets else "$" for box in boxes})
    marks[player] = "+" if player in level.targets else "@"
    return "\n".join("".join(marks.get((x, y), "#") for x in range(width)) for y in range(height))
