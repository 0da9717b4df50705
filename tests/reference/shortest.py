"""The shortest solution of a small level, by Dijkstra over single steps of the player.

No pushes, no bounds, no detectors: the player walks, and what is in the way is pushed.
"""

from __future__ import annotations

from heapq import heappop, heappush

from reference.level import DIRECTIONS, Level, Square, shifted

Length = tuple[int, int]
"""What counts first, then the other."""


def shortest(level: Level, pushes_first: bool) -> Length | None:
    """Moves and pushes of a shortest solution, the objective first; None when there is none."""
    start = (frozenset(level.boxes), level.player)
    best = {start: (0, 0)}
    queue: list[tuple[Length, int, tuple[frozenset[Square], Square]]] = [((0, 0), 0, start)]
    floor, count = set(level.squares), 0
    while queue:
        length, _, state = heappop(queue)
        if best[state] < length:
            continue
        boxes, player = state
        if boxes == level.targets:
            return length
        for step in DIRECTIONS.values():
            ahead, beyond = shifted(player, step), shifted(player, step, 2)
            is_push = ahead in boxes
            if ahead not in floor or (is_push and (beyond not in floor or beyond in boxes)):
                continue
            after = (boxes - {ahead} | {beyond} if is_push else boxes, ahead)
            cost = (is_push, 1) if pushes_first else (1, is_push)
            longer = (length[0] + cost[0], length[1] + cost[1])
            if after not in best or longer < best[after]:
                best[after] = longer
                count += 1
                heappush(queue, (longer, count, after))
    return None
