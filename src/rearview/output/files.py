"""Atomic writing of files.

The old file stays until the new text is complete on the disk. The place is checked before the work
begins, so that nobody waits an hour to learn that a folder does not exist.
"""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from rearview.errors import OutputError

_NEW_FILE_MODE = 0o666
_ANY_MAY_WRITE = 0o222


def refuse_inputs(output: str, *inputs: str | int | None) -> None:
    """Raises OutputError if an output file is also an input: it would be lost.

    Inputs are paths or open files; None means no file.
    """
    for one in inputs:
        if one is not None and _is_same_file(output, one):
            raise OutputError(f"{output}: cannot be written: the same command reads it")


def is_same_place(output: str, other: str) -> bool:
    """Whether two paths lead to one file, even if it does not exist yet."""
    try:
        if not Path(output).exists():
            return os.path.realpath(output) == os.path.realpath(other)
    except (OSError, ValueError):
        return False
    return _is_same_file(output, other)


def _is_same_file(output: str, other: str | int) -> bool:
    try:
        ours = os.stat(output)  # noqa: PTH116  (no path has the number of an open file)
        return stat.S_ISREG(ours.st_mode) and os.path.samestat(ours, os.stat(other))  # noqa: PTH116  (as above)
    except (OSError, ValueError):
        return False


def write_file(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a file atomically. Raises OutputError."""
    with OutputFile(os.fspath(path)) as file:
        file.write(content)


class OutputFile:
    """A context manager: `write` puts the text in place; leaving without it changes nothing."""

    def __init__(self, path: str) -> None:
        self._shown = path
        self._path = Path()
        self._temporary: Path | None = None

    def __enter__(self) -> OutputFile:
        if self._shown == "-":
            raise OutputError(
                "-: cannot be written: this means standard output; use ./- for a file"
            )
        try:
            self._path = Path(os.path.realpath(self._shown)) if self._shown else Path()
            if self._path.is_dir():
                raise OutputError(f"{self._shown or 'an empty name'}: not a valid output file")
            if self._is_device():
                return self
            self._refuse_read_only()
            handle, name = tempfile.mkstemp(dir=self._path.parent, prefix=f".{self._path.name}.")
        except (OSError, ValueError) as error:
            raise self._refusal(error) from None
        os.close(handle)
        self._temporary = Path(name)
        return self

    def __exit__(self, *_: object) -> None:
        if self._temporary is not None:
            with suppress(OSError):
                self._temporary.unlink()

    def write(self, content: str | bytes) -> None:
        data = content.encode("utf-8") if isinstance(content, str) else content
        try:
            if self._temporary is None:
                self._path.write_bytes(data)
                return
            with self._temporary.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            self._temporary.chmod(self._mode())
            self._temporary.replace(self._path)
            self._temporary = None
        except OSError as error:
            raise self._refusal(error) from None

    def _is_device(self) -> bool:
        """A pipe or a device cannot be replaced, and has nothing to lose."""
        return self._path.exists() and not self._path.is_file()

    def _refuse_read_only(self) -> None:
        """Replacing a file does not need write permission on it, so its mode would not protect
        it."""
        if not self._path.exists():
            return
        # Root can write everything; a read-only file is still meant to be kept.
        may_write = self._path.stat().st_mode & _ANY_MAY_WRITE and os.access(self._path, os.W_OK)
        if not may_write:
            raise PermissionError(errno.EACCES, "the file is read-only")

    def _mode(self) -> int:
        """The mode of the old file, or that of any new file."""
        if self._path.exists():
            return self._path.stat().st_mode & 0o777
        mask = os.umask(0)
        os.umask(mask)
        return _NEW_FILE_MODE & ~mask

    def _refusal(self, error: Exception) -> OutputError:
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        return OutputError(f"{self._shown}: cannot be written: {why.lower()}")
