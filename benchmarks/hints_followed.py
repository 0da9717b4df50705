"""Hints followed to the end, from random live positions of a collection.

    python benchmarks/hints_followed.py microban --positions 10 --seed 0
    python benchmarks/hints_followed.py microban --positions 1 --forgetful

From the start of each level, pushes are made at random as long as the position is alive; then the
next push is asked for, with nothing but the moves so far, and made, until the level is solved. A
run fails when there is no hint, when the same question is answered differently, or after more
pushes than MAX_PUSHES. `--forgetful` forgets everything between questions, as a new process does.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random
from time import perf_counter

from rearview import (
    HintKind,
    Level,
    Limit,
    Verdict,
    diagnose,
    hint,
    level_after,
    load_levels,
    verify,
)
from rearview.remembering import forget_everything
from rearview.state import State
from rearview.walking import walk

MAX_PUSHES = 20_000
MAX_RANDOM_PUSHES = 40
STEPS = {"L": (-1, 0), "U": (0, -1), "R": (1, 0), "D": (0, 1)}
LIMIT = Limit(seconds=60)


def pushes_from(level: Level, moves: str) -> Iterator[str]:
    """Every push that can be made, each with the walk to it."""
    state = State.after(level, moves)
    blocked = state.boxes.union(level.squares("#"))
    for x, y in sorted(state.boxes):
        for letter, (dx, dy) in STEPS.items():
            way = walk(level, state, (x - dx, y - dy))
            if way is not None and (x + dx, y + dy) not in blocked:
                yield way + letter


def random_live_moves(level: Level, rng: Random) -> str:
    """Random pushes, of which none leads to a position that is dead."""
    moves = ""
    for _ in range(rng.randint(1, MAX_RANDOM_PUSHES)):
        pushes = list(pushes_from(level, moves))
        rng.shuffle(pushes)
        alive = (one for one in pushes if is_alive(level_after(level, moves + one)))
        moves += next(alive, "")
    return moves


def is_alive(position: Level) -> bool:
    return diagnose(position, limit=LIMIT).verdict is Verdict.ALIVE


def follow(level: Level, moves: str, is_forgetful: bool) -> tuple[str, int]:
    """What went wrong, if anything, and how many pushes were advised."""
    for pushes in range(MAX_PUSHES):
        advice = hint(level, moves, 3, limit=LIMIT)
        if is_forgetful:
            forget_everything()
            if hint(level, moves, 3, limit=LIMIT) != advice:
                return "the same question was answered differently", pushes
        if advice.kind is HintKind.SOLVED:
            return "" if verify(level, moves) else "it says solved, but it is not", pushes
        if not advice:
            return advice.text, pushes
        moves += advice.walk + advice.push
    return "it goes on for ever", MAX_PUSHES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("collection", nargs="?", default="microban")
    parser.add_argument("--positions", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--forgetful", action="store_true")
    options = parser.parse_args()
    began = perf_counter()
    runs = failed = questions = 0
    for level in load_levels(options.collection):
        for number in range(options.positions):
            rng = Random(f"{options.seed}:{level.index}:{number}")
            moves = random_live_moves(level, rng)
            complaint, pushes = follow(level, moves, options.forgetful)
            runs += 1
            questions += pushes
            if complaint:
                failed += 1
                print(f"level {level.index} after {moves}: {complaint}", flush=True)
    ended = f"{runs - failed:,} of {runs:,} runs end solved"
    print(f"{ended}; {questions:,} pushes advised in {perf_counter() - began:.0f} s")
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
