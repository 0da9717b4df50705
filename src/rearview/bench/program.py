"""`Program`: another solver, given by its command.

A command has placeholders: `{file}` is a file with one level, `{seconds}` the time limit,
`{folder}` a folder it may write to. Two solvers are known by name, so their command lines need not
be looked up.
"""

from __future__ import annotations

import re
import shlex
import shutil
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Final

from rearview.errors import OptionError

LEVEL_FILE: Final = "level.sok"
"""The file name of the level in the folder of a search."""
_PLACE: Final = re.compile(r"\{\w*\}")
_PLACES: Final = ("{file}", "{seconds}", "{folder}")


@dataclass(frozen=True, slots=True)
class _Adapter:
    """The arguments of a known solver that is given without any."""

    arguments: tuple[str, ...]
    is_run_in_folder: bool = False


_ADAPTERS: Final = {
    # Writes {folder}/solutions.sok. By default it uses all cores; here each search has one.
    "festival": _Adapter(("{file}", "-out_dir", "{folder}", "-time", "{seconds}", "-cores", "1")),
    # Writes next to the level. It takes a path that begins with a slash for an option.
    "yass": _Adapter((LEVEL_FILE, "-maxtime", "{seconds}", "-prompt", "no"), True),
}


@dataclass(frozen=True, slots=True)
class Program:
    """A command that can be run; it can be sent to another process."""

    command: str
    """As the user wrote it."""
    words: tuple[str, ...]
    is_run_in_folder: bool = False
    """Whether it runs in the folder of its level; otherwise in the current folder."""

    @classmethod
    def parse(cls, command: str) -> Program:
        """Raises OptionError for a command that cannot be run, or lacks the level's file."""
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise OptionError(f"{command!r} is not a command: {str(error).lower()}") from None
        if not words or not command.isprintable():
            raise OptionError("the command of the other solver is empty, or has several lines")
        program = shutil.which(words[0])
        if program is None:
            raise OptionError(f"cannot find or run the program {words[0]!r}")
        first = str(Path(program).absolute())
        adapter = _adapter_of(words)
        if adapter is not None:
            return cls(command, (first, *adapter.arguments), adapter.is_run_in_folder)
        _check_places(words)
        return cls(command, (first, *words[1:]))

    @property
    def name(self) -> str:
        return program_name(self.command)

    def words_for(self, folder: Path, seconds: float) -> list[str]:
        """The command for one level, which is in a folder of its own."""
        filled = {
            "{file}": str(folder / LEVEL_FILE),
            "{seconds}": str(max(1, ceil(seconds))),
            "{folder}": str(folder),
        }
        return [_PLACE.sub(lambda place: filled[place[0]], word) for word in self.words]


def program_name(command: str) -> str:
    """The name of the program in tables: its file name without folder and extension."""
    try:
        return Path(shlex.split(command)[0]).stem
    except (ValueError, IndexError):
        return command


def _adapter_of(words: list[str]) -> _Adapter | None:
    """The arguments of a known program that is given without any; None if it is unknown."""
    name = program_name(words[0]).lower()
    known = (_ADAPTERS[one] for one in _ADAPTERS if name.startswith(one))
    return next(known, None) if len(words) == 1 else None


def _check_places(words: list[str]) -> None:
    places = {place for word in words[1:] for place in _PLACE.findall(word)}
    if unknown := places.difference(_PLACES):
        known = ", ".join(_PLACES)
        raise OptionError(f"{min(unknown)} in a command is unknown: use {known}")
    if "{file}" not in places:
        alone = " or ".join(name.capitalize() for name in _ADAPTERS)
        raise OptionError(
            f"the command needs {{file}}, the level's file, unless it is just {alone}"
        )
