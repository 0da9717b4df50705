"""Distances of one box on an otherwise empty board, the player's side respected."""

from __future__ import annotations

from collections import deque

from reference.level import Level, Square
from reference.rules import StepsOfBox, normalised, pulls_of, pushes_of

NEVER = -1


def distances(level: Level, box: Square, player: Square, steps_of: StepsOfBox) -> dict[Square, int]:
    """The fewest single steps that bring the box to each square that it can reach."""
    start = normalised(level, {box}, player)
    steps = {start: 0}
    found = {box: 0}
    queue = deque([start])
    while queue:
        state = queue.popleft()
        (here,) = state[0]
        for step in steps_of(level, state, here):
            if step.after not in steps:
                steps[step.after] = steps[state] + 1
                (there,) = step.after[0]
                found.setdefault(there, steps[step.after])
                queue.append(step.after)
    return found


def nearest_target(level: Level, box: Square, player: Square) -> int:
    """The fewest pushes to any target, or NEVER."""
    steps = distances(level, box, player, pushes_of)
    return min((steps[target] for target in level.targets if target in steps), default=NEVER)


def dead_squares(level: Level, steps_of: StepsOfBox, goals: frozenset[Square]) -> set[Square]:
    """The squares from which a lone box reaches none of `goals`, wherever the player is."""
    return {
        square
        for square in level.floor
        if not any(
            goals & distances(level, square, player, steps_of).keys()
            for player in level.neighbours[square]
        )
        and square not in goals
    }


def dead_for_pushes(level: Level) -> set[Square]:
    return dead_squares(level, pushes_of, level.targets)


def dead_for_pulls(level: Level) -> set[Square]:
    return dead_squares(level, pulls_of, level.boxes)
