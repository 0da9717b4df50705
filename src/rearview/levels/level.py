"""`Level`: one board as drawn, with the information in its file."""

from __future__ import annotations

from dataclasses import dataclass

from rearview.arguments import check_kinds
from rearview.errors import LevelError

SYMBOLS = frozenset("# .$*@+")


@dataclass(frozen=True, slots=True)
class Level:
    """One level. Rows hold only the seven XSB symbols, whatever dialect the file used:

        #  wall      @  player              $  box
        .  target    +  player on target    *  box on target    (space)  floor

    Rows end at their last symbol (they are ragged, and an empty interior row is ""); the left
    margin is kept, so that columns are those of the file. A level need not be playable:
    `validate` says what is wrong with it. Squares are `(x, y)`: column and row, from 0.
    """

    rows: tuple[str, ...]
    title: str = ""
    author: str = ""
    comment: str = ""
    solutions: tuple[str, ...] = ()
    """Solutions as in the file: LURD, perhaps run-length encoded, without white space."""
    index: int = 1
    """The level's number in its collection, from 1."""

    def __post_init__(self) -> None:
        check_kinds("rows", self.rows, str)
        rows = [row.rstrip(" ") for row in self.rows]
        for number, row in enumerate(rows, 1):
            foreign = set(row) - SYMBOLS
            if foreign:
                raise LevelError(f"row {number} has {min(foreign)!r}, which is not a board symbol")
        drawn = [number for number, row in enumerate(rows) if row]
        if not drawn:
            raise LevelError("the board is empty")
        object.__setattr__(self, "rows", tuple(rows[drawn[0] : drawn[-1] + 1]))

    @property
    def width(self) -> int:
        return max(map(len, self.rows))

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def box_count(self) -> int:
        return self._count("$*")

    @property
    def target_count(self) -> int:
        return self._count(".*+")

    def squares(self, symbols: str) -> list[tuple[int, int]]:
        """Where any of the symbols are, in reading order."""
        return [
            (x, y)
            for y, row in enumerate(self.rows)
            if any(symbol in row for symbol in symbols)
            for x, symbol in enumerate(row)
            if symbol in symbols
        ]

    def _count(self, symbols: str) -> int:
        return sum(row.count(symbol) for row in self.rows for symbol in symbols)

    def __str__(self) -> str:
        return "\n".join(self.rows)
