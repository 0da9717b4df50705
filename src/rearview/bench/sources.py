"""`Sources`: the levels of a batch, read again when needed if they are too many to keep.

All are read once before anything starts, so that errors in the last file are reported at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from rearview.levels import Collection, load_levels
from rearview.levels.selection import parse_selection

_MAX_KEPT: Final = 100_000
"""Levels. At about 1 KB each they take no more than the rest of the program."""


class Sources:
    """The levels named by a user, in that order."""

    def __init__(self, names: Sequence[str]) -> None:
        """Raises SelectionError or LevelError for what cannot be read."""
        self._names = names
        self._kept: dict[int, Collection] = {}
        self.level_count = 0
        for place, name in enumerate(names):
            collection = load_levels(name)
            self.level_count += len(collection)
            if self.level_count <= _MAX_KEPT or not _can_be_read_again(name):
                self._kept[place] = collection

    def __iter__(self) -> Iterator[Collection]:
        for place, name in enumerate(self._names):
            yield self._kept[place] if place in self._kept else load_levels(name)


def _can_be_read_again(name: str) -> bool:
    """A pipe can be read only once."""
    file = parse_selection(name).file
    return file is None or (isinstance(file, str) and Path(file).is_file())
