"""`load_levels`: load levels by name."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

from rearview.arguments import check_kind
from rearview.errors import LevelError, SelectionError
from rearview.levels.bundled import CREDITS, load_bundled
from rearview.levels.collection import Collection
from rearview.levels.decoding import decode
from rearview.levels.limits import MAX_FILE_BYTES
from rearview.levels.reading import read_levels
from rearview.levels.rows import is_row
from rearview.levels.selection import parse_selection


def load_levels(what: str | os.PathLike[str]) -> Collection:
    """Load levels by name: a path, `-` for standard input, or a bundled collection.

    `:N`, `:A-B` or `:A,B,C` after the name selects some of its levels, counted from 1. A `Path` is
    always a whole file. Raises SelectionError if there is no such file, collection or level, and
    LevelError if it cannot be read as levels.
    """
    check_kind("what", what, str, os.PathLike)
    if not isinstance(what, str):
        return _load_file(os.fspath(what))
    selection = parse_selection(what)
    collection = _load_source(selection.source)
    numbers = selection.pick(len(collection))
    return replace(collection, levels=tuple(collection.levels[n - 1] for n in numbers))


def _load_source(source: str) -> Collection:
    if source in CREDITS:
        return load_bundled(source)
    if source == "-":
        return _read("standard input", sys.stdin.buffer.read(MAX_FILE_BYTES + 1), name="-")
    return _load_file(source)


def _load_file(path: str) -> Collection:
    if not path:
        raise SelectionError("empty name: give a file or a bundled collection")
    if any("#" in line and is_row(line) for line in path.splitlines()[1:]):
        raise SelectionError("this is a level, not a file name: use rearview.read_level(text)")
    try:
        with Path(path).open("rb") as file:
            # One byte over the limit is enough to know; a device may never end.
            data = file.read(MAX_FILE_BYTES + 1)
    except FileNotFoundError:
        names = ", ".join(CREDITS)
        raise SelectionError(
            f"{_in_one_line(path)}: no such file or bundled collection ({names})"
        ) from None
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise SelectionError(f"{_in_one_line(path)}: {why}") from None
    except ValueError as error:
        raise SelectionError(f"{path!r}: {error}") from None
    return _read(path, data, name=path)


def _in_one_line(path: str) -> str:
    return " ".join(path.splitlines())


def _read(described: str, data: bytes, name: str) -> Collection:
    try:
        return read_levels(decode(data), name)
    except LevelError as error:
        raise LevelError(f"{described}: {error}") from None
