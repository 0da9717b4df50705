"""`Host`: the machine that computed a result, as times of different machines cannot be
compared."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rearview.output.text import escape_undecodable, printable


@dataclass(frozen=True, slots=True)
class Host:
    name: str
    """The host name."""
    processor: str
    """The processor's model name; empty if the system does not say."""


@cache
def this_host() -> Host:
    """The host of this process."""
    import platform  # Imported on demand: only searching needs it.

    return Host(*(printable(escape_undecodable(one)) for one in (platform.node(), _processor())))


def _processor() -> str:
    import platform

    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    except (OSError, UnicodeDecodeError):
        pass  # Not available on every system.
    return platform.processor() or platform.machine()
