'''Lines that open and close a block of text: ``` and ~~~ of Markdown, """ of Python.

They may share a line with the first or last row, as in chats. No title looks like this, so they are
removed whatever is between them.
'''

from __future__ import annotations

import re

from rearview.levels.lines import Line
from rearview.levels.rows import is_row
from rearview.levels.scanning import is_labelled

_MARK = re.compile(r"""`{3,}|~{3,}|"{3}|'{3}""")
_INFO = re.compile(r"\s*(?:\w[\w.+-]*|\{[^{}]*\})?\s*")
_CODE_BEFORE = re.compile(r"[^#@$+*]*[=(\[,:]\s*\w?|\s*[A-Za-z]?")
_CODE_AFTER = re.compile(r"[\s()\[\]{},;.\w]*")


def drop_fences(lines: list[Line]) -> list[Line]:
    """The lines without fences; a line that is only a fence becomes blank."""
    return [Line(line.number, _without_fence(line.text)) for line in lines]


def _without_fence(text: str) -> str:
    marks = [match.span() for match in _MARK.finditer(text)]
    if not marks or is_labelled(text):
        return text
    (opened, row), (row_end, closed) = marks[0], marks[-1]
    before, inside, after = text[:opened], text[row:row_end], text[closed:]
    if len(marks) == 1:
        return _without_one_mark(text, before, after)
    return inside if _can_stand_beside(before, after) and is_row(inside) else text


def _without_one_mark(text: str, before: str, after: str) -> str:
    is_code = text[len(before)] in "\"'"
    row = after.removeprefix("\\") if is_code else after
    opens = _CODE_BEFORE.fullmatch(before) if is_code else not before.strip()
    if opens and (is_row(row) or not row.strip()):
        return row
    if is_row(before) and _can_stand_beside("", after):
        return before
    rest = _CODE_AFTER if is_code else _INFO
    return "" if not before.strip() and rest.fullmatch(after) else text


def _can_stand_beside(before: str, after: str) -> bool:
    return bool(_CODE_BEFORE.fullmatch(before) and _CODE_AFTER.fullmatch(after))
