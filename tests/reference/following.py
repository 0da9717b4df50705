"""Random live positions, and hints followed from there to the end; for tests and benchmarks."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rearview import HintKind, Level, Limit, Verdict, diagnose, hint, level_after, verify
from rearview.remembering import forget_everything
from rearview.state import State
from rearview.walking import walk

MAX_PUSHES = 20_000
STEPS = {"L": (-1, 0), "U": (0, -1), "R": (1, 0), "D": (0, 1)}


def pushes_from(level: Level, moves: str) -> Iterator[str]:
    """Every push that can be made after some moves, each with the walk to it."""
    state = State.after(level, moves)
    blocked = state.boxes.union(level.squares("#"))
    for x, y in sorted(state.boxes):
        for letter, (dx, dy) in STEPS.items():
            way = walk(level, state, (x - dx, y - dy))
            if way is not None and (x + dx, y + dy) not in blocked:
                yield way + letter


def random_live_moves(level: Level, rng: Random, max_pushes: int, limit: Limit) -> str:
    """Random pushes, of which none leads to a dead position."""
    moves = ""
    for _ in range(rng.randint(1, max_pushes)):
        pushes = list(pushes_from(level, moves))
        rng.shuffle(pushes)
        alive = (one for one in pushes if _is_alive(level_after(level, moves + one), limit))
        moves += next(alive, "")
    return moves


def _is_alive(position: Level, limit: Limit) -> bool:
    return diagnose(position, limit=limit).verdict is Verdict.ALIVE


def follow(level: Level, moves: str, limit: Limit, *, is_forgetful: bool) -> tuple[str, int]:
    """What goes wrong when hints are followed, if anything does, and how many pushes it takes.

    Every question is put with nothing but the moves so far; one who is forgetful asks twice, each
    time as a new process would.
    """
    for pushes in range(MAX_PUSHES):
        advice = hint(level, moves, 3, limit=limit)
        if is_forgetful:
            forget_everything()
            if hint(level, moves, 3, limit=limit) != advice:
                return "the same question was answered differently", pushes
        if advice.kind is HintKind.SOLVED:
            return "" if verify(level, moves) else "it says solved, but it is not", pushes
        if not advice:
            return advice.text, pushes
        moves += advice.walk + advice.push
    return "it goes on for ever", MAX_PUSHES
