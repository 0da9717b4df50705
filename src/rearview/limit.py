"""`Limit`: the limits of a search."""

from __future__ import annotations

import os
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Final

from rearview.arguments import shown, to_number, to_whole
from rearview.errors import OptionError

PAPER_BACKWARD_NODES: Final = 10_000
PAPER_FORWARD_NODES: Final = 50_000
"""The paper's limits ("Experimental Setup"), used if only one node limit is given."""

MAX_NODES: Final = 10**12
MAX_SECONDS: Final = 10**9
_MEBIBYTE = 2**20
_ASSUMED_FREE_BYTES = 2 * 2**30
"""If the system does not say how much memory is free."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The limits of searching one level. Raises OptionError unless all are positive and finite.

    With a node limit, time and memory can only end a search early, never steer it: searches that
    end before both are the same on every machine.
    """

    seconds: float = 600.0
    """Wall-clock time."""
    backward_nodes: int | None = None
    """Expansions of the backward searches, all passes and the beam together. Without any node limit
    the agents alternate, in growing passes, until time or memory runs out."""
    forward_nodes: int | None = None
    """Expansions of the forward searches, all passes together."""
    memory_mb: int | None = None
    """Mebibytes for the search trees; None is half of the free memory when the search begins."""

    def __post_init__(self) -> None:
        seconds = to_number(self.seconds)
        if seconds is None or not 0 < seconds < inf:
            raise OptionError(f"the time limit must be over 0 seconds, not {shown(self.seconds)}")
        if seconds > MAX_SECONDS:
            raise OptionError(f"the time limit must be at most {MAX_SECONDS:,} seconds")
        object.__setattr__(self, "seconds", seconds)
        for name in ("backward_nodes", "forward_nodes", "memory_mb"):
            if getattr(self, name) is None:
                continue
            count = to_whole(getattr(self, name))
            if count is None or not 1 <= count <= MAX_NODES:
                words = name.replace("_nodes", " node").replace("_mb", "")
                raise OptionError(
                    f"the {words} limit must be a whole number from 1 to {MAX_NODES:,}"
                )
            object.__setattr__(self, name, count)

    @property
    def has_nodes(self) -> bool:
        """Whether the number of nodes limits the search, and not only time and memory."""
        return self.backward_nodes is not None or self.forward_nodes is not None

    def memory_bytes(self, jobs: int = 1) -> int:
        """The memory for the trees of one search when several run in parallel."""
        if self.memory_mb is not None:
            return self.memory_mb * _MEBIBYTE
        return max(_MEBIBYTE, free_bytes() // 2 // jobs)


def free_bytes() -> int:
    """Memory available without swapping, within the limits of container and process."""
    found = [
        number
        for number in (_available_in_system(), _available_in_group(), _available_in_process())
        if number is not None and number > 0
    ]
    return min(found, default=_ASSUMED_FREE_BYTES)


def _available_in_system() -> int | None:
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return None


def _available_in_group() -> int | None:
    group = Path("/sys/fs/cgroup")
    try:
        # "max" if there is no limit, which is not a number.
        allowed = int((group / "memory.max").read_text(encoding="ascii"))
        return allowed - int((group / "memory.current").read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def _available_in_process() -> int | None:
    """What `ulimit -v` leaves."""
    try:
        import resource  # Not on every system.

        allowed, _ = resource.getrlimit(resource.RLIMIT_AS)
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except (ImportError, OSError, ValueError):
        return None
    if allowed == resource.RLIM_INFINITY:
        return None
    return allowed - pages * os.sysconf("SC_PAGE_SIZE")
