"""README.md as a package index shows it: links that are relative in the repository lead there.

scikit-build-core calls this when it writes the metadata of a package (see pyproject.toml).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

PAGES = "https://github.com/rearview-sokoban/rearview/blob/main/"
PICTURES = "https://raw.githubusercontent.com/rearview-sokoban/rearview/main/"

_LINK = re.compile(r"(!?)\[([^]]*)\]\((?!https?://|#)([^)]+)\)")


def with_absolute_links(text: str) -> str:
    def absolute(link: re.Match[str]) -> str:
        picture, words, path = link.groups()
        return f"{picture}[{words}]({PICTURES if picture else PAGES}{path})"

    return _LINK.sub(absolute, text)


def dynamic_metadata(field: str, _settings: Mapping[str, object]) -> dict[str, str]:
    assert field == "readme"
    text = Path("README.md").read_text(encoding="utf-8")
    return {"content-type": "text/markdown", "text": with_absolute_links(text)}
