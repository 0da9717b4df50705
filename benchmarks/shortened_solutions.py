"""Solutions of a bundled collection made shorter, beside the known ones.

    python benchmarks/shortened_solutions.py grigr --objective moves --nodes 1000000 \\
        --solutions own.jsonl -o grigr-moves.csv

`--solutions` is what `rearview solve --json` wrote, and may be given several times: the solutions
of a level are used together. Without it the known solutions themselves are shortened. A level ends
after its nodes, which gives the same figures on every machine, or after its seconds of processor
time, which a busy machine does not make shorter. The table has a row for each level, written at
once; levels that it has already are not worked on again. The totals, and the levels where the known
solution is still shorter, are printed.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

from rearview import Limit, Objective, OptimisingProgress, load_levels, optimise, verify

KNOWN = Path(__file__).parents[1] / "tests" / "data" / "solutions"
HEAD = (
    "level", "moves_before", "pushes_before", "moves", "pushes", "moves_known", "pushes_known",
    "lower_bound", "optimal", "nodes", "seconds",
)  # fmt: skip


def read_known(collection: str) -> dict[int, str]:
    lines = (KNOWN / f"{collection}.lurd").read_text(encoding="ascii").splitlines()
    return {int(number): lurd for number, lurd in map(str.split, lines)}


def read_solved(files: list[Path], collection: str) -> dict[int, list[str]]:
    if not files:
        return {number: [lurd] for number, lurd in read_known(collection).items()}
    found: dict[int, list[str]] = {}
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            fields = json.loads(line)
            if fields["lurd"]:
                found.setdefault(fields["index"], []).append(fields["lurd"])
    return found


def read_table(file: Path | None) -> list[tuple[Any, ...]]:
    """What an earlier run has written."""
    if file is None or not file.exists():
        return []
    with file.open(newline="", encoding="ascii") as lines:
        return [(*map(int, row[:-1]), float(row[-1])) for row in list(csv.reader(lines))[1:]]


def is_in_time(ends: float, _: OptimisingProgress) -> bool:
    return process_time() < ends


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("collection")
    parser.add_argument("--objective", choices=[one.value for one in Objective], default="moves")
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--seconds", type=float, default=60, help="of processor time")
    parser.add_argument("--methods", default=None)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--solutions", type=Path, action="append", default=[])
    parser.add_argument("-o", "--output", type=Path)
    given = parser.parse_args()
    known, solved = read_known(given.collection), read_solved(given.solutions, given.collection)
    rows = read_table(given.output)
    for level in load_levels(given.collection):
        if level.index not in solved or level.index % given.every:
            continue
        if any(row[0] == level.index for row in rows):
            continue
        began = process_time()
        result = optimise(
            level,
            solved[level.index],
            objective=given.objective,
            limit=Limit(86_400, memory_mb=2048),
            on_progress=partial(is_in_time, began + given.seconds),
            methods=None if given.methods is None else given.methods.split(","),
            max_nodes=given.nodes,
        )
        played = [verify(level, one) for one in solved[level.index]]
        before = min(played, key=lambda one: getattr(one, given.objective))
        best = verify(level, known[level.index])
        assert verify(level, result.lurd)
        rows.append(
            (
                level.index,
                before.moves,
                before.pushes,
                result.moves,
                result.pushes,
                best.moves,
                best.pushes,
                result.lower_bound,
                int(result.is_optimal),
                result.forward_nodes,
                round(process_time() - began, 2),
            )
        )
        if given.output:
            with given.output.open("w", newline="", encoding="ascii") as file:
                csv.writer(file).writerows([HEAD, *rows])
    show(rows, given.objective)


def show(rows: list[tuple[Any, ...]], objective: str) -> None:
    column = HEAD.index(objective)
    total = [sum(row[place] for row in rows) for place in range(len(HEAD))]
    longer = [row for row in rows if row[column] > row[column + 2]]
    shorter = sum(row[column] < row[column + 2] for row in rows)
    print(
        f"{len(rows)} levels, {objective}: {total[column - 2]:,} -> {total[column]:,}, "
        f"known {total[column + 2]:,}; {shorter} shorter than the known one, {len(longer)} longer, "
        f"{total[8]} proven optimal; {total[9]:,} nodes, {total[10]:,.0f} s of processor time"
    )
    print("longer:", ", ".join(f"{row[0]} ({row[column]}, {row[column + 2]})" for row in longer))
    sys.stdout.flush()


if __name__ == "__main__":
    main()
