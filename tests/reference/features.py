"""The features of a state, straight from their definitions.

n is the number of boxes. Every value lies in [0, 1].
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from reference.level import Level, Square, State
from reference.lone_box import NEVER, nearest_target
from reference.rules import regions

GAMMA = 0.95


def boxes_on_targets(level: Level, state: State) -> int:
    return len(state[0] & level.targets)


@lru_cache(maxsize=16)
def nearest_targets(level: Level) -> dict[tuple[Square, Square], int]:
    """By box and player, with the player in any region beside the lone box."""
    table = {}
    for box in level.squares:
        by_region: dict[Square, int] = {}
        for player, region in regions(level, frozenset({box})).items():
            if region not in by_region:
                by_region[region] = nearest_target(level, box, player)
            table[box, player] = by_region[region]
    return table


def distance(level: Level, state: State) -> float:
    """Sum of pushes to the nearest target over n times the largest; never counts as largest."""
    table = nearest_targets(level)
    largest = max(table.values(), default=0)
    if largest <= 0:
        return 0.0
    boxes, player = state
    each = [table[box, player] for box in boxes]
    return sum(largest if pushes == NEVER else pushes for pushes in each) / (len(boxes) * largest)


def region_count(level: Level, state: State) -> int:
    return len(set(regions(level, state[0]).values()))


def connectivity(level: Level, state: State) -> float:
    return min(1.0, region_count(level, state) / len(state[0]))


def overlap(state: State, trajectory: Sequence[State]) -> float:
    return max((len(state[0] & seen[0]) for seen in trajectory), default=0) / len(state[0])


def target_order(level: Level, trajectory: Sequence[State]) -> tuple[set[Square], list[Square]]:
    """The targets never vacated, and the others by the time they are last filled.

    `trajectory` is in the order of the backward search; it is filled when played forward.
    """
    played_forward = [state[0] for state in reversed(trajectory)]
    never_vacated = {t for t in level.targets if all(t in boxes for boxes in played_forward)}
    last_filled = {}
    for time, boxes in enumerate(played_forward):
        for target in level.targets - never_vacated:
            if target in boxes and time > 0 and target not in played_forward[time - 1]:
                last_filled[target] = time
    return never_vacated, sorted(last_filled, key=lambda target: last_filled[target])


def perm(level: Level, state: State, trajectory: Sequence[State]) -> float:
    if not trajectory:
        return 0.0
    boxes = state[0]
    never_vacated, others = target_order(level, trajectory)
    count = len(never_vacated & boxes)
    if never_vacated <= boxes:
        for target in others:
            if target not in boxes:
                break
            count += 1
    return count / len(boxes)


def forward_features(level: Level, state: State, trajectory: Sequence[State]) -> dict[str, float]:
    n, packed = len(state[0]), boxes_on_targets(level, state)
    return {
        "targets": packed / n,
        "distance": distance(level, state),
        "gamma1": GAMMA**n,
        "gamma2": GAMMA ** (n - packed),
        "connectivity": connectivity(level, state),
        "overlap": overlap(state, trajectory),
        "perm": perm(level, state, trajectory),
        "bias": 1.0,
    }


def backward_features(level: Level, state: State) -> dict[str, float]:
    n, packed = len(state[0]), boxes_on_targets(level, state)
    return {
        "targets": packed / n,
        "distance": distance(level, state),
        "gamma1": GAMMA**n,
        "gamma2": GAMMA**packed,
        "connectivity": connectivity(level, state),
        "bias": 1.0,
    }
