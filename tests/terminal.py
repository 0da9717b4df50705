"""`rearview` on a terminal of its own: what a user sees, and what Ctrl-C does."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass

HIDE_CURSOR, SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"


@dataclass(frozen=True)
class Seen:
    code: int
    text: str

    @property
    def plain(self) -> str:
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.text).replace("\r", "")


def run_on_terminal(
    *arguments: str,
    interrupt_at: str = "",
    program: Sequence[str] = ("-m", "rearview"),
    **settings: str,
) -> Seen:
    """Run a command on a terminal of its own, and press Ctrl-C when a text is seen.

    `settings` are of the environment.
    """
    ours, theirs = pty.openpty()
    usual = {"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40", "NO_COLOR": ""}
    with subprocess.Popen(
        [sys.executable, *program, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, **usual, **settings},
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
