"""An optimiser that is killed (-9) again and again: its file must be whole, and never worse.

Used by a short test, and at length by `benchmarks/optimise_survival.py`.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import sleep

from rearview import load_levels, verify

_SECONDS_TO_BEGIN = 60.0


def kill_again_and_again(
    what: Sequence[str],
    file: Path,
    kills: int,
    seed: int,
    longest: float,
    options: Sequence[str] = (),
) -> list[int]:
    """Kill `rearview optimise WHAT -o FILE` so often, and check the file after each time.

    Returns the moves of all solutions together after each kill.
    """
    rng = random.Random(seed)
    command = [sys.executable, "-m", "rearview", "optimise", *what, *options, "-o", str(file)]
    totals: list[int] = []
    before: dict[int, int] = {}
    for _ in range(kills):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as optimiser:
            _wait_for(file, optimiser)
            sleep(rng.uniform(0, longest))
            optimiser.kill()
        moves = moves_in(file)
        worse = {number for number in before if moves.get(number, sys.maxsize) > before[number]}
        assert not worse, f"levels {worse} have become longer, or are gone"
        before = moves
        totals.append(sum(moves.values()))
    return totals


def moves_in(file: Path) -> dict[int, int]:
    """The moves of the solution of each level of a file that has one; every one is replayed."""
    moves = {}
    for level in load_levels(str(file)):
        for lurd in level.solutions:
            played = verify(level, lurd)
            assert played, played.reason
            moves[level.index] = played.moves
    return moves


def _wait_for(file: Path, optimiser: subprocess.Popen[bytes]) -> None:
    """Until there is a file: before that nothing can be lost."""
    for _ in range(int(_SECONDS_TO_BEGIN / 0.01)):
        if file.exists() or optimiser.poll() is not None:
            return
        sleep(0.01)
    raise AssertionError("the optimiser does not begin")
