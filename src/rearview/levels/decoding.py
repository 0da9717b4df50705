"""Bytes of a level file to lines of text: byte order marks, encodings and line ends."""

from __future__ import annotations

import codecs

from rearview.errors import LevelError
from rearview.levels.limits import MAX_FILE_BYTES, MAX_LINE_LENGTH, MAX_LINES

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def decode(data: bytes) -> str:
    """UTF-8 or, with a byte order mark, UTF-16; else Latin-1, as in old files."""
    if len(data) > MAX_FILE_BYTES:
        raise LevelError(f"larger than {MAX_FILE_BYTES // 2**20} MiB")
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            text = data[len(mark) :].decode(encoding, errors="replace")
            break
    else:
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            text = data.decode("latin-1")
    if "\0" in text:
        raise LevelError("a binary file, not levels")
    return text


def split_lines(text: str) -> list[str]:
    """Split at LF, CR LF or CR, but not at other Unicode line ends.

    No-break spaces, which web pages use instead of spaces, become spaces.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    text = text.replace("\xa0", " ")
    if text.count("\n") > MAX_LINES:
        raise LevelError(f"more than {MAX_LINES:,} lines")
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE_LENGTH:
            raise LevelError(f"line {number}: longer than {MAX_LINE_LENGTH:,} characters")
    return lines
