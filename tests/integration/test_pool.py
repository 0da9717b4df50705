"""A pool: calls go in, answers come out as they are known, and deaths are answers."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import sleep

import pytest

from rearview import ArgumentError, OptionError
from rearview.parallel.news import teller
from rearview.parallel.pool import Died, News, Pool, SameProcess, open_pool
from rearview.parallel.processes import Processes
from survival import workers_of


def die() -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def leave() -> int:
    os._exit(3)


def answer_once_there_is(file: Path) -> int:
    while not file.exists():
        sleep(0.01)
    return 1


def tell_twice(file: Path) -> int:
    """Says something, waits for a file, and says something else."""
    tell = teller()
    assert tell is not None
    tell("first")
    answer_once_there_is(file)
    tell("second")
    return 2


def refuse() -> int:
    raise ValueError("no")


def wait_for_one(pool: Pool) -> tuple[object, object]:
    """The next answer, with its key."""
    while not (answers := pool.wait()):
        pass
    (answer,) = answers
    return answer


@pytest.fixture(params=[SameProcess, partial(Processes, 1)], ids=["same process", "another"])
def pool_of_one(request: pytest.FixtureRequest) -> Pool:
    make: Callable[[], Pool] = request.param
    return make()


def test_there_is_room_until_a_call_is_given_and_again_when_it_is_answered(
    pool_of_one: Pool,
) -> None:
    with pool_of_one as pool:
        assert pool.has_room
        assert pool.wait() == []
        pool.give("key", partial(abs, -2))
        assert not pool.has_room
        assert wait_for_one(pool) == ("key", 2)
        assert pool.has_room


def test_what_a_call_raises_is_raised_and_costs_nothing_else(pool_of_one: Pool) -> None:
    with pool_of_one as pool:
        pool.give(1, refuse)
        with pytest.raises(ValueError, match="no"):
            wait_for_one(pool)
        pool.give(2, partial(abs, -2))
        assert wait_for_one(pool) == (2, 2)


def test_a_closed_pool_has_nothing_under_way(pool_of_one: Pool, tmp_path: Path) -> None:
    pool_of_one.give(1, partial(answer_once_there_is, tmp_path / "never"))
    pool_of_one.close()
    pool_of_one.close()
    assert pool_of_one.wait() == []
    assert not workers_of(os.getpid())


def test_answers_come_as_they_are_known(tmp_path: Path) -> None:
    file = tmp_path / "go"
    with open_pool(jobs=2) as pool:
        pool.give("slow", partial(answer_once_there_is, file))
        assert pool.has_room
        pool.give("quick", partial(abs, -2))
        assert not pool.has_room
        assert wait_for_one(pool) == ("quick", 2)
        file.touch()
        assert wait_for_one(pool) == ("slow", 1)


def test_news_of_a_call_come_before_its_answer(tmp_path: Path) -> None:
    with Processes(jobs=1) as pool:
        pool.give("key", partial(tell_twice, tmp_path / "go on"))
        assert wait_for_one(pool) == ("key", News("first"))
        assert not pool.has_room
        (tmp_path / "go on").touch()
        assert wait_for_one(pool) == ("key", News("second"))
        assert wait_for_one(pool) == ("key", 2)
        assert pool.has_room


def test_where_nobody_listens_there_is_nobody_to_tell() -> None:
    assert teller() is None


def test_a_death_is_an_answer_and_the_others_go_on() -> None:
    calls: list[Callable[[], int]] = [die, partial(abs, -1), leave, partial(abs, -2)]
    answers = []
    with open_pool(jobs=1, isolated=True) as pool:
        for number, call in enumerate(calls):
            pool.give(number, call)
            answers.append(wait_for_one(pool))
    assert answers == [
        (0, Died("was killed by signal 9")),
        (1, 1),
        (2, Died("ended with code 3")),
        (3, 2),
    ]


def test_a_call_that_cannot_be_sent_is_refused_and_takes_no_room() -> None:
    with Processes(jobs=1) as pool:
        with pytest.raises(ArgumentError, match="cannot send a level to another process"):
            pool.give(1, lambda: 1)
        assert pool.has_room
        pool.give(2, partial(abs, -2))
        assert wait_for_one(pool) == (2, 2)


def test_one_job_has_no_other_process_unless_it_is_isolated() -> None:
    with open_pool(1) as pool:
        pool.give(1, os.getpid)
        assert wait_for_one(pool) == (1, os.getpid())
    with open_pool(1, isolated=True) as pool:
        pool.give(1, os.getpid)
        assert wait_for_one(pool) != (1, os.getpid())


def test_refuses_jobs_that_make_no_sense() -> None:
    with pytest.raises(OptionError, match="jobs must be a whole number from 1 to 1,024, not 0"):
        open_pool(0)
