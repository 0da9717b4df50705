"""The two agents: what the forward and the backward search look for, and what they think of it.

Moves are tried box by box in the order of the board, and for each box in that of a breadth-first
walk, up, right, down, left, or the other way round where ties go to the farthest. Without
detectors: only a state that was met before is left out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from reference.features import (
    backward_features,
    boxes_on_targets,
    forward_features,
    overlap,
    region_count,
)
from reference.level import Level, Square, State, reading_order
from reference.planner import Planner
from reference.rules import (
    Macro,
    StepsOfBox,
    goal_states_with_pull,
    is_solved,
    pulls_of,
    pushes_of,
    start_state,
)

ORDER_OF_DIRECTIONS = "urdl"

Ties = Literal["nearest", "farthest", "random"]


def mixed(number: int) -> int:
    """The finaliser of SplitMix64."""
    most = 2**64 - 1
    number = (number + 0x9E3779B97F4A7C15) & most
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & most
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & most
    return number ^ (number >> 31)


def lot_of_seed_0(number: int) -> int:
    return mixed((mixed(0) + number) & (2**64 - 1))


def macros_of_box(
    level: Level, state: State, source: Square, steps_of: StepsOfBox
) -> Iterator[Macro]:
    """What one box can do, the nearest first."""
    others = state[0] - {source}
    seen = {state}
    queue = deque([state])
    while queue:
        now = queue.popleft()
        (box,) = now[0] - others
        steps = sorted(
            steps_of(level, now, box), key=lambda step: ORDER_OF_DIRECTIONS.index(step.direction)
        )
        for step in steps:
            if step.after not in seen:
                seen.add(step.after)
                queue.append(step.after)
                (destination,) = step.after[0] - others
                yield Macro(source, destination, step.after)


@dataclass(frozen=True)
class Found:
    """A state, and the move that led to it; none led to a root."""

    state: State
    move: Macro | None


@dataclass(frozen=True)
class Agent:
    level: Level
    steps_of: StepsOfBox
    roots: list[State]
    is_done: Callable[[State], bool]
    value: Callable[[State], float]

    def cell_of(self, found: Found) -> object:
        return boxes_on_targets(self.level, found.state), region_count(self.level, found.state)

    def search(
        self,
        steps: int,
        has_cells: bool = False,
        ties: Ties = "nearest",
        epsilon_scale: float = 1,
        knows_reward: bool = True,
    ) -> Planner[Found]:
        met = set(self.roots)

        def expand(found: Found) -> Iterator[tuple[Found, float]]:
            for box in sorted(found.state[0], key=reading_order):
                moves = list(macros_of_box(self.level, found.state, box, self.steps_of))
                for move in reversed(moves) if ties == "farthest" else moves:
                    if move.after not in met:
                        met.add(move.after)
                        is_won = knows_reward and self.is_done(move.after)
                        value = 1.0 if is_won else self.value(move.after)
                        yield Found(move.after, move), value

        roots = [(Found(state, None), self.value(state)) for state in self.roots]
        cell_of = self.cell_of if has_cells else None
        lot_of = lot_of_seed_0 if ties == "random" else None
        boxes = len(self.level.boxes)
        planner = Planner(roots, boxes, expand, cell_of, lot_of, epsilon_scale)
        planner.take_steps(steps)
        return planner


def weighted(weights: Mapping[str, float], features: Mapping[str, float]) -> float:
    return sum(weight * features[name] for name, weight in weights.items())


def forward_agent(level: Level, weights: Mapping[str, float], trajectory: Sequence[State]) -> Agent:
    """From the start, push all boxes home, along the backward agent's trajectory."""
    return Agent(
        level,
        pushes_of,
        roots=[start_state(level)],
        is_done=lambda state: is_solved(level, state),
        value=lambda state: weighted(weights, forward_features(level, state, trajectory)),
    )


def backward_agent(
    level: Level, weights: Mapping[str, float], trajectory: Sequence[State]
) -> Agent:
    """From the goal, pull all boxes off the targets, towards the forward agent's trajectory."""

    def value(state: State) -> float:
        features = backward_features(level, state) | {"overlap": overlap(state, trajectory)}
        return weighted(weights, features)

    goals = goal_states_with_pull(level)
    return Agent(
        level,
        pulls_of,
        roots=sorted(goals, key=lambda state: reading_order(state[1])),
        is_done=lambda state: not state[0] & level.targets,
        value=value,
    )
