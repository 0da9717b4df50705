"""Draws how a level is solved as an animated SVG: the picture at the top of the README.

First the backward agent's trajectory, boxes pulled off the targets; then the solution, with the
packing order that the trajectory implies numbered on the targets. Nothing is drawn by hand:

    python docs/pictures/film.py xsokoban:1 docs/pictures/solve.svg
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import rearview
from rearview._core import Board, Move
from rearview.frames import Frame, frames
from rearview.state import Square, State, draw

CELL = 26
"""Pixels of a square; everything on the board is drawn in squares."""
PUSH_SECONDS = 0.055
WALK_SECONDS = 0.016
PAUSE_SECONDS = 0.9

STYLE = """
.floor { fill: #f2ede3 }
.wall { fill: #4a5568 }
.target { fill: none; stroke: #c05621; stroke-width: .08 }
.order { fill: #c05621; font-size: .46px; font-weight: bold; text-anchor: middle }
.box { fill: #d69e2e; stroke: #8a5a0b; stroke-width: .06 }
.home { fill: #38a169; stroke: #22543d; stroke-width: .06 }
.player { fill: #2b6cb0 }
.hat { fill: #1a365d }
text { font-family: ui-sans-serif, system-ui, sans-serif }
.caption { fill: #2d3748; font-size: 15px; font-weight: 600 }
.remark { fill: #718096; font-size: 13px }
@media (prefers-color-scheme: dark) {
.floor { fill: #2d3341 }
.wall { fill: #566076 }
.target { stroke: #f6ad55 }
.order { fill: #f6ad55 }
.player { fill: #63b3ed }
.hat { fill: #2a4365 }
.caption { fill: #edf2f7 }
.remark { fill: #a0aec0 }
}
"""
WALL = '<rect class="wall" x="{x}.02" y="{y}.02" width=".96" height=".96" rx=".1"/>'
FLOOR = '<rect class="floor" x="{x}" y="{y}" width="1" height="1"/>'
TARGET = '<circle class="target" cx="{x}.5" cy="{y}.5" r=".3"/>'
BOX = '<rect class="{kind}" x=".12" y=".12" width=".76" height=".76" rx=".15"/>'
PLAYER = '<circle class="player" cx=".5" cy=".54" r=".33"/><path class="hat" d="{hat}"/>'
HAT = "M.2 .42h.6l-.12-.24h-.36z"

Point = tuple[float, Square]
"""When, in seconds, and where."""


@dataclass(frozen=True)
class Scene:
    """One board after the other, and when each is reached."""

    caption: str
    remark: str
    begin: float
    frames: Sequence[Frame]
    times: Sequence[float]

    @property
    def end(self) -> float:
        return self.times[-1] + PAUSE_SECONDS

    def track_box(self, square: Square) -> Iterator[Point]:
        """When a box begins and ends to move, and where it is then."""
        yield self.begin, square
        for before, time, frame in zip(self.times, self.times[1:], self.frames[1:], strict=False):
            if frame.pushed and frame.pushed[0] == square:
                yield before, square
                square = frame.pushed[1]
                yield time, square
        yield self.end - 0.01, square

    def track_player(self) -> Iterator[Point]:
        yield self.begin, self.frames[0].state.player
        for time, frame in zip(self.times, self.frames, strict=True):
            yield time, frame.state.player
        yield self.end - 0.01, self.frames[-1].state.player


def main() -> None:
    what, path = sys.argv[1:]
    level = rearview.load_levels(what)[0]
    limit = rearview.Limit(backward_nodes=10_000, forward_nodes=50_000)
    result = rearview.solve(level, limit=limit)
    assert result, f"{what} is not solved"
    back = "pull all boxes off their targets"
    forward = f"push them home: {result.pushes} pushes"
    first = scene("1. Look back", back, 0, list(pulls(level, result.trajectory)))
    second = scene("2. Go forward", forward, first.end, list(frames(level, result.lurd)))
    order = rearview.explain(level, result).packing_order
    Path(path).write_text(Film(level, order, [first, second]).svg(), encoding="utf-8")


def pulls(level: rearview.Level, trajectory: Sequence[State]) -> Iterator[Frame]:
    """The trajectory step by step: the pushes that would play it forward, backwards."""
    states = trajectory[::-1]
    rows = draw(level, states[0])
    board = Board(rows)
    moves = []
    for before, after in pairwise(states):
        (source,) = before.boxes - after.boxes
        (destination,) = after.boxes - before.boxes
        moves.append(Move(*(board.square_at(*at) for at in (source, destination, after.player))))
    played = list(frames(rearview.Level(rows=rows, index=1), board.to_lurd(moves)))
    pushes = [*(frame.pushed for frame in played[1:]), None]
    for frame, pushed in zip(played[::-1], pushes[::-1], strict=True):
        yield Frame(frame.state, pushed and (pushed[1], pushed[0]))


def scene(caption: str, remark: str, begin: float, frames: Sequence[Frame]) -> Scene:
    """Walks are quick: what matters is what the boxes do."""
    times = [begin + PAUSE_SECONDS]
    for frame in frames[1:]:
        times.append(times[-1] + (PUSH_SECONDS if frame.pushed else WALK_SECONDS))
    return Scene(caption, remark, begin, frames, times)


class Film:
    """Scenes on one board, over and over again."""

    def __init__(
        self, level: rearview.Level, order: Sequence[Square], scenes: Sequence[Scene]
    ) -> None:
        self._level = level
        self._order = order
        self._scenes = scenes
        self._seconds = scenes[-1].end + PAUSE_SECONDS
        self._rules: list[str] = []

    def svg(self) -> str:
        board = "".join([*self._squares(), *self._numbers(), *self._boxes(), self._player()])
        captions = "".join(self._captions())
        width, height = self._level.width * CELL, self._level.height * CELL + 36
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img" aria-label="rearview solves a level">'
            f"<style>{STYLE}{''.join(self._rules)}</style>"
            f'<g transform="scale({CELL})">{board}</g>{captions}</svg>\n'
        )

    def _squares(self) -> Iterator[str]:
        for x, y in self._level.squares("#"):
            yield WALL.format(x=x, y=y)
        for x, y in reachable(self._level):
            yield FLOOR.format(x=x, y=y)
        for x, y in self._level.squares(".*+"):
            yield TARGET.format(x=x, y=y)

    def _numbers(self) -> Iterator[str]:
        self._show("o", [(0, False), (self._scenes[1].begin, True)])
        for number, (x, y) in enumerate(self._order, 1):
            yield f'<text class="o order" x="{x}.5" y="{y}.66">{number}</text>'

    def _boxes(self) -> Iterator[str]:
        targets = set(self._level.squares(".*+"))
        starts = zip(*(sorted(one.frames[0].state.boxes) for one in self._scenes), strict=True)
        for number, squares in enumerate(starts):
            scenes = zip(self._scenes, squares, strict=True)
            points = [point for one, square in scenes for point in one.track_box(square)]
            self._move(f"b{number}", points)
            self._show(f"h{number}", [(time, square in targets) for time, square in points])
            both = BOX.format(kind="box") + BOX.format(kind=f"h{number} home")
            yield f'<g class="b{number}">{both}</g>'

    def _player(self) -> str:
        self._move("p", [point for one in self._scenes for point in one.track_player()])
        return f'<g class="p">{PLAYER.format(hat=HAT)}</g>'

    def _captions(self) -> Iterator[str]:
        y = self._level.height * CELL + 24
        ends = [*(one.begin for one in self._scenes[1:]), self._seconds]
        for number, (one, end) in enumerate(zip(self._scenes, ends, strict=True)):
            self._show(f"c{number}", [(0, one.begin == 0), (one.begin, True), (end, False)])
            remark = f'<tspan class="remark" dx="10">{one.remark}</tspan>'
            yield f'<text class="c{number} caption" x="4" y="{y}">{one.caption}{remark}</text>'

    def _move(self, name: str, points: Sequence[Point]) -> None:
        """Points on a straight way between two others need not be written."""
        inner = zip(points, points[1:], points[2:], strict=False)
        kept = [here for before, here, after in inner if not is_between(before, here, after)]
        kept = [points[0], *kept, points[-1], (self._seconds, points[-1][1])]
        steps = [(time, f"transform:translate({x}px,{y}px)") for time, (x, y) in kept]
        self._animate(name, steps, "linear")

    def _show(self, name: str, changes: Sequence[tuple[float, bool]]) -> None:
        steps = [(time, f"opacity:{int(visible)}") for time, visible in changes]
        kept = [
            step
            for n, step in enumerate(steps)
            if n in (0, len(steps) - 1) or step[1] != steps[n - 1][1]
        ]
        self._animate(name, kept, "step-end")

    def _animate(self, name: str, steps: Sequence[tuple[float, str]], timing: str) -> None:
        texts = (f"{100 * time / self._seconds:.2f}%{{{what}}}" for time, what in steps)
        self._rules.append(f"@keyframes {name}{{{''.join(texts)}}}")
        self._rules.append(f".{name}{{animation:{name} {self._seconds:.2f}s {timing} infinite}}\n")


def is_between(before: Point, here: Point, after: Point) -> bool:
    """Whether a straight glide from the point before to the point after passes here in time."""
    span = after[0] - before[0]
    part = (here[0] - before[0]) / span if span else 0.0
    return all(
        abs(start + (end - start) * part - middle) < 0.01
        for start, middle, end in zip(before[1], here[1], after[1], strict=True)
    )


def reachable(level: rearview.Level) -> list[Square]:
    """The floor, and not what lies outside of the walls."""
    walls = set(level.squares("#"))
    found: set[Square] = set()
    todo = list(level.squares("@+"))
    while todo:
        x, y = square = todo.pop()
        if square not in found and square not in walls:
            found.add(square)
            todo += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return sorted(found)


if __name__ == "__main__":
    main()
