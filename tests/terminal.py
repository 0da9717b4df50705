"""`rearview` on a terminal of its own: what a user sees, and what Ctrl-C does."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
from dataclasses import dataclass

HIDE_CURSOR, SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"


@dataclass(frozen=True)
class Seen:
    code: int
    text: str

    @property
    def plain(self) -> str:
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.text).replace("\r", "")


def run_on_terminal(*arguments: str, interrupt_at: str = "", no_colour: str = "") -> Seen:
    """Run a command on a terminal of its own, and press Ctrl-C when a text is seen."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"}
    environment["NO_COLOR"] = no_colour
    with subprocess.Popen(
        [sys.executable, "-m", "rearview", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
        start_new_session=True,
    ) as process:
        os.close(theirs)
        read = b""
        pressed = not interrupt_at
        try:
            while more := os.read(ours, 65536):
                read += more
                if not pressed and interrupt_at.encode() in read:
                    pressed = True
                    os.killpg(process.pid, signal.SIGINT)
        except OSError:
            pass  # Linux reports a closed terminal as an error.
        code = process.wait(timeout=60)
    os.close(ours)
    return Seen(code, read.decode())


def assert_cursor_is_back(seen: Seen) -> None:
    assert seen.text.rfind(SHOW_CURSOR) >= seen.text.rfind(HIDE_CURSOR)
