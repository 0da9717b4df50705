"""The bundled levels, each with its known solution, as .sok files: one for each collection.

    python benchmarks/known_solutions.py FOLDER

`rearview experiment strength` can then say where a hint goes against the known solution.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from rearview.levels import Collection, load_bundled, write_levels
from rearview.levels.bundled import CREDITS

SOLUTIONS = Path(__file__).parents[1] / "tests" / "data" / "solutions"


def with_solutions(name: str) -> Collection:
    lines = (SOLUTIONS / f"{name}.lurd").read_text(encoding="ascii").splitlines()
    lurd = dict(line.split() for line in lines)
    collection = load_bundled(name)
    levels = [replace(level, solutions=(lurd[str(level.index)],)) for level in collection]
    return replace(collection, levels=tuple(levels))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for name in CREDITS:
        (folder / f"{name}.sok").write_text(write_levels(with_solutions(name)), encoding="utf-8")


if __name__ == "__main__":
    main()
