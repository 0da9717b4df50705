"""Player regions, single pushes and pulls, and macro moves as their closure over one box."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from reference.level import DIRECTIONS, Level, Square, State, shifted


class Step(NamedTuple):
    """One box goes one square."""

    box: Square
    direction: str
    after: State


class Macro(NamedTuple):
    """One box goes any number of squares while all others stand still."""

    source: Square
    destination: Square
    after: State


StepsOfBox = Callable[[Level, State, Square], Iterator[Step]]


@lru_cache(maxsize=4096)
def regions(level: Level, boxes: frozenset[Square]) -> dict[Square, Square]:
    """Every free square, with the first square in reading order of the region it belongs to."""
    first: dict[Square, Square] = {}
    for start in level.squares:
        if start in boxes or start in first:
            continue
        first[start] = start
        frontier = [start]
        while frontier:
            for square in level.neighbours[frontier.pop()]:
                if square not in boxes and square not in first:
                    first[square] = start
                    frontier.append(square)
    return first


def normalised(level: Level, boxes: Iterable[Square], player: Square) -> State:
    boxes = frozenset(boxes)
    return boxes, regions(level, boxes)[player]


def start_state(level: Level) -> State:
    return normalised(level, level.boxes, level.player)


def is_solved(level: Level, state: State) -> bool:
    return state[0] == level.targets


def pushes_of(level: Level, state: State, box: Square) -> Iterator[Step]:
    """The player stands behind the box, and the square before the box is free."""
    boxes, player = state
    region_of = regions(level, boxes)
    for name, step in DIRECTIONS.items():
        behind, beyond = shifted(box, step, -1), shifted(box, step)
        if region_of.get(behind) == player and beyond in region_of:
            yield Step(box, name, normalised(level, boxes - {box} | {beyond}, box))


def pulls_of(level: Level, state: State, box: Square) -> Iterator[Step]:
    """The player stands beside the box, steps away from it, and the box follows."""
    boxes, player = state
    region_of = regions(level, boxes)
    for name, step in DIRECTIONS.items():
        beside, beyond = shifted(box, step), shifted(box, step, 2)
        if region_of.get(beside) == player and beyond in region_of:
            yield Step(box, name, normalised(level, boxes - {box} | {beside}, beyond))


def single_steps(level: Level, state: State, steps_of: StepsOfBox) -> Iterator[Step]:
    for box in state[0]:
        yield from steps_of(level, state, box)


def macro_moves(level: Level, state: State, steps_of: StepsOfBox) -> set[Macro]:
    """For each box, every state that single steps of that box alone can lead to."""
    moves = set()
    for source in state[0]:
        others = state[0] - {source}
        seen = {state}
        frontier = [state]
        while frontier:
            now = frontier.pop()
            (box,) = now[0] - others
            for step in steps_of(level, now, box):
                if step.after not in seen:
                    seen.add(step.after)
                    frontier.append(step.after)
        for after in seen - {state}:
            (destination,) = after[0] - others
            moves.add(Macro(source, destination, after))
    return moves


def successors(level: Level, states: Iterable[State], steps_of: StepsOfBox) -> set[State]:
    """The states after one macro move from any of `states`."""
    return {move.after for state in states for move in macro_moves(level, state, steps_of)}


def states_after(
    level: Level, states: Iterable[State], steps_of: StepsOfBox, count: int
) -> set[State]:
    """The states after exactly `count` macro moves from any of `states`."""
    found = set(states)
    for _ in range(count):
        found = successors(level, found, steps_of)
    return found


def goal_states(level: Level) -> set[State]:
    """All boxes on targets, the player in any region that is left."""
    return {(level.targets, region) for region in regions(level, level.targets).values()}


def goal_states_with_pull(level: Level) -> set[State]:
    return {
        state
        for state in goal_states(level)
        if next(single_steps(level, state, pulls_of), None) is not None
    }
