"""`rearview optimise -o FILE`, killed (-9) at random moments, and begun again.

    python benchmarks/optimise_survival.py [WHAT...] [--kills N] [--seed N] [--jobs N]

After each kill FILE must be whole, every solution in it must replay, and none may be longer than
it was before.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from killed_optimiser import kill_again_and_again

LONGEST_SECONDS_BEFORE_A_KILL = 4.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="*", default=["sasquatch1:1-6"])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0, help="of the moments")
    parser.add_argument("--jobs", type=int, default=1, help="levels at once")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        totals = kill_again_and_again(
            given.what, Path(folder) / "best.sok", given.kills, given.seed,
            LONGEST_SECONDS_BEFORE_A_KILL, ("--jobs", str(given.jobs)),
        )  # fmt: skip
    print(f"{given.kills} kills, the file whole after each; moves: {' '.join(map(str, totals))}")


if __name__ == "__main__":
    main()
