"""`on_progress`: reports the progress of long calls, and can stop them.

It means the same everywhere. `solve`, `optimise`, `train` and other long functions call it about 20
times a second, in the calling thread, with the current progress. They stop when it returns False:
`solve` returns its result so far, with the reason `cancelled`, `optimise` the best solution so far,
and `train`, which has no model yet, raises CancelledError. An exception from it is raised to the
caller.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from rearview.errors import CancelledError

Progress = TypeVar("Progress")
OnProgress = Callable[[Progress], bool | None]

SECONDS_BETWEEN_REPORTS: Final = 0.05


def cancel_if_requested(
    on_progress: OnProgress[Progress] | None,
) -> Callable[[Progress], None] | None:
    """The callback of the native core, which can be stopped only by an exception."""
    if on_progress is None:
        return None

    def pass_on(progress: Progress) -> None:
        if on_progress(progress) is False:
            raise CancelledError("stopped: on_progress returned False")

    return pass_on
