"""Lists of levels to judge a search by: files whose lines read `set:number,number`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rearview import Level, load_levels
from rearview.levels.bundled import CREDITS

HARD_LEVELS = Path(__file__).with_name("hard_levels.txt")
LATER_LEVELS = Path(__file__).with_name("later_levels.txt")


def listed_levels(file: Path, folder: Path) -> Iterator[tuple[str, Level]]:
    """Each with its name; the folder has the sets that are not bundled: `sven-odd.xsb`, ..."""
    for line in file.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        name, _, numbers = line.partition(":")
        levels = load_levels(name if name in CREDITS else folder / f"{name}.xsb")
        yield from ((f"{name}:{number}", levels[int(number) - 1]) for number in numbers.split(","))
