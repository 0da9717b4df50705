"""What this process knows of a level that is being played: plans, each a solution of a position.

Players ask about one level again and again, a push further each time. A `Memory` keeps what the
searches have found: the answer to a position that was asked about before, and every position on the
way of a solution, which is alive. It only saves time: it never makes an answer wrong.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from threading import Lock
from typing import Final

from rearview import _core
from rearview.clock import Clock
from rearview.evaluating import board_of
from rearview.frames import frames
from rearview.levels.level import Level
from rearview.model import Model
from rearview.positions import draw_as_level
from rearview.result import Outcome, Result, StopReason
from rearview.search import Search
from rearview.solution import verify
from rearview.solving import search_level
from rearview.state import Square, State, to_native
from rearview.walking import walk

_MAX_LEVELS: Final = 64
_MAX_RESULTS: Final = 256
"""Of one level: positions that were searched."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A solution from some position on."""

    lurd: str
    places: dict[_core.State, int]
    """The states on the way, with the number of pushes that lead there: the last time, so that
    going on from there never comes back."""
    pushes: tuple[tuple[Square, Square], ...]
    """Where each box is pushed from, and to."""
    letters: tuple[int, ...]
    """For each push, its place in the letters."""

    def rest(self, level: Level, now: State, begin: int) -> tuple[str, str]:
        """The walk to a push, and the letters from that push on, for a player who may have walked
        about. The checker has replayed them."""
        if begin == len(self.pushes):
            return "", ""
        box, to = self.pushes[begin]
        way = walk(level, now, (2 * box[0] - to[0], 2 * box[1] - to[1])) or ""
        rest = self.lurd[self.letters[begin] :]
        played = verify(draw_as_level(level, now), way + rest)
        if not played:
            raise RuntimeError(f"bug: the checker rejects the rest of a plan: {played.reason}")
        return way, rest


class Memory:
    """All that is known of one level, searched with one model and seed."""

    def __init__(self, level: Level, search: Search) -> None:
        self.level = level
        self.board = board_of(level)
        self._search = search
        self._results: OrderedDict[tuple[object, ...], tuple[Result, Plan | None]] = OrderedDict()
        self._plan_through: dict[_core.State, Plan] = {}
        self._lock = Lock()

    def name(self, state: State) -> _core.State:
        """The state as a key: whichever square of its region the player stands on."""
        return to_native(self.board, state)

    def plan_through(self, state: State) -> Plan | None:
        """The first plan that was found through a state."""
        return self._plan_through.get(self.name(state))

    def search(
        self, state: State, clock: Clock, share: float = 1.0, **nodes: int
    ) -> tuple[Result, Plan | None]:
        """The result of a search from a state on, and the plan if it is solved.

        It may take a share of the time that is left, and so many nodes unless the limit has its
        own. What time or memory has cut short is not remembered.
        """
        limit = clock.left(share, **nodes)
        key = (self.name(state), limit.backward_nodes, limit.forward_nodes)
        known = self._results.get(key)
        if known is not None:
            return known
        position = draw_as_level(self.level, state)
        search = replace(self._search, limit=limit)
        result = search_level(position, search, on_progress=clock.report)
        plan = self._make_plan(position, result.lurd) if result else None
        if result.outcome is not Outcome.UNSOLVED or result.reason is StopReason.NODES:
            with self._lock:
                self._remember(key, result, plan)
        return result, plan

    def _make_plan(self, position: Level, lurd: str) -> Plan:
        places = {self.name(State.of(position)): 0}
        pushes: list[tuple[Square, Square]] = []
        letters: list[int] = []
        for count, frame in enumerate(frames(position, lurd)):
            if frame.pushed is not None:
                pushes.append(frame.pushed)
                letters.append(count - 1)
                places[self.name(frame.state)] = len(pushes)
        return Plan(lurd, places, tuple(pushes), tuple(letters))

    def _remember(self, key: tuple[object, ...], result: Result, plan: Plan | None) -> None:
        """Also what the plan passes through; and forgets the oldest when there is too much."""
        self._results[key] = result, plan
        if plan is not None:
            for state in plan.places:
                self._plan_through.setdefault(state, plan)
        if len(self._results) <= _MAX_RESULTS:
            return
        _, (_, oldest) = self._results.popitem(last=False)
        for state in oldest.places if oldest else ():
            if self._plan_through.get(state) is oldest:
                del self._plan_through[state]


_memories: OrderedDict[tuple[object, ...], Memory] = OrderedDict()
_lock = Lock()


def memory_of(level: Level, search: Search) -> Memory:
    """What is known of a level that is searched so, within any limit.

    Raises LevelError for one that is invalid.
    """
    is_shipped = search.model is Model.shipped()
    key = (level.rows, "" if is_shipped else search.model.content_hash, search.seed)
    with _lock:
        memory = _memories.get(key) or Memory(level, search)
        _memories[key] = memory
        _memories.move_to_end(key)
        if len(_memories) > _MAX_LEVELS:
            _memories.popitem(last=False)
    return memory


def forget_everything() -> None:
    """As a new process would begin."""
    with _lock:
        _memories.clear()
