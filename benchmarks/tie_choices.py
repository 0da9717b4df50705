"""What a rule of ties does: how often it shuts a target.

    python benchmarks/tie_choices.py grigr sasquatch1

An agent without hints grows a tree on each level. Where several targets share the best value for
one box, and no target is shut, the box is put onto the nearest and onto the farthest of them. A
target is shut when no box can get there any more as long as the packed ones stay: boxes on targets
count as walls, the others as air, and the player as being everywhere.
"""

from __future__ import annotations

import argparse
from collections import Counter, deque
from collections.abc import Iterator

from compare_learning import load_sample

from rearview import Level, Schedule, Ties, train
from rearview._core import Board, Motion, SearchTree, State, grow_tree
from rearview.experiments.variants import NO_HINTS
from rearview.model import FEATURES
from rearview.strategy import detector_names

_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))


class Room:
    """The squares of a board by their places."""

    def __init__(self, board: Board) -> None:
        self._targets = set(board.targets)
        places = ((x, y) for y in range(board.height) for x in range(board.width))
        self._at = {place: at for place in places if (at := board.square_at(*place)) >= 0}
        self._place = {at: place for place, at in self._at.items()}

    def is_target(self, square: int) -> bool:
        return square in self._targets

    def has_shut_target(self, state: State) -> bool:
        boxes = set(state.boxes)
        packed = boxes & self._targets
        reached = boxes - packed
        queue = deque(reached)
        while queue:
            for square in self._pushes(queue.popleft(), packed):
                if square not in reached:
                    reached.add(square)
                    queue.append(square)
        return bool(self._targets - boxes - reached)

    def _pushes(self, square: int, packed: set[int]) -> Iterator[int]:
        x, y = self._place[square]
        for dx, dy in _STEPS:
            ahead, behind = self._at.get((x + dx, y + dy)), self._at.get((x - dx, y - dy))
            if ahead is not None and behind is not None and not {ahead, behind} & packed:
                yield ahead


def ties_between_targets(tree: SearchTree, room: Room) -> Iterator[tuple[int, int, int]]:
    """An expanded node, and its children with the box on the nearest and on the farthest target."""
    for number in set(tree.leaves):
        children = [(one, tree.node(one)) for one in tree.node(number).children]
        if not children:
            continue
        best = max(child.raw_value for _, child in children)
        top = [(one, child.move) for one, child in children if child.raw_value == best]
        source = top[0][1].source if top[0][1] else None
        mine = [(one, move.destination) for one, move in top if move and move.source == source]
        (first, near), (last, far) = mine[0], mine[-1]
        if near != far and room.is_target(near) and room.is_target(far):
            yield number, first, last


def count(level: Level, weights: list[float], steps: int) -> Counter[str]:
    board = Board(level.rows)
    room = Room(board)
    tree = grow_tree(
        board, Motion.push, weights, detector_names(), [], steps, ties=Ties.RANDOM.native
    )
    found: Counter[str] = Counter()
    for before, near, far in ties_between_targets(tree, room):
        if not room.has_shut_target(tree.state(before)):
            found["ties"] += 1
            found["nearest"] += room.has_shut_target(tree.state(near))
            found["farthest"] += room.has_shut_target(tree.state(far))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sets", nargs="+", metavar="SET[:NUMBERS]")
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    schedule = Schedule(ties=Ties.RANDOM, forward_epsilon_scale=1)
    model = train(features=NO_HINTS.features, schedule=schedule, seed=asked.seed)
    weights = [model.forward[name] for name in FEATURES]
    found: Counter[str] = Counter()
    for level in (one for name in asked.sets for one in load_sample(name)):
        found += count(level, weights, asked.steps)
    print(f"{found['ties']} ties between targets where no target was shut")
    for rule in ("nearest", "farthest"):
        print(f"shut after the {rule}: {found[rule]}, {found[rule] / found['ties']:.1%}")


if __name__ == "__main__":
    main()
