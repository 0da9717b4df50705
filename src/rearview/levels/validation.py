"""Everything that is wrong with a level, at once, by name and with its place.

Three severities, because they lead to different answers:

- INVALID: no level at all; nothing can be played or searched.
- UNSOLVABLE: a proper level that provably has no solution.
- WARNING: odd, but harmless.

Boxes and targets count where the player could walk if there were no boxes. What lies outside is
decoration: a box on a target there is a wall (Microban 155), but a box on no target can never
come home, if walls enclose it; beyond the walls it makes the drawing invalid. A level that starts
solved is fine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from rearview.arguments import check_kind
from rearview.levels.grid import Grid
from rearview.levels.leak import find_leaks
from rearview.levels.level import Level
from rearview.levels.limits import MAX_BOXES, MAX_HEIGHT, MAX_WIDTH
from rearview.levels.stuck import find_stuck
from rearview.output.counting import counted

_MAX_PLACES_NAMED = 5


class Severity(Enum):
    """What a problem means for solving the level."""

    INVALID = "invalid"
    UNSOLVABLE = "unsolvable"
    WARNING = "warning"


class ProblemKind(Enum):
    """The kinds of problems, the worst first."""

    TOO_LARGE = "too large"
    TOO_MANY_BOXES = "too many boxes"
    NO_PLAYER = "no player"
    SEVERAL_PLAYERS = "several players"
    NO_BOXES = "no boxes"
    BOXES_AND_TARGETS_DIFFER = "boxes and targets differ"
    LEAK = "leak"
    BOX_OUTSIDE = "box outside"
    BOX_OUT_OF_REACH = "box out of reach"
    BOX_STUCK = "box stuck"
    TARGET_STAYS_EMPTY = "target stays empty"
    TARGET_OUT_OF_REACH = "target out of reach"

    @property
    def severity(self) -> Severity:
        return _SEVERITIES.get(self, Severity.INVALID)


_SEVERITIES = {
    ProblemKind.BOX_OUT_OF_REACH: Severity.UNSOLVABLE,
    ProblemKind.BOX_STUCK: Severity.UNSOLVABLE,
    ProblemKind.TARGET_STAYS_EMPTY: Severity.UNSOLVABLE,
    ProblemKind.TARGET_OUT_OF_REACH: Severity.WARNING,
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem: its text (`str`), its kind, and where it is: (x, y) from 0."""

    kind: ProblemKind
    message: str
    squares: tuple[tuple[int, int], ...] = ()

    @property
    def severity(self) -> Severity:
        return self.kind.severity

    def __str__(self) -> str:
        return self.message


def validate(level: Level) -> tuple[Problem, ...]:
    """All problems of a level, in the order of `ProblemKind`; empty if there are none.

    Beyond the size limit only cheap checks are made.
    """
    check_kind("level", level, Level)
    problems = [*_size_problems(level), *_count_problems(level)]
    if not any(problem.kind is ProblemKind.TOO_LARGE for problem in problems):
        problems += _shape_problems(Grid(level))
    order = list(ProblemKind)
    return tuple(sorted(problems, key=lambda problem: order.index(problem.kind)))


def describe_squares(squares: Iterable[tuple[int, int]]) -> str:
    """`row 2, column 3 and row 4, column 5`: counted from 1; only the first few are named."""
    named = [f"row {y + 1}, column {x + 1}" for x, y in squares]
    if len(named) > _MAX_PLACES_NAMED:
        named[_MAX_PLACES_NAMED:] = [f"{len(named) - _MAX_PLACES_NAMED} more"]
    return " and ".join(filter(None, ("; ".join(named[:-1]), named[-1])))


def _size_problems(level: Level) -> Iterator[Problem]:
    if level.width > MAX_WIDTH or level.height > MAX_HEIGHT:
        yield Problem(
            ProblemKind.TOO_LARGE,
            f"the board is {level.width}x{level.height}, "
            f"over the limit of {MAX_WIDTH}x{MAX_HEIGHT}",
        )
    if level.box_count > MAX_BOXES:
        yield Problem(
            ProblemKind.TOO_MANY_BOXES,
            f"{counted(level.box_count, 'box')}, over the limit of {MAX_BOXES:,}",
        )


def _count_problems(level: Level) -> Iterator[Problem]:
    players = tuple(level.squares("@+"))
    if not players:
        yield Problem(ProblemKind.NO_PLAYER, "there is no player")
    elif len(players) > 1:
        yield Problem(
            ProblemKind.SEVERAL_PLAYERS,
            f"there are {counted(len(players), 'player')}: {describe_squares(players)}",
            players,
        )
    if not level.box_count:
        yield Problem(ProblemKind.NO_BOXES, "there is no box")


def _shape_problems(grid: Grid) -> Iterator[Problem]:
    area = grid.area() if grid.players else _area_without_player(grid)
    boxes, targets = grid.boxes & area, grid.targets & area
    if grid.boxes and not boxes:
        yield Problem(ProblemKind.NO_BOXES, "there is no box where the player could ever go")
    if len(boxes) != len(targets):
        yield Problem(
            ProblemKind.BOXES_AND_TARGETS_DIFFER,
            f"{counted(len(boxes), 'box')} but {counted(len(targets), 'target')}",
        )
    leaks = find_leaks(grid, area)
    open_at = "the player can walk out of the level at" if grid.players else "the wall is open at"
    yield from _name(grid, ProblemKind.LEAK, open_at, leaks)
    # Boxes may also leave through a leak and come back anywhere.
    yield from _hopeless(grid, area | grid.frame if leaks else area)


def _area_without_player(grid: Grid) -> frozenset[int]:
    """The area inside walls, and what can be reached from boxes that are not on targets.

    Boxes on targets may be decoration, unless there are no others and none is enclosed.
    """
    enclosed = grid.area()
    inside = grid.boxes - grid.targets
    if not inside and not grid.boxes & enclosed:
        inside = grid.boxes | grid.targets
    return enclosed | grid.flood(inside, grid.walls) - grid.frame


def _hopeless(grid: Grid, area: frozenset[int]) -> Iterator[Problem]:
    stuck = find_stuck(grid, area)
    kind = ProblemKind
    lost = grid.boxes - grid.targets - area
    # Beyond the walls it is not part of the level: something beside the drawing was read as a box.
    beyond = lost & grid.outside()
    yield from _name(grid, kind.BOX_OUTSIDE, "outside the walls there is a box at", beyond)
    yield from _name(
        grid, kind.BOX_OUT_OF_REACH, "the player can never reach the box at", lost - beyond
    )
    yield from _name(
        grid, kind.BOX_STUCK, "no target can ever be reached by the box at", stuck.boxes
    )
    yield from _name(
        grid, kind.TARGET_STAYS_EMPTY, "no box can ever be pushed onto the target at", stuck.targets
    )
    unused = grid.targets - grid.boxes - area
    yield from _name(
        grid, kind.TARGET_OUT_OF_REACH, "the player can never reach the target at", unused
    )


def _name(grid: Grid, kind: ProblemKind, message: str, places: frozenset[int]) -> Iterator[Problem]:
    """One problem for all its places, if there are any."""
    if places:
        squares = grid.squares(places)
        yield Problem(kind, f"{message} {describe_squares(squares)}", squares)
