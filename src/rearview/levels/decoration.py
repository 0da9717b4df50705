"""A quick test whether a text may have decoration: most texts have none."""

from __future__ import annotations

import re

from rearview.levels.limits import MAX_CLEANED_LENGTH

_SIGNS = ("<", "&", '"', "'", "`", "\\", "~~~", "[", "#,", "*,", "#;", "*;")
_MARKED_LINE = re.compile(
    r"^[ \t]*(?:[>|(\u2502\u2503\u25510-9]|//)|[#*][ \t|]+[0-9]+[ \t]*$", re.MULTILINE
)


def may_be_decorated(text: str) -> bool:
    """Whether a text has the characters that each decoration has, anywhere or at a line start."""
    if len(text) > MAX_CLEANED_LENGTH:
        return False
    return any(sign in text for sign in _SIGNS) or bool(_MARKED_LINE.search(text))
