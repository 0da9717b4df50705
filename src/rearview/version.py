"""The version of rearview: the one in pyproject.toml, which a test compares."""

from __future__ import annotations

from functools import cache

__version__ = "0.1.0"


@cache
def engine_hash() -> str:
    """The first digits of the SHA-256 of the native module's file.

    A rebuilt engine may search differently under the same version.
    """
    # Not at the top: whoever asks for the version alone does not wait for these.
    import hashlib
    from pathlib import Path

    from rearview import _core

    file = _core.__file__
    assert file is not None
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()[:16]
