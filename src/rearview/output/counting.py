"""`counted`: a number with its noun in singular or plural."""

from __future__ import annotations

_HISSING = ("ch", "s", "sh", "x")


def counted(count: int, thing: str) -> str:
    """`1 push`, `8 pushes`, `1,062 boxes`, `0 levels`."""
    many = f"{thing}es" if thing.endswith(_HISSING) else f"{thing}s"
    return f"{count:,} {thing if count == 1 else many}"
