"""Plays LURD strings and keeps a record of every push."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from reference.level import DIRECTIONS, Level, Square, State, shifted
from reference.rules import normalised


@dataclass(frozen=True)
class Push:
    before: State
    source: Square
    destination: Square
    after: State
    walk_from: Square
    """Where the player stood after the push before this one (or at the start)."""
    walk_to: Square
    walk: int
    """How many steps the player made from `walk_from` to `walk_to`."""


def replay(level: Level, lurd: str) -> list[Push]:
    """Every push of `lurd`. Raises ValueError at a step that the rules forbid."""
    boxes, player = level.boxes, level.player
    walk_from, walk = player, 0
    pushes = []
    for index, letter in enumerate(lurd):
        step = DIRECTIONS[letter.lower()]
        ahead, beyond = shifted(player, step), shifted(player, step, 2)
        if ahead not in level.floor:
            raise ValueError(f"step {index + 1} of {lurd!r} walks into a wall")
        if (ahead in boxes) != letter.isupper():
            raise ValueError(f"step {index + 1} of {lurd!r} has the wrong case")
        if ahead in boxes:
            if beyond not in level.floor - boxes:
                raise ValueError(f"step {index + 1} of {lurd!r} pushes a box into an obstacle")
            moved = boxes - {ahead} | {beyond}
            before, after = normalised(level, boxes, player), normalised(level, moved, ahead)
            pushes.append(Push(before, ahead, beyond, after, walk_from, player, walk))
            boxes, walk_from, walk = moved, ahead, 0
        else:
            walk += 1
        player = ahead
    return pushes


def shortest_walk(
    level: Level, boxes: frozenset[Square], start: Square, goal: Square
) -> int | None:
    """The fewest steps from `start` to `goal` around the boxes; None when there is no way."""
    steps = {start: 0}
    queue = deque([start])
    while queue:
        square = queue.popleft()
        if square == goal:
            return steps[square]
        for near in level.neighbours[square]:
            if near not in boxes and near not in steps:
                steps[near] = steps[square] + 1
                queue.append(near)
    return None
