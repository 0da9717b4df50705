"""A board as large as there may be, with a solution as long as is wanted."""

from __future__ import annotations

from random import Random

from rearview import Level

_SIDE, _FIRST, _TARGET = 128, 3, 120
_CIRCLE = "drul"


def large_solution(moves: int, seed: int = 0) -> tuple[Level, str]:
    """An open hall in which every second row has a box to be pushed from its left to its right.

    The rows are taken in any order, and the solution begins with circles until it is long enough.
    """
    rows = list(range(2, _SIDE - 2, 2))
    level = Level(tuple(_draw(y, y in rows) for y in range(_SIDE)))
    order = rows.copy()
    Random(seed).shuffle(order)
    lurd, y = "", 1
    for row in order:
        lurd += ("d" if row > y else "u") * abs(row - y)
        lurd += "r" * (_FIRST - 2) + "R" * (_TARGET - _FIRST)
        lurd += "u" + "l" * (_TARGET - 2)
        y = row - 1
    return level, _CIRCLE * ((moves - len(lurd)) // len(_CIRCLE)) + lurd


def _draw(y: int, has_box: bool) -> str:
    if y in (0, _SIDE - 1):
        return "#" * _SIDE
    inside = [" "] * (_SIDE - 2)
    if y == 1:
        inside[0] = "@"
    if has_box:
        inside[_FIRST - 1], inside[_TARGET - 1] = "$", "."
    return f"#{''.join(inside)}#"
