"""The version of rearview, as in pyproject.toml; a test compares them."""

from __future__ import annotations

from functools import cache

__version__ = "0.1.0"


@cache
def engine_hash() -> str:
    """The first digits of the SHA-256 of the native module's file.

    A rebuilt core may search differently under the same version.
    """
    # Imported on demand, as these are slow and most callers only need the version.
    import hashlib
    from pathlib import Path

    from rearview import _core

    file = _core.__file__
    assert file is not None
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()[:16]
