from __future__ import annotations

import pytest

from rearview.output.counting import counted


@pytest.mark.parametrize(
    ("count", "thing", "text"),
    [
        (0, "level", "0 levels"),
        (1, "level", "1 level"),
        (2, "box", "2 boxes"),
        (8, "push", "8 pushes"),
        (2, "search", "2 searches"),
        (2, "path", "2 paths"),
        (1_062, "process", "1,062 processes"),
    ],
)
def test_counts_things(count: int, thing: str, text: str) -> None:
    assert counted(count, thing) == text
