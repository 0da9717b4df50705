"""Random small levels from a seed, thousands of them, fast.

Four kinds of ground: scattered walls, caves dug by a random walk (full of tunnels), two rooms
joined by a corridor (goal rooms and corrals) or by two (a way round). Boxes are either strewn
about, or start on the targets and are pulled away at random: such a level is surely solvable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from reference.exhaustive import Graph, TooManyStatesError, pushed_from_start
from reference.level import (
    DIRECTIONS,
    Level,
    Square,
    flood,
    parse,
    reading_order,
    shifted,
    squares_marked,
)
from reference.rules import goal_states, is_solved, pulls_of, single_steps, start_state

Rows = tuple[str, ...]

TRIVIAL = 12
"""A level with fewer states than this rarely tells anything."""


def rows_of(
    floor: Iterable[Square], targets: Iterable[Square], boxes: Iterable[Square], player: Square
) -> Rows:
    """Draw a level in the smallest frame of walls; squares off the floor are walls."""
    floor, targets, boxes = set(floor), set(targets), set(boxes)
    left, top = min(x for x, _ in floor) - 1, min(y for _, y in floor) - 1
    right, bottom = max(x for x, _ in floor) + 1, max(y for _, y in floor) + 1

    def mark(square: Square) -> str:
        if square not in floor:
            return "#"
        marks = "*$" if square in boxes else "+@" if square == player else ". "
        return marks[0] if square in targets else marks[1]

    return tuple(
        "".join(mark((x, y)) for x in range(left, right + 1)) for y in range(top, bottom + 1)
    )


def largest_part(floor: set[Square]) -> set[Square]:
    parts = []
    left = set(floor)
    while left:
        part = flood(min(left), left)
        parts.append(part)
        left -= part
    return max(parts, key=lambda part: (len(part), sorted(part)), default=set())


def scattered(rng: Random) -> set[Square]:
    width, height = rng.randint(3, 6), rng.randint(3, 5)
    density = rng.choice((0.0, 0.05, 0.1, 0.2, 0.3))
    grid = [(x, y) for y in range(height) for x in range(width)]
    return largest_part({square for square in grid if rng.random() >= density})


def cave(rng: Random) -> set[Square]:
    width, height = rng.randint(4, 6), rng.randint(4, 6)
    digger = (rng.randrange(width), rng.randrange(height))
    dug = {digger}
    wanted = rng.randint(11, 20)
    for _ in range(200):
        if len(dug) >= wanted:
            break
        next_square = shifted(digger, rng.choice(list(DIRECTIONS.values())))
        if 0 <= next_square[0] < width and 0 <= next_square[1] < height:
            digger = next_square
            dug.add(digger)
    return dug


def rooms(rng: Random) -> set[Square]:
    """Two rooms, a straight corridor between them, sometimes a niche or a way around."""
    length = rng.randint(1, 3)
    door = rng.randint(0, 2)
    first = {(x, y) for x in range(rng.randint(2, 3)) for y in range(rng.randint(3, 4))}
    edge = max(x for x, _ in first) + 1
    second_at = edge + length
    second = {
        (second_at + x, y) for x in range(rng.randint(2, 3)) for y in range(rng.randint(3, 4))
    }
    door = min(door, *(max(y for _, y in room) for room in (first, second)))
    floor = first | second | {(x, door) for x in range(edge, second_at)}
    for _ in range(rng.randint(0, 3)):
        x, y = rng.choice(sorted(floor))
        floor.add((x, y + rng.choice((-1, 1))))
    if rng.random() < 0.25:
        floor -= {rng.choice(sorted(floor))}
    return largest_part(floor)


def ring(rng: Random) -> set[Square]:
    """Two rooms joined by two corridors, so that there is a way round."""
    height = rng.randint(3, 4)
    length = rng.randint(2, 3)
    left, right = rng.randint(1, 3), rng.randint(1, 3)
    floor = {(-1 - x, y) for x in range(left) for y in range(height)}
    floor |= {(length + x, y) for x in range(right) for y in range(height)}
    floor |= {(x, y) for x in range(length) for y in (0, height - 1)}
    for _ in range(rng.randint(0, 3)):
        floor -= {rng.choice(sorted(floor))}
    for _ in range(rng.randint(0, 2)):
        floor.add(shifted(rng.choice(sorted(floor)), rng.choice(list(DIRECTIONS.values()))))
    return largest_part(floor)


def clustered(rng: Random, floor: set[Square], count: int) -> set[Square]:
    """`count` squares near each other, like a goal room."""
    centre = rng.choice(sorted(floor))

    def nearness(square: Square) -> tuple[float, Square]:
        apart = abs(square[0] - centre[0]) + abs(square[1] - centre[1])
        return (apart + rng.random(), square)

    return set(sorted(floor, key=nearness)[:count])


def strewn(rng: Random, floor: set[Square], targets: set[Square]) -> Rows:
    *boxes, player = rng.sample(sorted(floor), len(targets) + 1)
    return rows_of(floor, targets, boxes, player)


def pulled(rng: Random, floor: set[Square], targets: set[Square]) -> Rows:
    """Pull the boxes off the targets at random; single pulls keep the player's region right."""
    player = rng.choice(sorted(floor - targets))
    level = Level(frozenset(floor), frozenset(targets), frozenset(targets), player, frozenset())
    state = rng.choice(sorted(goal_states(level), key=lambda goal: reading_order(goal[1])))
    for _ in range(rng.randint(3, 60)):
        steps = sorted(
            (step.after for step in single_steps(level, state, pulls_of)),
            key=lambda after: (sorted(after[0]), after[1]),
        )
        if not steps:
            break
        state = rng.choice(steps)
    return rows_of(floor, targets, state[0], state[1])


