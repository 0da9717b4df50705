"""`Host`: the machine on which something was computed. Times of unlike machines do not compare."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rearview.output.text import escape_undecodable, printable


@dataclass(frozen=True, slots=True)
class Host:
    name: str
    """As the machine calls itself."""
    processor: str
    """As its maker calls it; empty where the system does not say."""


@cache
def this_host() -> Host:
    """The one of this process."""
    import platform  # Not at the top: only who searches needs it.

    return Host(*(printable(escape_undecodable(one)) for one in (platform.node(), _processor())))


def _processor() -> str:
    import platform

    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    except (OSError, UnicodeDecodeError):
        pass  # Not on every system.
    return platform.processor() or platform.machine()
