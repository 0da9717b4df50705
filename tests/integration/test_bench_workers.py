"""`run_calls`: answers as they come, deaths as answers, and work that is added while it runs."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import sleep

import pytest

from rearview.parallel.processes import Died, NextCall, run_calls


def die() -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def leave() -> int:
    os._exit(3)


def answer_once_there_is(file: Path) -> int:
    while not file.exists():
        sleep(0.01)
    return 1


def refuse() -> int:
    raise ValueError("no")


def calls(*functions: Callable[[], int]) -> NextCall[int, int]:
    numbered = enumerate(functions)
    return lambda: next(numbered, None)


def test_answers_come_as_they_are_known(tmp_path: Path) -> None:
    file = tmp_path / "go"
    waiting = partial(answer_once_there_is, file)
    answers = run_calls(calls(waiting, partial(abs, -2)), jobs=2)
    assert next(answers) == (1, 2)
    file.touch()
    assert list(answers) == [(0, 1)]


def test_a_death_is_an_answer_and_the_others_go_on() -> None:
    answers = dict(run_calls(calls(die, partial(abs, -1), leave, partial(abs, -2)), jobs=1))
    assert answers == {
        0: Died("was killed by signal 9"),
        1: 1,
        2: Died("ended with code 3"),
        3: 2,
    }


def test_whoever_reads_an_answer_may_add_work() -> None:
    todo = [3]

    def next_call() -> tuple[int, Callable[[], int]] | None:
        return (todo[0], partial(abs, todo.pop())) if todo else None

    seen = []
    for key, _ in run_calls(next_call, jobs=2):
        seen.append(key)
        if key:
            todo.append(key - 1)
    assert seen == [3, 2, 1, 0]


def test_what_a_call_raises_is_raised() -> None:
    with pytest.raises(ValueError, match="no"):
        list(run_calls(calls(refuse), jobs=1))
