"""`hint`: what to do next, in as much detail as the player wants.

Hints must not go round in circles. They follow *plans*: a plan is the solution that a search finds
from one position of the game, always the same one. Positions are numbered by the pushes before
them. After 37 pushes, binary 100101, the plans from 0, 32 (100000), 36 (100100) and 37 are tried:
the number with fewer and fewer of its digits cleared, from the right. The first plan that passes
through the position is followed from there.

This terminates, even if each question is asked in a new process: after 2^k pushes only the plans
from 0 and from 2^k are tried, and both are tried until there are 2^(k+1) pushes. So one of them is
followed all that time, perhaps first the second, then the first. Once 2^k is more than twice the
pushes of any plan, it is followed to the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from rearview._core import Progress
from rearview.arguments import check_callable, shown, to_whole
from rearview.clock import Clock
from rearview.errors import OptionError
from rearview.levels.level import Level
from rearview.levels.validation import describe_squares
from rearview.limit import PAPER_BACKWARD_NODES, PAPER_FORWARD_NODES, Limit
from rearview.model import Model
from rearview.output.counting import counted
from rearview.positions import History, is_solved, replay
from rearview.progress import OnProgress
from rearview.proving import prove
from rearview.remembering import Memory, Plan, memory_of
from rearview.result import Outcome
from rearview.search import Search
from rearview.state import Square

MAX_DETAIL: Final = 4
DEFAULT_LIMIT: Final = Limit(seconds=10)
_PLAN_NODES: Final = {
    "backward_nodes": PAPER_BACKWARD_NODES,
    "forward_nodes": PAPER_FORWARD_NODES,
}
"""For a plan from an earlier position: limited by nodes, not time, so that it is reproducible."""
_DIRECTIONS: Final = {"L": "left", "U": "up", "R": "right", "D": "down"}


class HintKind(Enum):
    """The kinds of hints."""

    NEXT = "next"
    """There is a next push."""
    SOLVED = "solved"
    """The level is solved."""
    DEAD = "dead"
    """The position cannot be solved any more."""
    NOT_FOUND = "not found"
    """No solution was found within the limit."""


@dataclass(frozen=True, slots=True)
class Hint:
    """Advice, or why there is none. Truthy if there is a next push."""

    kind: HintKind
    text: str
    """One sentence for players; it says no more than the detail asks for."""
    box: Square | None = None
    """The box to push next."""
    destination: Square | None = None
    """Detail 2: where it goes before another box is pushed."""
    push: str = ""
    """Detail 3: the next push, one of L, U, R, D."""
    walk: str = ""
    """Detail 3: the walk to it, in lower-case LURD; often empty."""
    lurd: str = ""
    """Detail 4: the rest of the solution."""

    def __bool__(self) -> bool:
        return self.kind is HintKind.NEXT


def hint(
    level: Level,
    moves: str = "",
    detail: int = 1,
    *,
    limit: Limit = DEFAULT_LIMIT,
    model: Model | None = None,
    seed: int = 0,
    on_progress: OnProgress[Progress] | None = None,
) -> Hint:
    """What to do next in the position after some moves.

    Detail 1 says which box is next, 2 where it goes, 3 the next push and the walk to it, 4 the rest
    of the solution. The same question gets the same answer, and following the hints solves the
    level. For that, searches are limited by nodes, and only if these are too few by time alone.
    A dead position or a failed search raises no exception: the hint says so.

    `on_progress` is called about 20 times a second, and stops the search when it returns False.
    Raises LevelError for an invalid level, SolutionError for a text that is not LURD or an
    impossible move, and OptionError for a detail other than 1 to 4.

    >>> import rearview
    >>> level = rearview.read_level("#######\\n#@ $ .#\\n#######")
    >>> rearview.hint(level).text
    'Push the box at row 2, column 4.'
    >>> rearview.hint(level, "rR", detail=4).lurd
    'R'
    """
    detail = _check_detail(detail)
    search = Search(limit=limit, model=model, seed=seed)
    check_callable("on_progress", on_progress)
    return hint_within(Clock(limit, on_progress), level, moves, detail, search)


def hint_within(clock: Clock, level: Level, moves: str, detail: int, search: Search) -> Hint:
    """The same with a clock that is already running."""
    history = replay(level, moves)
    if is_solved(history.position_now):
        return Hint(HintKind.SOLVED, "The level is solved: every box stands on a target.")
    proof = prove(history.position_now, clock.is_in_time)
    if proof is not None:
        return _dead(proof.reason)
    memory = memory_of(level, search)
    plan = _find_plan(history, memory, clock)
    if isinstance(plan, Hint):
        return plan
    return _advise(history, plan, plan.places[memory.name(history.now)], detail)


def _check_detail(detail: object) -> int:
    number = to_whole(detail)
    if number is None or not 1 <= number <= MAX_DETAIL:
        raise OptionError(f"the detail must be from 1 to {MAX_DETAIL}, not {shown(detail)}")
    return number


def _dead(reason: str) -> Hint:
    return Hint(HintKind.DEAD, f"This position cannot be solved any more: {reason}.")


def _find_plan(history: History, memory: Memory, clock: Clock) -> Plan | Hint:
    now = memory.name(history.now)
    *earlier, last = plan_starts(history.push_count)
    for share, number in zip(_shares(), earlier, strict=False):
        _, plan = memory.search(history.state(number), clock, share, **_PLAN_NODES)
        if plan is not None and now in plan.places:
            return plan
    result, plan = memory.search(history.state(last), clock, 0.5, **_PLAN_NODES)
    # Too few nodes: use a plan found earlier that passes through here, else all remaining time.
    plan = plan or memory.plan_through(history.now)
    if plan is None and result.outcome is not Outcome.UNSOLVABLE:
        result, plan = memory.search(history.state(last), clock)
    if plan is not None:
        return plan
    if result.outcome is Outcome.UNSOLVABLE:
        return _dead("whatever is pushed, there is no way on")
    return Hint(HintKind.NOT_FOUND, "No solution was found in time, so there is no hint.")


def plan_starts(pushes: int) -> list[int]:
    """0, then the number with fewer and fewer of its last binary digits cleared, then itself."""
    numbers = [pushes]
    while numbers[-1]:
        numbers.append(numbers[-1] & (numbers[-1] - 1))
    return numbers[::-1]


def _shares() -> Iterator[float]:
    """Share of the remaining time for each plan from an earlier position: half of it in all."""
    share = 0.25
    while True:
        yield share
        share /= 2


def _advise(history: History, plan: Plan, begin: int, detail: int) -> Hint:
    way, rest = plan.rest(history.level, history.now, begin)
    box = plan.pushes[begin][0]
    destination = _resting_place(plan, begin)
    return Hint(
        HintKind.NEXT,
        _sentence(detail, box, destination, rest, len(plan.pushes) - begin),
        box=box,
        destination=destination if detail > 1 else None,
        push=rest[0] if detail > 2 else "",
        walk=way if detail > 2 else "",
        lurd=way + rest if detail > 3 else "",
    )


def _resting_place(plan: Plan, begin: int) -> Square:
    """Where the next box is when another one is pushed."""
    _, place = plan.pushes[begin]
    for source, to in plan.pushes[begin + 1 :]:
        if source != place:
            break
        place = to
    return place


def _sentence(detail: int, box: Square, destination: Square, rest: str, pushes: int) -> str:
    which = f"the box at {describe_squares([box])}"
    where = f"to {describe_squares([destination])}"
    if destination == box:
        where = "and back again"
    if detail == 1:
        return f"Push {which}."
    if detail == 2:
        return f"Push {which} {where}."
    begin = "" if destination == box else "on its way "
    direction = f"Push {which} {_DIRECTIONS[rest[0]]}, {begin}{where}"
    if detail == 3:
        return f"{direction}."
    return f"{direction}; {counted(pushes, 'push')} in all solve the level."
