"""Run a step of `make` that takes long, and show how far it is.

    python tools/run_step.py "building rearview" pip install -v .

On a terminal one line changes as the step goes on; elsewhere each part of it has a line. What the
command wrote is shown only if it fails, and then all of it. Needs nothing but Python.
"""

from __future__ import annotations

import queue
import re
import shutil
import subprocess
import sys
import threading
import time

ROOM_FOR_CTRL_C = 3
SECONDS_BETWEEN_FRAMES = 0.5

# What pip -v and ninja write, the part of the step that it belongs to, and what it says of it.
PARTS = [
    (re.compile(r"Collecting ([\w.-]+)"), "getting packages", r"\1"),
    (re.compile(r"Processing .*/([\w.]+)-"), "getting packages", r"\1"),
    (re.compile(r"\*\*\* Configuring CMake"), "configuring", ""),
    (re.compile(r"\[(\d+)/(\d+)\] .*?([\w.-]+?)(\.o)?$"), "compiling", r"\1 of \2, \3"),
    (re.compile(r"Installing collected packages: "), "installing packages", ""),
]


class Step:
    """The line that says what is going on."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._part = self._detail = ""
        self._began = time.monotonic()
        self._is_terminal = sys.stdout.isatty()

    def read(self, line: str) -> None:
        """A line of the command's output."""
        for pattern, part, detail in PARTS:
            found = pattern.match(line.strip())
            if found:
                if part != self._part and not self._is_terminal:
                    self._write(f"{self._title}: {part}\n")
                self._part, self._detail = part, found.expand(detail)
                return

    def show(self) -> None:
        if self._is_terminal:
            self._write("\r\x1b[K" + self._describe())

    def begin(self) -> None:
        if not self._is_terminal:
            self._write(f"{self._title}\n")

    def end(self, how: str = "") -> None:
        if self._is_terminal:
            self._write("\r\x1b[K")
        if self._is_terminal or how:
            self._write(f"{self._title}{how}  {self._clock()}\n")

    def _describe(self) -> str:
        words = " ".join(filter(None, (self._part, self._detail)))
        room = shutil.get_terminal_size().columns - len(self._clock()) - 2 - ROOM_FOR_CTRL_C
        line = f"{self._title}: {words}" if words else f"{self._title} ..."
        return f"{line[: max(0, room)]}  {self._clock()}"

    def _clock(self) -> str:
        minutes, seconds = divmod(int(time.monotonic() - self._began), 60)
        return f"{minutes}:{seconds:02}"

    @staticmethod
    def _write(text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()


def run(title: str, command: list[str]) -> int:
    """The exit code of the command."""
    step = Step(title)
    step.begin()
    step.show()
    output: list[str] = []
    try:
        code = follow(command, step, output)
    except KeyboardInterrupt:
        step.end(" interrupted")
        return 130
    except OSError as error:
        output.append(f"{error}\n")
        code = 1
    if code:
        step.end(" failed")
        sys.stderr.write("".join(output))
        return code
    step.end()
    return 0


def follow(command: list[str], step: Step, output: list[str]) -> int:
    """Show the step while the command runs."""
    lines: queue.Queue[str | None] = queue.Queue()
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as process:

        def read() -> None:
            assert process.stdout is not None
            for line in process.stdout:
                lines.put(line)
            lines.put(None)

        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        try:
            show_lines(lines, step, output)
        finally:
            reader.join()  # Ctrl-C ends the command, too: what it still writes is read first.
        return process.wait()


def show_lines(lines: queue.Queue[str | None], step: Step, output: list[str]) -> None:
    """Until the command writes no more."""
    while True:
        try:
            line = lines.get(timeout=SECONDS_BETWEEN_FRAMES)
        except queue.Empty:
            step.show()
            continue
        if line is None:
            return
        output.append(line)
        step.read(line)
        step.show()


if __name__ == "__main__":
    sys.exit(run(sys.argv[1], sys.argv[2:]))
