"""The collections that come with the package, with credits (see data/CREDITS.md)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rearview.levels.collection import Collection
from rearview.levels.decoding import decode
from rearview.levels.reading import read_levels

_DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class Credit:
    """The author of a bundled collection, and the terms for passing it on."""

    author: str
    terms: str


_SKINNER = Credit("David W. Skinner", "free to share with credit")

CREDITS = {
    "microban": _SKINNER,
    "microban2": _SKINNER,
    "sasquatch1": _SKINNER,
    "grigr": Credit("Evgeny Grigoriev (GRIGoRusha)", "public domain"),
    "xsokoban": Credit("various authors", "public domain"),
}
"""Every bundled collection by name, the easiest first."""


def load_bundled(name: str) -> Collection:
    """A bundled collection. Raises KeyError if there is none with that name."""
    credit = CREDITS[name]
    header = f"Collection: {name}\nAuthor: {credit.author}\n\n"
    return read_levels(header + decode((_DATA / f"{name}.xsb").read_bytes()), name)
