"""Type checks for arguments of the public functions.

Arguments are checked where the API is entered, so that an error names the argument instead of
failing somewhere inside. Whether a value of the right type is valid is checked by its own class.
"""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Real
from operator import index
from typing import TypeGuard

from rearview.errors import ArgumentError, OptionError

_MAX_SHOWN = 40


def check_kind(name: str, value: object, *kinds: type) -> None:
    """Raises ArgumentError unless the value has one of the types; `type(None)` allows None."""
    if not isinstance(value, kinds):
        wanted = " or ".join(map(_describe, kinds))
        raise ArgumentError(f"{name} must be {wanted}, not {_describe(type(value))}")


def check_kinds(name: str, values: object, kind: type) -> None:
    """Raises ArgumentError unless this is an iterable of values of a type. A string is one value.

    Iterators are not checked, as that would consume them.
    """
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        wanted = f"a sequence of {kind.__name__}"
        raise ArgumentError(f"{name} must be {wanted}, not {_describe(type(values))}")
    if iter(values) is values:
        return
    for number, value in enumerate(values, 1):
        if not isinstance(value, kind):
            check_kind(f"number {number} of {name}", value, kind)


def check_callable(name: str, value: object) -> None:
    """Raises ArgumentError unless the value is callable or None."""
    if value is not None and not callable(value):
        raise ArgumentError(f"{name} must be a function or None, not {_describe(type(value))}")


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether it is a plain Python number, not a bool."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_whole(value: object) -> TypeGuard[int]:
    """Whether it is a plain Python integer, not a bool."""
    return isinstance(value, int) and not isinstance(value, bool)


def to_whole(value: object) -> int | None:
    """An integer of any kind, such as NumPy's, as a plain one; None if it is not an integer."""
    if isinstance(value, bool) or _is_numpy_bool(value):
        return None
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def check_count(name: str, value: object, most: int) -> int:
    """The number as a plain int. Raises OptionError unless it is an integer from 1 to the
    maximum."""
    count = to_whole(value)
    if count is None or not 1 <= count <= most:
        raise OptionError(f"{name} must be a whole number from 1 to {most:,}, not {shown(value)}")
    return count


def to_number(value: object) -> int | float | None:
    """A number of any kind as a plain one; None if it is not a number."""
    whole = to_whole(value)
    if whole is not None or isinstance(value, bool) or not isinstance(value, Real):
        return whole
    try:
        return float(value)
    except OverflowError:
        return None


def check_between(name: str, value: object, least: float, most: float) -> float:
    """The number as a plain one. Raises OptionError unless it is within these bounds."""
    number = to_number(value)
    if number is None or not least <= number <= most:
        raise OptionError(f"{name} must be from {least:g} to {most:g}, not {shown(value)}")
    return float(number)


def check_switch(name: str, value: object) -> bool:
    """The bool, also NumPy's. Raises ArgumentError for anything else."""
    if not _is_numpy_bool(value):
        check_kind(name, value, bool)
    return bool(value)


def _is_numpy_bool(value: object) -> bool:
    """Older versions of NumPy convert these to integers, with a warning."""
    return type(value).__module__ == "numpy" and type(value).__name__ in ("bool", "bool_")


def shown(value: object) -> str:
    """A value for an error message, shortened to fit into one line."""
    try:
        text = repr(value)
    except ValueError:  # Python refuses to print numbers of more than 4,300 digits.
        return "a number without end"
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}..."


def _describe(kind: type) -> str:
    if kind is type(None):
        return "None"
    return f"{'an' if kind.__name__[0] in 'AEIOUaeiou' else 'a'} {kind.__name__}"
