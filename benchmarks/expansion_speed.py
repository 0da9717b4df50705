"""How fast states are expanded: positions of all 90 XSokoban levels, one core.

An expansion generates all children of a state, checks them cheaply for deadlocks, hashes them and
counts their features. Positions come from seeded random play, half of them from the first moves
and half from deep in the level, with a hint of 60 random pulls. The rate is also given as a ratio
to a fixed loop (BLAKE2b over 1 MiB) timed in the same run, which cancels the machine out.
"""

from __future__ import annotations

import hashlib
import random
import statistics
import time

from rearview import load_levels
from rearview._core import Board, Motion, State, detector_names
from rearview._core.testing import Expander

POSITIONS = 100
DEPTH = 40
ROUNDS = 5
HINT_LENGTH = 60


def random_play(board: Board, expander: Expander, state: State, rng: random.Random) -> list[State]:
    states = [state]
    for _ in range(DEPTH):
        children = expander.expand(states[-1])
        if not children:
            break
        states.append(board.apply(states[-1], rng.choice(children)[0]))
    return states


def sample(board: Board, expander: Expander, rng: random.Random) -> list[State]:
    states: list[State] = []
    while len(states) < POSITIONS:
        states += random_play(board, expander, board.start(), rng)
    return states[:POSITIONS]


def reference_loops_per_second() -> float:
    block = bytes(1 << 20)
    begin = time.perf_counter()
    for _ in range(20):
        hashlib.blake2b(block).digest()
    return 20 / (time.perf_counter() - begin)


def measure(rows: tuple[str, ...], seed: int) -> tuple[float, float]:
    """Expansions per second, and children per expansion, on one level."""
    board = Board(rows)
    rng = random.Random(seed)
    backward = Expander(board, Motion.pull, detector_names(Motion.pull), [])
    hint = random_play(board, backward, board.goals()[0], rng)[:HINT_LENGTH]
    expander = Expander(board, Motion.push, detector_names(Motion.push), hint)
    states = sample(board, expander, rng)
    expander.expand_all(states)
    begin = time.perf_counter()
    children = sum(expander.expand_all(states) for _ in range(ROUNDS))
    seconds = time.perf_counter() - begin
    expansions = ROUNDS * len(states)
    return expansions / seconds, children / expansions


def main() -> None:
    reference = reference_loops_per_second()
    results = [measure(level.rows, seed) for seed, level in enumerate(load_levels("xsokoban"))]
    rates = sorted(rate for rate, _ in results)
    median = statistics.median(rates)
    print(f"levels                    {len(rates)}")
    print(f"children per expansion    {statistics.mean(c for _, c in results):.1f}")
    print(f"expansions/s, median      {median:,.0f}")
    print(f"expansions/s, slowest     {rates[0]:,.0f}")
    print(f"reference loops/s         {reference:,.0f}")
    print(f"ratio (median/reference)  {median / reference:.1f}")


if __name__ == "__main__":
    main()
