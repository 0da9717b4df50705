"""Several searches of one level side by side against one: how much sooner is it solved?

    python benchmarks/side_by_side.py FOLDER --seconds 20 --into ratio.csv     # on an idle machine
    python benchmarks/side_by_side.py FOLDER --easy --seconds 20               # what it costs

The levels are those of benchmarks/hard_levels.txt, or with `--easy` every fifth of the bundled sets
that choices are made on; FOLDER has the sets that are not bundled. Each level is searched alone and
then by `seeds_at_once`, in one run, so that both have the same machine.

The ratio is a geometric mean over the levels that either solves; where one does not, its limit
counts. `--into` keeps each level as it is known, and what is there is not searched again.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import geometric_mean

from listed_levels import HARD_LEVELS, listed_levels

from rearview import Level, Limit, load_levels, solve

EASY_SETS = ("microban2", "grigr", "sasquatch1")
FIELDS = ("level", "alone", "alone_solved", "beside", "beside_solved")
Measured = tuple[float, bool]
"""Seconds, and whether the level was solved."""
Measure = Callable[[Level], tuple[Measured, Measured]]


def measure(level: Level, searches: int, seed: int, seconds: float) -> tuple[Measured, Measured]:
    def seconds_of(count: int) -> Measured:
        result = solve(level, limit=Limit(seconds), seed=seed, seeds_at_once=count)
        return (result.seconds if result else seconds), bool(result)

    return seconds_of(1), seconds_of(searches)


def easy_levels() -> Iterator[tuple[str, Level]]:
    for name in EASY_SETS:
        yield from ((f"{name}:{level.index}", level) for level in load_levels(name)[::5])


def read_rows(file: Path | None) -> dict[str, dict[str, str]]:
    if file is None or not file.exists():
        return {}
    with file.open(encoding="utf-8", newline="") as lines:
        return {row["level"]: row for row in csv.DictReader(lines)}


def keep(file: Path, row: dict[str, str]) -> None:
    is_new = not file.exists()
    with file.open("a", encoding="utf-8", newline="") as lines:
        writer = csv.DictWriter(lines, FIELDS, lineterminator="\n")
        if is_new:
            writer.writeheader()
        writer.writerow(row)


def measure_all(
    levels: Iterable[tuple[str, Level]], measure_level: Measure, file: Path | None
) -> Iterator[dict[str, str]]:
    known = read_rows(file)
    for name, level in levels:
        if name not in known:
            (alone, is_solved), (beside, is_solved_beside) = measure_level(level)
            values = (name, f"{alone:g}", f"{is_solved:d}", f"{beside:g}", f"{is_solved_beside:d}")
            known[name] = dict(zip(FIELDS, values, strict=True))
            if file is not None:
                keep(file, known[name])
        yield known[name]


def describe(rows: list[dict[str, str]]) -> str:
    solved = [row for row in rows if "1" in (row["alone_solved"], row["beside_solved"])]
    ratios = [max(1e-9, float(row["beside"])) / max(1e-9, float(row["alone"])) for row in solved]
    alone, beside = (sum(row[f"{one}_solved"] == "1" for row in rows) for one in FIELDS[1::2])
    counts = f"{len(rows)} levels: alone {alone} solved, side by side {beside}"
    totals = (sum(float(row[one]) for row in solved) for one in FIELDS[1::2])
    if not ratios:
        return counts
    sums = " and ".join(f"{one:,.6g}" for one in totals)
    return f"{counts}; ratio {geometric_mean(ratios):.3f} (geometric mean), in all {sums}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--easy", action="store_true")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--searches", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th level")
    parser.add_argument("--into", type=Path, metavar="FILE")
    asked = parser.parse_args()
    levels = easy_levels() if asked.easy else listed_levels(HARD_LEVELS, asked.folder)
    measure_level = partial(
        measure, searches=asked.searches, seed=asked.seed, seconds=asked.seconds
    )
    rows = []
    for row in measure_all(islice(levels, 0, None, asked.every), measure_level, asked.into):
        print(*row.values(), flush=True)
        rows.append(row)
    print(describe(rows))


if __name__ == "__main__":
    main()
