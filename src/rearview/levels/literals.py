r"""Rows as a program has them: `"#####",`, `'#####\n'`, lists on one line, and `#####\`.

Strings of one symbol each, three or more in a list, are one row together; an empty one is floor.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rearview.levels.lines import Line, Region, runs
from rearview.levels.rows import is_row
from rearview.levels.scanning import is_labelled

_QUOTE = re.compile(r"""["'`]""")
_STRING = re.compile(r"""(["'`])((?:(?!\1)[^\\]|\\.)*)\1(\s*:)?""")
_PUNCTUATION = " \t[](){},;+\\"
_LIST_ENDS = re.compile(r"[\])}]")
_REMARKS = ("#", "//", "/*", "<<", ".")
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t", "r": ""}


def unwrap_strings(lines: list[Line]) -> Iterator[Region]:
    """Consecutive lines of strings that are rows, with the list around them."""
    rows_by_text = {line.text: _rows_in(line.text) for line in lines}
    for first, end in runs(lines, lambda text: bool(rows_by_text[text]) or _is_filler(text)):
        region = lines[first:end]
        if any(rows_by_text[line.text] for line in region):
            rows = [
                Line(line.number, row) for line in region for row in rows_by_text[line.text] or [""]
            ]
            yield Region(first, end, rows)


def strip_line_ends(lines: list[Line]) -> Iterator[Region]:
    r"""Consecutive rows that end with a comma, a semicolon, a backslash or a literal `\n`."""
    for first, end in runs(lines, lambda text: all(map(is_row, _without_end(text)))):
        region = lines[first:end]
        if all(len(_without_end(line.text)) > 1 or _has_end(line.text) for line in region[:-1]):
            rows = [Line(line.number, row) for line in region for row in _without_end(line.text)]
            yield Region(first, end, rows)


def _has_end(text: str) -> bool:
    return _without_end(text) != [text.rstrip()]


def _without_end(text: str) -> list[str]:
    return text.rstrip(" \t,;\\").removesuffix("\\n").split("\\n")


def _is_filler(text: str) -> bool:
    """A line without rows inside a list, or one that opens it."""
    if not text.strip(_PUNCTUATION):
        return True
    return text.rstrip(" \t\\")[-1:] in ("=", "(", "[", "{") and not _has_symbols(text)


def _has_symbols(text: str) -> bool:
    return any(symbol in text for symbol in "#$@")


def _rows_in(text: str) -> list[str] | None:
    """The rows in the strings of a line, "" where a board ends; None if it has other strings."""
    strings, between = _split(text)
    if not strings or not _is_only_around(between) or is_labelled(text):
        return None
    groups: list[list[str]] = [[]]
    for string, before in zip(strings, between, strict=False):
        if groups[-1] and _LIST_ENDS.search(before):
            groups.append([])
        groups[-1].append(_unescape(string))
    if all(len(group) >= 3 and max(map(len, group)) == 1 for group in groups):
        rows = ["".join(symbol or " " for symbol in group) for group in groups]
    else:
        rows = "\n\n".join("\n".join(group) for group in groups).split("\n")
    return rows if any(map(is_row, rows)) and all(map(_is_row_or_floor, rows)) else None


def _is_row_or_floor(row: str) -> bool:
    return not row.strip(" -_") or is_row(row)


def _split(text: str) -> tuple[list[str], list[str]]:
    """The strings of a line, and the text before, between and after them.

    The key of `"rows": [...]` is part of the text.
    """
    strings: list[str] = []
    between = [""]
    place = 0
    while quote := _QUOTE.search(text, place):
        string = _STRING.match(text, quote.start())
        if string is None:
            return [], []
        between[-1] += text[place : quote.start()]
        place = string.end()
        if not string[3]:
            strings.append(string[2])
            between.append("")
    between[-1] += text[place:]
    return strings, between


def _is_only_around(between: list[str]) -> bool:
    """Whether there is a name before the strings, a remark after them, or only punctuation."""
    before, *others, after = between
    if _has_symbols(before) or any(other.strip(_PUNCTUATION) for other in others):
        return False
    remark = after.lstrip(_PUNCTUATION)
    return not remark or remark.startswith(_REMARKS)


def _unescape(string: str) -> str:
    """The content of a string, without a final line end."""
    text = _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), string)
    return text.removesuffix("\n")
