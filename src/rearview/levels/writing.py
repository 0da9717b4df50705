"""A collection to .sok text that reads back as the same levels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rearview.arguments import check_kinds
from rearview.levels.collection import Collection
from rearview.levels.level import Level
from rearview.output.text import printable

_COMMENT_MARK = re.compile(r"^(\s*comment(?:[-_ ]?end)?\s*):", re.IGNORECASE)


def write_levels(levels: Collection | Iterable[Level]) -> str:
    """The text of a .sok file: boards, each followed by its properties.

    Line breaks in a property become spaces, and a comment line that would end the comment loses its
    colon.
    """
    check_kinds("levels", levels, Level)
    blocks: list[str] = []
    shared_author = ""
    if isinstance(levels, Collection):
        shared_author = levels.author
        properties = _properties(("Collection", levels.title), ("Author", levels.author))
        header = [*properties, *_comment(levels.comment)]
        if header:
            blocks.append("\n".join(header))
    for level in levels:
        author = "" if level.author == shared_author else level.author
        blocks.append("\n".join(_level_lines(level, author)))
    return "\n\n".join(blocks) + "\n"


def _level_lines(level: Level, author: str) -> Iterator[str]:
    for row in level.rows:
        yield row or "-"
    yield from _properties(("Title", level.title), ("Author", author))
    yield from _comment(level.comment)
    for solution in level.solutions:
        yield f"Solution: {printable(solution)}".rstrip()


def _properties(*pairs: tuple[str, str]) -> Iterator[str]:
    for key, value in pairs:
        if value:
            yield f"{key}: {printable(value)}"


def _comment(comment: str) -> Iterator[str]:
    if comment:
        yield "Comment:"
        for line in comment.split("\n"):
            yield printable(_COMMENT_MARK.sub(r"\1", line))
        yield "Comment-End:"
