"""HTML pages, and the `[code]` of forums.

A text is treated as a page only if a line begins with a layout tag, or a line is a row apart from
its tags and entities. A title such as `a <b> c` does not make a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rearview.levels.lines import Line, Region
from rearview.levels.rows import is_row
from rearview.levels.scanning import is_labelled

_NAMES = (
    "a|b|blockquote|body|br|center|code|div|em|font|h[1-6]|head|html|i|kbd|li|link|meta|ol"
    "|p|pre|samp|span|strong|table|tbody|td|textarea|th|title|tr|tt|ul|var"
)
_TAG = re.compile(
    rf"</?(?:{_NAMES})(?:[\s/][^<>]*)?>|<!--[^<>]*-->|<!doctype[^<>]*>"
    r"|\[/?(?:b|center|code|color|font|i|mono|pre|quote|size|spoiler|tt)(?:=[^][]*)?\]",
    re.IGNORECASE,
)
_EMPTY_CELL = re.compile(r"<(td|th|span)\b[^<>]*>\s*</\1\s*>", re.IGNORECASE)
"""One square of floor, where each square has a tag of its own."""
_PAGE = re.compile(
    r"\s*(?:</?(?:!doctype|body|br|code|div|h[1-6]|head|html|li|p|pre|samp|table|td|title|tr|tt)\b"
    r"|\[/?(?:code|pre|quote)\b)",
    re.IGNORECASE,
)
_LINE_END = re.compile(
    r"<br(?:[\s/][^<>]*)?>|</(?:div|h[1-6]|li|p|pre|title|tr)\s*>", re.IGNORECASE
)


def strip_markup(lines: list[Line]) -> Iterator[Region]:
    """The whole text without tags and entities, if it is a page or a post."""
    stripped = [_strip(line.text) for line in lines]
    pairs = list(zip(lines, stripped, strict=True))
    if any(_shows_page(line.text, parts) for line, parts in pairs):
        plain = [Line(line.number, part) for line, parts in pairs for part in parts]
        yield Region(0, len(lines), plain)


def _shows_page(text: str, parts: list[str]) -> bool:
    if [text] == parts or is_labelled(text):
        return False
    return bool(_PAGE.match(text)) or any("#" in part and is_row(part) for part in parts)


def _strip(text: str) -> list[str]:
    """The lines that a line of a page shows; a line break at its end adds none."""
    if "<" not in text and "&" not in text and "[" not in text:
        return [text]
    text = _EMPTY_CELL.sub(" ", text)
    parts = [_TAG.sub("", part) for part in _LINE_END.split(text)]
    if len(parts) > 1 and not parts[-1].strip():
        parts.pop()
    if "&" in text:
        from html import unescape

        parts = [piece for part in parts for piece in unescape(part).split("\n")]
    return [part.replace("\xa0", " ") for part in parts]
