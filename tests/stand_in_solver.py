"""A small program that stands in for another solver: `python stand_in_solver.py WAY ARGUMENTS...`.

It solves small levels by trying all moves, and says so in one of several ways; or it misbehaves.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from textwrap import wrap

STEPS = {"l": (0, -1), "u": (-1, 0), "r": (0, 1), "d": (1, 0)}
Square = tuple[int, int]


def solve(rows: list[str]) -> str:
    """Small letters only, as some solvers write."""
    squares = {(y, x): mark for y, row in enumerate(rows) for x, mark in enumerate(row)}
    walls, boxes, targets, players = (
        frozenset(one for one, mark in squares.items() if mark in marks)
        for marks in ("#", "$*", ".*+", "@+")
    )
    start = (next(iter(players)), boxes)
    seen, waiting = {start: ""}, deque([start])
    while waiting:
        now = waiting.popleft()
        if now[1] <= targets:
            return seen[now]
        for letter, (dy, dx) in STEPS.items():
            (y, x), standing = now
            ahead, beyond = (y + dy, x + dx), (y + 2 * dy, x + 2 * dx)
            if ahead in walls or (ahead in standing and beyond in walls | standing):
                continue
            pushed = standing - {ahead} | {beyond} if ahead in standing else standing
            if (ahead, pushed) not in seen:
                seen[ahead, pushed] = seen[now] + letter
                waiting.append((ahead, pushed))
    return ""


def solution_of(file: str) -> str:
    return solve(Path(file).read_text(encoding="ascii").splitlines())


def like_festival(file: str, *options: str) -> None:
    told = dict(zip(options[::2], options[1::2], strict=True))
    assert int(told["-time"]) > 0
    assert told["-cores"] == "1"
    text = f"Festival solution file\n\nSolution\n{solution_of(file)}\n"
    Path(told["-out_dir"], "solutions.sok").write_text(text, encoding="ascii")


def like_yass(file: str, *options: str) -> None:
    assert not file.startswith("/"), "taken for an option"
    assert options[0] == "-maxtime"
    lines = wrap(solution_of(file), 12)
    text = "\n".join(["Solution/Pushes", *lines, "", "Solver: YASS"])
    Path(file).with_name("level, YASS.sok").write_text(text, encoding="ascii")


def cling(noted_in: str, _: str) -> None:
    """Never ends, and neither does its child; both are to be killed, and say who they are."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.fork()
    with Path(noted_in).open("a", encoding="ascii") as pids:
        pids.write(f"{os.getpid()}\n")
    time.sleep(600)


def chatter(_: str) -> None:
    while True:
        print("lurd dull LURD 12 ~~~ ullulu" * 1000)


def main(way: str, *arguments: str) -> None:
    if way == "say":
        print(f'moves="{solution_of(*arguments)}"')
    elif way == "lie":
        print("Solution\nlurd\ndurl\n")
    elif way == "crash":
        sys.exit(3)
    else:
        ways: dict[str, Callable[..., None]] = {
            "festival": like_festival,
            "yass": like_yass,
            "cling": cling,
            "chatter": chatter,
        }
        ways[way](*arguments)


if __name__ == "__main__":
    main(*sys.argv[1:])
