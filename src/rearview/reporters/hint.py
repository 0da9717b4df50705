"""The output of `rearview hint`: the box to push, where it goes, and JSON."""

from __future__ import annotations

from rearview.hinting import Hint
from rearview.levels import Level
from rearview.reporters.pointing import Pointer


def pointers(hint: Hint) -> list[Pointer]:
    """The box, and where it goes if the detail includes it."""
    destination = [hint.destination] if hint.destination not in (None, hint.box) else []
    return [
        Pointer([hint.box] if hint.box else [], "B", "green", "the box to push"),
        Pointer([one for one in destination if one], "o", "magenta", "where it comes to rest"),
    ]


def letters(hint: Hint) -> str:
    """The moves to make, as far as the detail includes them."""
    return hint.lurd or hint.walk + hint.push


def hint_fields(name: str, level: Level, hint: Hint) -> dict[str, object]:
    """The stable JSON fields; what the detail does not include is null."""
    return {
        "level": name,
        "index": level.index,
        "hint": hint.kind.value,
        "text": hint.text,
        "box": hint.box,
        "destination": hint.destination,
        "push": hint.push or None,
        "walk": hint.walk if hint.push else None,
        "lurd": hint.lurd or None,
    }
