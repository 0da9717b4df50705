"""Draws the two pictures of docs/architecture.md: the layers, and the path of one level.

python docs/pictures/diagrams.py docs/pictures
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

STYLE = """
text { font-family: ui-sans-serif, system-ui, sans-serif; fill: #2d3748 }
.name { font-size: 15px; font-weight: 600 }
.about { font-size: 12.5px; fill: #5a6578 }
.head { font-size: 13px; font-weight: 600; fill: #718096; letter-spacing: .04em }
.python { fill: #ebf4fb; stroke: #90bfe3 }
.native { fill: #fdf3e1; stroke: #e0b25c }
.outside { fill: #f4f4f6; stroke: #c3c8d1 }
.arrow { stroke: #718096; stroke-width: 1.6; fill: none }
.tip { fill: #718096 }
@media (prefers-color-scheme: dark) {
text { fill: #edf2f7 }
.about { fill: #b4bfcf }
.head { fill: #a0aec0 }
.python { fill: #1e3346; stroke: #3f7cae }
.native { fill: #3d3016; stroke: #a07a2e }
.outside { fill: #2a2e37; stroke: #565e6c }
.arrow { stroke: #a0aec0 }
.tip { fill: #a0aec0 }
}
"""


@dataclass(frozen=True)
class Card:
    """A part of the program: its name and its purpose."""

    name: str
    about: str
    kind: str = "python"


PYTHON_LAYERS: Sequence[Sequence[Card]] = (
    (Card("cli", "one file for each command"), Card("web", "JSON over HTTP, and the page")),
    (Card("reporters", "what a command shows"),),
    (
        Card("bench", "store, runner, statistics"),
        Card("experiments", "one file for each table or figure"),
    ),
    (
        Card("solving, training, ...", "the API, one file per function"),
        Card("parallel", "pools, batches, racing"),
    ),
    (
        Card("search", "how levels are searched"),
        Card("model", "weights, schedule, and their files"),
    ),
    (Card("limit, strategy, result, state, solution", "what these functions take and return"),),
    (Card("levels", "reading, writing and validating levels"),),
    (Card("output, arguments, errors, progress", "writing files, checking arguments, errors"),),
)
NATIVE_LAYERS: Sequence[Sequence[Card]] = tuple(
    (Card(name, about, "native"),)
    for name, about in (
        ("bindings", "the only part that knows Python"),
        ("learning", "TD(0) training of the weights"),
        ("search", "agents, planner, tree, meeting, beam, solver"),
        ("optimise", "shortest ways, shorter solutions, proofs"),
        ("value", "features, hint, weights"),
        ("deadlock", "one file for each detector"),
        ("board", "squares, positions, moves"),
        ("support", "arrays, hashing, clock"),
    )
)

# Left to right, then back: the path of one level.
WAY_IN = (
    Card("FILE:3", "level 3 of a text file", "outside"),
    Card("levels", "text to Level, and validation"),
    Card("solving", "Level and Search to native options"),
    Card("_core.solve", "backward pass, forward pass, alternation", "native"),
)
WAY_OUT = (
    Card("stdout", "one JSON object, and the exit code", "outside"),
    Card("reporters", "Result to JSON, text or colours"),
    Card("result", "outcome, solution, nodes, time"),
    Card("solution", "the checker replays every move, in plain Python"),
)


def text(x: float, y: float, kind: str, words: str, anchor: str = "middle") -> str:
    return f'<text class="{kind}" x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(words)}</text>'


def card(one: Card, x: float, y: float, width: float, height: float) -> Iterator[str]:
    yield (
        f'<rect class="{one.kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
        'rx="7"/>'
    )
    lines = list(wrapped(one.about, int(width / 6.6)))
    top = y + height / 2 - 8.5 * len(lines) + 5
    yield text(x + width / 2, top, "name", one.name)
    for number, line in enumerate(lines, start=1):
        yield text(x + width / 2, top + 18 * number, "about", line)


def wrapped(words: str, width: int) -> Iterator[str]:
    line = ""
    for word in words.split():
        if line and len(line) + len(word) >= width:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    yield line


def stack(layers: Sequence[Sequence[Card]], x: float, y: float, width: float) -> Iterator[str]:
    """Layers from top to bottom; each may use those below it."""
    height, gap = 52, 8
    for row, layer in enumerate(layers):
        each = (width - gap * (len(layer) - 1)) / len(layer)
        for column, one in enumerate(layer):
            yield from card(one, x + column * (each + gap), y + row * (height + gap), each, height)


def arrow(x1: float, y1: float, x2: float, y2: float) -> Iterator[str]:
    """Straight, along one of the axes."""
    dx, dy = (x2 > x1) - (x2 < x1), (y2 > y1) - (y2 < y1)
    yield f'<path class="arrow" d="M{x1:g} {y1:g}L{x2 - 6 * dx:g} {y2 - 6 * dy:g}"/>'
    back_x, back_y = x2 - 8 * dx, y2 - 8 * dy
    corners = f"L{back_x - 4 * dy:g} {back_y - 4 * dx:g}L{back_x + 4 * dy:g} {back_y + 4 * dx:g}"
    yield f'<path class="tip" d="M{x2:g} {y2:g}{corners}z"/>'


def picture(width: int, height: int, title: str, parts: Iterator[str]) -> str:
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img">',
            f"<title>{escape(title)}</title>",
            f"<style>{STYLE}</style>",
            *parts,
            "</svg>\n",
        )
    )


def draw_layers() -> Iterator[str]:
    yield text(16, 26, "head", "PYTHON  src/rearview", "start")
    yield from stack(PYTHON_LAYERS, 16, 40, 520)
    yield text(584, 26, "head", "C++20  native", "start")
    yield from stack(NATIVE_LAYERS, 584, 40, 300)
    yield from arrow(26, 520, 26, 545)
    yield text(40, 539, "about", "each part uses only parts beside or below it", "start")
    yield text(584, 539, "about", "Python calls the bindings as _core", "start")


def draw_data_flow() -> Iterator[str]:
    width, height, gap = 196, 92, 32
    for row, cards in enumerate((WAY_IN, WAY_OUT)):
        for column, one in enumerate(cards):
            yield from card(
                one, 16 + column * (width + gap), 16 + row * (height + 40), width, height
            )
    for column in range(3):
        begin, end = 16 + column * (width + gap) + width + 3, 16 + (column + 1) * (width + gap) - 3
        yield from arrow(begin, 16 + height / 2, end, 16 + height / 2)
        middle = 16 + height + 40 + height / 2
        yield from arrow(end, middle, begin, middle)
    last = 16 + 3 * (width + gap) + width / 2
    yield from arrow(last, 16 + height + 3, last, 16 + height + 37)


def main(folder: Path) -> None:
    layers = picture(900, 556, "Layers of rearview: each uses only those below", draw_layers())
    (folder / "layers.svg").write_text(layers, encoding="utf-8")
    flow = picture(912, 256, "The path of one level through rearview solve", draw_data_flow())
    (folder / "data-flow.svg").write_text(flow, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
