"""The bundled levels and their known solutions, read in the one simple form they are kept in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
LEVELS = REPOSITORY / "src" / "rearview" / "levels" / "data"
SOLUTIONS = REPOSITORY / "tests" / "data" / "solutions"

NAMES = ("microban", "xsokoban", "microban2", "grigr", "sasquatch1")


@dataclass(frozen=True)
class KnownLevel:
    collection: str
    number: int
    rows: tuple[str, ...]
    lurd: str

    @property
    def title(self) -> str:
        return f"{self.collection}:{self.number}"


@cache
def known_levels(collection: str) -> tuple[KnownLevel, ...]:
    """Every level of a collection with its known solution."""
    text = (LEVELS / f"{collection}.xsb").read_text(encoding="utf-8")
    boards = []
    rows: list[str] = []
    for line in text.splitlines():
        if line.lstrip().startswith("#"):
            rows.append(line)
        elif rows:
            boards.append(tuple(rows))
            rows = []
    if rows:
        boards.append(tuple(rows))
    lines = (SOLUTIONS / f"{collection}.lurd").read_text(encoding="utf-8").splitlines()
    solutions = dict(line.split() for line in lines if line.strip())
    return tuple(
        KnownLevel(collection, number, board, solutions[str(number)])
        for number, board in enumerate(boards, start=1)
    )


def spread(collection: str, count: int) -> tuple[KnownLevel, ...]:
    """`count` levels at even steps through a collection, first and last included."""
    levels = known_levels(collection)
    if count >= len(levels):
        return levels
    return tuple(levels[i * (len(levels) - 1) // (count - 1)] for i in range(count))


def all_known_levels() -> tuple[KnownLevel, ...]:
    return tuple(level for name in NAMES for level in known_levels(name))
