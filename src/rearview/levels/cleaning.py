"""Cleans levels pasted from mails, web pages, forums, programs and terminals.

Each dialect finds regions of lines that share a decoration. A region is cleaned only if removing
the decoration reveals a board; the result may be decorated again (a numbered listing in a quoted
mail). Lines keep their numbers in the file.

Nothing changes in a text of plain rows, `Key: value` lines and `Comment:` blocks, which is all that
`writing` writes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rearview.errors import LevelError
from rearview.levels.fences import drop_fences
from rearview.levels.line_numbers import strip_line_numbers, strip_right_numbers
from rearview.levels.lines import Line, Region
from rearview.levels.literals import strip_line_ends, unwrap_strings
from rearview.levels.markup import strip_markup
from rearview.levels.quotes import unquote
from rearview.levels.scanning import find_comment_ends, scan

# The outermost decoration first: mails quote pages, pages show listings.
_DIALECTS: tuple[Callable[[list[Line]], Iterator[Region]], ...] = (
    unquote,
    strip_markup,
    unwrap_strings,
    strip_line_ends,
    strip_right_numbers,
    strip_line_numbers,
)
_MAX_DEPTH = 3
_MIN_HEIGHT = 3
"""Rows of a level with an interior: a single row in a quote or a string is text about levels."""


def clean(lines: list[Line]) -> list[Line]:
    """The lines, with decorations removed."""
    return _clean(lines, _MAX_DEPTH)


def _clean(lines: list[Line], depth: int) -> list[Line]:
    """Clean the text between comment blocks, whose content is never changed."""
    if depth == 0:
        return lines
    cleaned: list[Line] = []
    place = 0
    for first, last in find_comment_ends(lines).items():
        cleaned += _clean_part(lines[place:first], depth)
        cleaned += lines[first : last + 1]
        place = last + 1
    return cleaned + _clean_part(lines[place:], depth)


def _clean_part(lines: list[Line], depth: int) -> list[Line]:
    lines = drop_fences(lines)
    for find_regions in _DIALECTS:
        cleaned: list[Line] = []
        place = 0
        for region in find_regions(lines):
            inner = _clean(region.lines, depth - 1)
            if region.first >= place and _has_board(inner):
                cleaned += lines[place : region.first] + inner
                place = region.end
        lines = cleaned + lines[place:]
    return lines


def _has_board(lines: list[Line]) -> bool:
    try:
        return any(len(item.rows) >= _MIN_HEIGHT for item in scan(lines))
    except LevelError:
        return False
