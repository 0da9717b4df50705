"""`Collection`: the levels of one file, in order, with its header."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import overload

from rearview.levels.level import Level


@dataclass(frozen=True, slots=True)
class Collection(Sequence[Level]):
    """A sequence of levels. A slice or a selection keeps each level's own `index`."""

    levels: tuple[Level, ...]
    name: str = ""
    """The name for users: the bundled name, the path, or `-`."""
    title: str = ""
    author: str = ""
    comment: str = ""

    def __len__(self) -> int:
        return len(self.levels)

    def __iter__(self) -> Iterator[Level]:
        return iter(self.levels)

    @overload
    def __getitem__(self, position: int) -> Level: ...
    @overload
    def __getitem__(self, position: slice) -> Collection: ...
    def __getitem__(self, position: int | slice) -> Level | Collection:
        """Counts from 0, as Python does; `Level.index` counts from 1, as players do."""
        if isinstance(position, slice):
            return replace(self, levels=self.levels[position])
        return self.levels[position]
