"""`Shelf`: the collections that a page can open by name. It never opens a path from a page."""

from __future__ import annotations

from functools import cache

from rearview.levels import CREDITS, Collection, load_bundled
from rearview.web.answers import Json, about_collection, about_level
from rearview.web.bodies import RefusedError
from rearview.web.limits import MAX_LEVELS_SHOWN

OPENED = "opened"
"""The name of the collection from the command line, unless it is bundled."""


class Shelf:
    """The bundled collections, and the one from the command line."""

    def __init__(self, opened: Collection) -> None:
        self._opened = opened
        self._is_bundled = opened.name in CREDITS

    def first(self) -> Json:
        """The first level to show, and its place."""
        level = self._opened[0]
        name = self._opened.name if self._is_bundled else OPENED
        return {"collection": name, "level": about_level(level)}

    def names(self) -> list[Json]:
        """All collections, without their levels."""
        bundled = [
            {"name": name, "title": name, "author": credit.author, "count": _count(name)}
            for name, credit in CREDITS.items()
        ]
        if self._is_bundled:
            return bundled
        title = self._opened.title or self._opened.name
        author, count = self._opened.author, len(self._opened)
        return [{"name": OPENED, "title": title, "author": author, "count": count}, *bundled]

    def open(self, name: str) -> Json:
        """A collection with its levels. Raises RefusedError for an unknown name."""
        if name == OPENED and not self._is_bundled:
            return about_collection(self._opened, OPENED, MAX_LEVELS_SHOWN)
        if name not in CREDITS:
            raise RefusedError(404, "there is no collection of that name")
        return _open_bundled(name)


@cache
def _open_bundled(name: str) -> Json:
    return about_collection(load_bundled(name), name, MAX_LEVELS_SHOWN)


@cache
def _count(name: str) -> int:
    return len(load_bundled(name))
