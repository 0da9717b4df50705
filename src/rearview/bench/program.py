"""`Program`: another solver, by the command that runs it.

A command is words with places to fill in: `{file}` is a file with the one level, `{seconds}` how
long it may take, `{folder}` where it may write. Two solvers are known by name, as their command
lines and files need not be looked up then.
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
"""What the level is called in the folder of a search."""
_PLACE: Final = re.compile(r"\{\w*\}")
_PLACES: Final = ("{file}", "{seconds}", "{folder}")


@dataclass(frozen=True, slots=True)
class _Adapter:
    """What a solver that is named alone is told."""

    arguments: tuple[str, ...]
    is_run_in_folder: bool = False


_ADAPTERS: Final = {
    # Writes {folder}/solutions.sok. It would take all cores; here each search has one.
    "festival": _Adapter(("{file}", "-out_dir", "{folder}", "-time", "{seconds}", "-cores", "1")),
    # Writes beside the level. It takes a path that begins with a slash for an option.
    "yass": _Adapter((LEVEL_FILE, "-maxtime", "{seconds}", "-prompt", "no"), True),
}


@dataclass(frozen=True, slots=True)
class Program:
    """A command that can be run; it can be sent to another process."""

    command: str
    """As the user has written it."""
    words: tuple[str, ...]
    is_run_in_folder: bool = False
    """Or else where rearview runs, so that other files of the command are found."""

    @classmethod
    def parse(cls, command: str) -> Program:
        """Raises OptionError for what cannot be run, or would not know its level."""
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
        """The command for one level, which lies in a folder of its own."""
        filled = {
            "{file}": str(folder / LEVEL_FILE),
            "{seconds}": str(max(1, ceil(seconds))),
            "{folder}": str(folder),
        }
        return [_PLACE.sub(lambda place: filled[place[0]], word) for word in self.words]


def program_name(command: str) -> str:
    """What a table calls the program of a command: its file's name, without folder or ending."""
    try:
        return Path(shlex.split(command)[0]).stem
    except (ValueError, IndexError):
        return command


def _adapter_of(words: list[str]) -> _Adapter | None:
    """What a program that stands alone is told, if it is one that is known."""
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