def random_rows(rng: Random, max_boxes: int) -> Rows:
    """One random level; it may be unsolvable, solved from the start or without any push."""
    while True:
        floor = rng.choice((scattered, cave, rooms, ring))(rng)
        count = rng.choice((1, 2, 2, 3, 3, 3, *(max_boxes,) * 3))
        if len(floor) >= 2 * count + 3:
            break
    if rng.random() < 0.5:
        targets = clustered(rng, floor, count)
    else:
        targets = set(rng.sample(sorted(floor), count))
    return pulled(rng, floor, targets) if rng.random() < 0.8 else strewn(rng, floor, targets)


def widened(rows: Rows, width: int, height: int) -> Rows:
    """The same level with a large empty room behind a winding corridor that no box gets through.

    The boxes have hardly more to do, and the board has width times height more squares.
    """
    floor = squares_marked(rows, " .$*@+")
    (player,) = squares_marked(rows, "@+")
    x, y = max(floor, key=lambda square: (square[0], -square[1]))
    corridor = {(x + 1, y), (x + 2, y), (x + 2, y + 1), (x + 3, y + 1), (x + 3, y + 2)}
    room = {(x + 4 + i, y + 2 + j) for i in range(width) for j in range(height)}
    targets, boxes = squares_marked(rows, ".*+"), squares_marked(rows, "$*")
    return rows_of(floor | corridor | room, targets, boxes, player)


def is_interesting(level: Level) -> bool:
    """There is something to push, and something left to do."""
    return bool(level.boxes) and not is_solved(level, start_state(level))


def random_levels(seed: int, count: int, max_boxes: int = 4) -> Iterator[tuple[Rows, Level]]:
    """`count` levels worth searching, always the same for a seed."""
    rng = Random(seed)
    while count > 0:
        rows = random_rows(rng, max_boxes)
        try:
            level = parse(rows)
        except ValueError:
            continue
        if is_interesting(level):
            yield rows, level
            count -= 1


def random_levels_explored(
    seed: int, count: int, max_states: int
) -> Iterator[tuple[Rows, Level, Graph]]:
    """Levels with every state that pushes from the start can reach; larger ones are left out.

    Of those with fewer than TRIVIAL states only one in four is kept.
    """
    rng = Random(seed)
    while count > 0:
        for rows, level in random_levels(rng.getrandbits(32), 1):
            try:
                graph = pushed_from_start(level, max_states)
            except TooManyStatesError:
                continue
            if len(graph) >= TRIVIAL or rng.random() < 0.25:
                yield rows, level, graph
                count -= 1
