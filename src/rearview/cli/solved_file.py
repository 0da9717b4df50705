"""`SolvedFile`: where `rearview solve -o FILE` keeps levels and their solutions."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType

from rearview.cli.terminal import print_error, say
from rearview.errors import OutputError
from rearview.levels import Collection, write_levels
from rearview.output.counting import counted
from rearview.output.files import OutputFile
from rearview.parallel.batch import Ended, Events
from rearview.reporters.solve import NamedLevel
from rearview.reporters.solve_text import solved_level
from rearview.result import Result


def part_of(output: str) -> str:
    """Where an incomplete file is kept."""
    return f"{output}.part"


class SolvedFile:
    """A context manager: `write` puts everything into FILE.

    If something ends the program before, results so far are kept in FILE.part. If that fails, they
    go to standard output, unless that has JSON, which contains them already.
    """

    def __init__(
        self,
        path: str | None,
        collections: Sequence[Collection],
        levels: Sequence[NamedLevel],
        is_json: bool,
    ) -> None:
        self._file = None if path is None else OutputFile(path)
        self._path = path or ""
        self._collections = collections
        self._levels = levels
        self._is_json = is_json
        self._results: dict[int, Result] = {}

    def __enter__(self) -> SolvedFile:
        if self._file is not None:
            self._file.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file is None:
            return
        self._file.__exit__(kind, error, trace)  # First: its temporary file takes disk space.
        if error is not None and self._results:
            self._keep_part("interrupted: " if isinstance(error, KeyboardInterrupt) else "")

    def keep(self, events: Events[NamedLevel, Result]) -> Events[NamedLevel, Result]:
        """The same events. Results are kept before those of other levels are waited for."""
        for event in events:
            if isinstance(event, Ended):
                self._results[event.task.number] = event.record
            yield event

    def write(self) -> None:
        if self._file is not None:
            # Only levels of one file share a header.
            one = self._collections[0] if len(self._collections) == 1 else None
            self._file.write(self._to_sok(one))

    def _to_sok(self, collection: Collection | None = None) -> str:
        levels = tuple(
            solved_level(self._levels[number].level, result)
            for number, result in sorted(self._results.items())
        )
        return write_levels(replace(collection, levels=levels) if collection else levels)

    def _keep_part(self, why: str) -> None:
        """Keep the results so far, never in place of a complete file."""
        part = part_of(self._path)
        some = f"{len(self._results):,} of {counted(len(self._levels), 'level')}"
        sok = self._to_sok()
        try:
            _refuse_beside_device(self._path)
            with OutputFile(part) as file:
                file.write(sok)
        except OutputError as error:
            if self._is_json:
                print_error(f"{why}{error}")
                return
            print_error(f"{why}{error}; {some} on standard output instead")
            with suppress(OSError):
                say(sok)
        else:
            print_error(f"{why}{part} has {some}")


def _refuse_beside_device(path: str) -> None:
    """Do not write a file next to a device or a pipe."""
    if Path(path).exists() and not Path(path).is_file():
        raise OutputError(f"{part_of(path)}: not written, because {path} is not a file")
