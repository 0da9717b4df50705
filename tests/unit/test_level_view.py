"""The live view of a solution that becomes shorter."""

from __future__ import annotations

from rearview.optimising import METHODS
from rearview.reporters.level_view import WORDS


def test_every_method_has_words_for_people() -> None:
    assert set(WORDS) == set(METHODS)
