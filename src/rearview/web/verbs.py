"""Answers the questions of a page: one small function for each purpose.

Each validates its request first (in `make_work`, so that errors are reported at once) and returns
the function to run in a thread.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from time import monotonic

from rearview._core import Progress
from rearview.clock import Clock
from rearview.diagnosing import diagnose_within
from rearview.difficulty import rate_within
from rearview.errors import RearviewError
from rearview.explaining import explain
from rearview.floor import unused_floor
from rearview.hinting import hint_within
from rearview.levels import Level
from rearview.limit import Limit
from rearview.optimising import OptimisingProgress, optimise
from rearview.positions import level_after
from rearview.result import Result
from rearview.search import Search
from rearview.solution import verify
from rearview.solving import solve
from rearview.web.answers import (
    Json,
    about_diagnosis,
    about_difficulty,
    about_explanation,
    about_hint,
    about_improvements,
    about_optimising,
    about_progress,
    about_result,
)
from rearview.web.bodies import Body, RefusedError
from rearview.web.limits import MAX_QUICK_SECONDS, MAX_SECONDS, memory_mb_of_one_search
from rearview.web.questions import Tell, Work

_SECONDS_BETWEEN_REPORTS = 0.1
_JUDGE_SECONDS = 20.0
_QUICK_SECONDS = 2.0


def make_work(purpose: str, body: Body) -> Work:
    """The function that answers a question. Raises RefusedError if the request is invalid."""
    return PURPOSES[purpose].make(body)


def _solve(body: Body) -> Work:
    """Solve from a position; reports the progress of both agents."""
    level, moves = _position(body)
    limit = _limit(body, 60.0, MAX_SECONDS)

    def work(tell: Tell, stop: Event) -> Json:
        start = level_after(level, moves) if moves else level
        result = solve(start, limit=limit, on_progress=_reporter(tell, stop))
        if stop.is_set():
            return {}
        return {**about_result(result), **_explain(start, result)}

    return work


def _optimise(body: Body) -> Work:
    """Shorten a known solution; reports every improvement."""
    level, lurd = _position(body, "lurd")
    objective = body.choice("objective", ("moves", "pushes"), "moves")
    limit = _limit(body, 30.0, MAX_SECONDS)

    def work(tell: Tell, stop: Event) -> Json:
        found: list[tuple[int, int]] = []
        report = _improvement_reporter(tell, stop, found)
        result = optimise(level, lurd, objective=objective, limit=limit, on_progress=report)
        if stop.is_set():
            return {}
        best = (result.moves, result.pushes)
        if best not in (*found[-1:], (len(lurd), sum(map(str.isupper, lurd)))):
            found.append(best)  # Found at the very end.
        return {**about_result(result), **_explain(level, result), **about_improvements(found)}

    return work


def _diagnose(body: Body) -> Work:
    """Whether a position is lost, and why."""
    level, moves = _position(body)
    limit = _limit(body, _QUICK_SECONDS, MAX_QUICK_SECONDS)

    def work(_tell: Tell, stop: Event) -> Json:
        clock = _clock(limit, stop)
        return about_diagnosis(diagnose_within(clock, level, moves, Search(limit=limit)))

    return work


def _hint(body: Body) -> Work:
    """Advice on what to do next, in four grades."""
    level, moves = _position(body)
    detail = int(body.number("detail", 1, 1, 4))
    limit = _limit(body, MAX_QUICK_SECONDS, MAX_QUICK_SECONDS)

    def work(_tell: Tell, stop: Event) -> Json:
        clock = _clock(limit, stop)
        return about_hint(hint_within(clock, level, moves, detail, Search(limit=limit)))

    return work


def _judge(body: Body) -> Work:
    """Whether a level that is being drawn can be solved, and how hard it is."""
    level = body.level()
    limit = _limit(body, _JUDGE_SECONDS, MAX_SECONDS)

    def work(tell: Tell, stop: Event) -> Json:
        result = solve(level, limit=limit, on_progress=_reporter(tell, stop))
        if stop.is_set():
            return {}
        answer = {**about_result(result), **_explain(level, result)}
        if result:
            answer["unused"] = unused_floor(level, result.lurd)
            answer["difficulty"] = _rate(level, result, stop)
        return answer

    return work


def _difficulty(body: Body) -> Work:
    """How hard a level is: the score and its parts."""
    level = body.level()
    limit = _limit(body, _QUICK_SECONDS, MAX_QUICK_SECONDS)

    def work(_tell: Tell, stop: Event) -> Json:
        result = solve(level, limit=limit, on_progress=_until(stop))
        return {"difficulty": _rate(level, result, stop)}

    return work


@dataclass(frozen=True, slots=True)
class Purpose:
    """A purpose of questions. A tab has at most one question for each."""

    make: Callable[[Body], Work]
    is_quick: bool


PURPOSES = {
    "solve": Purpose(_solve, is_quick=False),
    "optimise": Purpose(_optimise, is_quick=False),
    "judge": Purpose(_judge, is_quick=False),
    "diagnose": Purpose(_diagnose, is_quick=True),
    "hint": Purpose(_hint, is_quick=True),
    "difficulty": Purpose(_difficulty, is_quick=False),
}


def _position(body: Body, name: str = "moves") -> tuple[Level, str]:
    """A level and valid moves."""
    level, moves = body.level(), body.moves(name)
    try:
        played = verify(level, moves)
    except RearviewError as error:
        raise RefusedError(400, str(error)) from None
    if played.failed_move is not None:
        raise RefusedError(400, f"{name} cannot be made: {played.reason}")
    return level, moves


def _limit(body: Body, seconds: float, most: float) -> Limit:
    wanted = body.number("seconds", seconds, 0.01, most)
    return Limit(seconds=wanted, memory_mb=memory_mb_of_one_search())


def _rate(level: Level, result: Result, stop: Event) -> Json | None:
    clock = _clock(Limit(seconds=_QUICK_SECONDS), stop)
    return about_difficulty(rate_within(clock, level, result))


def _clock(limit: Limit, stop: Event) -> Clock:
    return Clock(limit, is_wanted=lambda: not stop.is_set())


def _until(stop: Event) -> Callable[[Progress], bool]:
    """A progress callback that stops the search when the event is set."""
    return lambda _progress: not stop.is_set()


def _reporter(tell: Tell, stop: Event) -> Callable[[Progress], bool]:
    """A progress callback that reports ten times a second, and stops when the event is set."""
    told = 0.0

    def report(progress: Progress) -> bool:
        nonlocal told
        if monotonic() - told >= _SECONDS_BETWEEN_REPORTS:
            told = monotonic()
            tell(about_progress(progress))
        return not stop.is_set()

    return report


def _improvement_reporter(
    tell: Tell, stop: Event, found: list[tuple[int, int]]
) -> Callable[[OptimisingProgress], bool]:
    """Collects the improvements and reports all of them, as a page may have missed some."""
    told = 0.0

    def report(progress: OptimisingProgress) -> bool:
        nonlocal told
        if progress.is_better:
            found.append((progress.moves, progress.pushes))
        if progress.is_better or monotonic() - told >= _SECONDS_BETWEEN_REPORTS:
            told = monotonic()
            tell({**about_optimising(progress), **about_improvements(found)})
        return not stop.is_set()

    return report


def _explain(level: Level, result: Result) -> Json:
    try:
        return about_explanation(explain(level, result))
    except RearviewError:
        return {}  # An invalid level has no explanation.
