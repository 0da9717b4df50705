"""Where the time of a search goes: `perf` samples of hard levels, grouped by what was done.

Called by `make profile`, which builds an engine with symbols and sets PYTHONPATH to it. Needs
Linux and `perf`. Levels are those of the development sets that take longest; XSokoban is not used.
"""

from __future__ import annotations

import collections
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SECONDS = 3
LEVELS = ("sasquatch1:34,35,37,38,42,43,45,47,48", "grigr:2,78,110,127,140")

# The first that is found in a symbol names its share.
GROUPS = (
    ("CorralSearch", "corral search itself"),
    ("walk_box<(rearview::Motion)0, true>", "moves of fence boxes in corral search"),
    ("Sides::", "the depth-first pass that tells sides apart"),
    ("LiftedBox", "what a lifted box joins"),
    ("Packing", "packing"),
    ("LoneBox::add_ways", "packing"),
    ("Regions::", "labelling regions"),
    ("MoveGenerator", "the rest of move generation"),
    ("Freeze", "freeze"),
    ("Matching", "matching"),
    ("ReachableGoals", "matching"),
    ("PiCorral", "PI-corrals"),
    ("Hint", "hint features"),
    ("FeatureCounter", "other features"),
    ("Transpositions", "entering children into the tree"),
    ("add_child", "entering children into the tree"),
    ("Cells", "cells"),
    ("Planner::enter", "entering children into the tree"),
    ("SearchTree", "choosing a leaf, backing up"),
    ("Planner", "choosing a leaf, backing up"),
)


def group_of(symbol: str) -> str:
    return next((name for part, name in GROUPS if part in symbol), "everything else")


def main() -> int:
    if shutil.which("perf") is None:
        print("profile: there is no 'perf' on this machine", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        data = str(Path(folder) / "perf.data")
        solve = "from rearview.cli.main import main; main()"
        command = [sys.executable, "-S", "-c", solve, "solve", *LEVELS, "--json"]
        record = ["perf", "record", "--quiet", "-o", data, *command, f"--time-limit={SECONDS}"]
        subprocess.run(record, stdout=subprocess.DEVNULL, check=False)
        report = ["perf", "report", "-i", data, "--stdio", "--sort=symbol", "--percent-limit=0.02"]
        printed = subprocess.run(report, capture_output=True, text=True, check=True).stdout
    shares: dict[str, float] = collections.defaultdict(float)
    for line in printed.splitlines():
        share, _, symbol = line.strip().partition("%")
        if line.startswith("#") or not symbol:
            continue
        shares[group_of(symbol)] += float(share)
    if "Sides::" not in printed:
        print("profile: the engine has no symbols; use `make profile`", file=sys.stderr)
        return 1
    print("| share | where |\n|---:|---|")
    for name, percent in sorted(shares.items(), key=lambda item: -item[1]):
        print(f"| {percent:.0f}% | {name} |")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
