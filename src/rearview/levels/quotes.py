"""Marks at the left of every line: `> ` of mails, `| ` and box-drawing characters, `// ` of
code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from rearview.levels.lines import Line, Region, indent

_BARS = ("|", "\u2502", "\u2503", "\u2551")
_MARKS = (">", "//", *_BARS)
_BORDER = re.compile(r"\s*(?:\+[-=+]+\+|[\u2500-\u257f]{3,})\s*")


def unquote(lines: list[Line]) -> Iterator[Region]:
    """Consecutive lines that begin with the same mark, with one layer of it removed."""
    first = 0
    for mark, group in groupby(lines, _mark):
        quoted = list(group)
        end = first + len(quoted)
        if mark is not None:
            bodies = _bodies([line.text for line in quoted], mark)
            plain = [Line(line.number, body) for line, body in zip(quoted, bodies, strict=True)]
            region = Region(first, end, plain)
            yield _with_borders(lines, region) if mark in _BARS else region
        first = end


def _mark(line: Line) -> str | None:
    text = line.text.lstrip(" ")
    return next((mark for mark in _MARKS if text.startswith(mark)), None)


def _bodies(texts: list[str], mark: str) -> list[str]:
    bodies = [text.lstrip(" ").removeprefix(mark) for text in texts]
    if mark in _BARS:
        bodies = _without_right_bar(bodies, mark)
    return [body[1:] for body in bodies] if indent(bodies) else bodies


def _without_right_bar(bodies: list[str], bar: str) -> list[str]:
    bodies = [body.rstrip() for body in bodies]
    if all(body.endswith(bar) for body in bodies):
        return [body.removesuffix(bar) for body in bodies]
    return bodies


def _with_borders(lines: list[Line], region: Region) -> Region:
    """The region including a border line above and below."""
    first, end, inner = region
    if first > 0 and _BORDER.fullmatch(lines[first - 1].text):
        first -= 1
        inner = [Line(lines[first].number, ""), *inner]
    if end < len(lines) and _BORDER.fullmatch(lines[end].text):
        inner = [*inner, Line(lines[end].number, "")]
        end += 1
    return Region(first, end, inner)
