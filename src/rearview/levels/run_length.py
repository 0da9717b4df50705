"""Run-length text for boards and solutions: `3#`, `2(uL)`, nested `2(3(#-)#)`.

A count repeats the symbol or the parenthesised group that follows it. The expansion is bounded: the
expanded text of all open groups never exceeds the limit, so a short text cannot fill the memory.
"""

from __future__ import annotations

_MAX_COUNT_DIGITS = 9


class RunLengthError(ValueError):
    """The text is not run-length text; the message says where."""


class ExpansionError(RunLengthError):
    """The text would expand past the limit."""


class _Expansion:
    """The expansion so far: one list of parts per open group, outermost first."""

    def __init__(self, max_length: int) -> None:
        self._max_length = max_length
        self._length = 0
        self._groups: list[list[str]] = [[]]
        self._repeats: list[int] = []

    def append(self, item: str, count: int) -> None:
        self._grow(len(item) * count)
        self._groups[-1].append(item * count)

    def open_group(self, count: int) -> None:
        self._groups.append([])
        self._repeats.append(count)

    def close_group(self, position: int) -> None:
        if not self._repeats:
            raise RunLengthError(f"')' without '(' at position {position}")
        item = "".join(self._groups.pop())
        count = self._repeats.pop()
        self._grow(len(item) * (count - 1))
        self._groups[-1].append(item * count)

    def finish(self) -> str:
        if self._repeats:
            raise RunLengthError("'(' without ')'")
        return "".join(self._groups[0])

    def _grow(self, length: int) -> None:
        self._length += length
        if self._length > self._max_length:
            raise ExpansionError(f"run lengths expand past {self._max_length:,} characters")


def expand(text: str, max_length: int) -> str:
    """Expand run lengths; positions in messages count from 1.

    Raises RunLengthError when the text is malformed and ExpansionError when it is too long.
    """
    expansion = _Expansion(max_length)
    digits = ""
    for position, symbol in enumerate(text, 1):
        if "0" <= symbol <= "9":
            digits += symbol
            if len(digits) > _MAX_COUNT_DIGITS:
                raise ExpansionError(f"run length of more than {_MAX_COUNT_DIGITS} digits")
            continue
        if symbol == ")":
            if digits:
                raise RunLengthError(f"a count with nothing to repeat at position {position}")
            expansion.close_group(position)
            continue
        count = int(digits) if digits else 1
        if count == 0:
            raise RunLengthError(f"a count of 0 at position {position}")
        digits = ""
        if symbol == "(":
            expansion.open_group(count)
        else:
            expansion.append(symbol, count)
    if digits:
        raise RunLengthError("a count with nothing to repeat at the end")
    return expansion.finish()
