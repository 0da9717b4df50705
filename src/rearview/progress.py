"""`on_progress`: how a caller hears of what takes long, and ends it. It means the same everywhere.

`solve`, `optimise`, `train` and whatever else takes long call it about 20 times a second, in the
thread that called them, with what is being done. They stop when it returns False: `solve` returns
what it has, with the reason `cancelled`, `optimise` the best so far, and `train`, which has no
model yet, raises CancelledError. What it raises itself is raised to the caller.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from rearview.errors import CancelledError

Progress = TypeVar("Progress")
OnProgress = Callable[[Progress], bool | None]

SECONDS_BETWEEN_REPORTS: Final = 0.05


def cancel_if_told(on_progress: OnProgress[Progress] | None) -> Callable[[Progress], None] | None:
    """What the engine calls: it understands no answer, only an exception."""
    if on_progress is None:
        return None

    def pass_on(progress: Progress) -> None:
        if on_progress(progress) is False:
            raise CancelledError("stopped: on_progress returned False")

    return pass_on
