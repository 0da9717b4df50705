"""`rearview` on a terminal of its own: what a user sees, and what Ctrl-C does."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Sequence
from dataclasses import dataclass

_CTRL_C = b"\x03"
# Its own terminal, on which a key can be a signal; then it becomes the program.
_TAKE_TERMINAL = """
import os, sys
os.open(os.ttyname(0), os.O_RDWR)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""

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
    typed: str = "",
    program: Sequence[str] = ("-m", "rearview"),
    end_with: signal.Signals = signal.SIGINT,
    **settings: str,
) -> Seen:
    """Run a command on a terminal of its own, type something, press Ctrl-C when a text is seen.

    Another signal to end it with is sent. `settings` are of the environment.
    """
    ours, theirs = pty.openpty()
    usual = {"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40", "NO_COLOR": ""}
    settings = {**usual, **settings}
    size = struct.pack("HHHH", int(settings["LINES"]), int(settings["COLUMNS"]), 0, 0)
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, size)
    with subprocess.Popen(
        [sys.executable, "-c", _TAKE_TERMINAL, *program, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, **settings},
        start_new_session=True,
    ) as process:
        os.close(theirs)
        os.write(ours, typed.encode())
        read = b""
        pressed = not interrupt_at
        try:
            while more := os.read(ours, 65536):
                read += more
                if not pressed and interrupt_at.encode() in read:
                    pressed = True
                    if end_with is signal.SIGINT:
                        os.write(ours, _CTRL_C)
                    else:
                        os.killpg(process.pid, end_with)
        except OSError:
            pass  # Linux reports a closed terminal as an error.
        code = process.wait(timeout=300)
    os.close(ours)
    return Seen(code, read.decode())


def assert_cursor_is_back(seen: Seen) -> None:
    assert seen.text.rfind(SHOW_CURSOR) >= seen.text.rfind(HIDE_CURSOR)
