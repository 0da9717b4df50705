"""Text that is safe to print, and text that is safe to store."""

from __future__ import annotations


def printable(text: str) -> str:
    """Text that is safe on a terminal: control characters and lone surrogates become spaces."""
    if not text.isprintable():
        text = "".join(symbol if symbol.isprintable() else " " for symbol in text)
    return text.strip()


def escape_undecodable(path: str) -> str:
    """A path as text that any file can hold: undecodable bytes become `\\udcXX`."""
    return path.encode("utf-8", "backslashreplace").decode("utf-8")
