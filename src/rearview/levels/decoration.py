"""Whether it is worth looking for decoration in a text: one look, for most texts have none."""

from __future__ import annotations

import re

from rearview.levels.limits import MAX_CLEANED_LENGTH

_SIGNS = ("<", "&", '"', "'", "`", "\\", "~~~", "[", "#,", "*,", "#;", "*;")
_MARKED_LINE = re.compile(r"^[ \t]*(?:[>|(\u2502\u2503\u25510-9]|//)", re.MULTILINE)


def may_be_decorated(text: str) -> bool:
    """Whether a text has what each decoration has somewhere, or at the beginning of a line."""
    if len(text) > MAX_CLEANED_LENGTH:
        return False
    return any(sign in text for sign in _SIGNS) or bool(_MARKED_LINE.search(text))
