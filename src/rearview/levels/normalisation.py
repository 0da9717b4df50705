"""A level's identity: what is invariant under rotation, reflection and decoration.

Two drawings are the same level if the squares that the player could walk to, the boxes, the targets
and the player's start region agree after some rotation or reflection. Everything else (where in its
region the player starts, what lies outside, how thick the walls are) is decoration.
"""

from __future__ import annotations

import hashlib

from rearview.arguments import check_kind
from rearview.levels.grid import Grid
from rearview.levels.level import Level

# While a drawing is rotated, the player's whole start region is drawn in these letters.
_REGION = {" ": "r", "@": "r", ".": "R", "+": "R"}
_PLAYER = {"r": "@", "R": "+"}
_WITHOUT_REGION = str.maketrans("rR", " .")


def canonical_rows(level: Level) -> tuple[str, ...]:
    """The canonical drawing of a level. Raises LevelError if it is too large."""
    check_kind("level", level, Level)
    rows = _draw(Grid(level))
    return min(_place_player(turned) for turned in _orientations(rows))


def level_hash(level: Level) -> str:
    """A hash of the level's identity: 64 hexadecimal digits, stable across machines and
    versions."""
    return hashlib.sha256("\n".join(canonical_rows(level)).encode("ascii")).hexdigest()


def _draw(grid: Grid) -> list[str]:
    """The area within one layer of walls, cropped: rows of equal length, none if it is empty."""
    area = grid.area()
    region = grid.flood(grid.players, grid.walls | grid.boxes) & area
    left, right, up, down = grid.steps
    around = (left, right, up, down, up + left, up + right, down + left, down + right)
    symbols = [" "] * len(grid.cells)
    for place in area:
        for step in around:
            symbols[place + step] = "#"
    for place in area:
        symbol = grid.cells[place]
        symbols[place] = _REGION[symbol] if place in region else symbol
    rows = ["".join(symbols[start : start + down]) for start in range(0, len(symbols), down)]
    return _crop(rows)


def _crop(rows: list[str]) -> list[str]:
    rows = [row for row in rows if row.strip()]
    columns = [column for column in zip(*rows, strict=True) if set(column) != {" "}]
    return ["".join(row) for row in zip(*columns, strict=True)]


def _orientations(rows: list[str]) -> list[list[str]]:
    """The eight rotations and reflections of a drawing."""
    transposed = ["".join(column) for column in zip(*rows, strict=True)]
    flipped = [drawing[::way] for drawing in (rows, transposed) for way in (1, -1)]
    return [[row[::way] for row in drawing] for drawing in flipped for way in (1, -1)]


def _place_player(rows: list[str]) -> tuple[str, ...]:
    """The drawing with its player on the first square of the start region, in reading order."""
    text = "\n".join(rows)
    first = min((text.find(letter) for letter in _PLAYER if letter in text), default=None)
    if first is not None:
        text = text[:first] + _PLAYER[text[first]] + text[first + 1 :]
    return tuple(row.rstrip() for row in text.translate(_WITHOUT_REGION).split("\n"))
