"""What this process knows about a level that is being played: plans, each a solution of a position.

Players ask about one level again and again, one push further each time. A `Memory` keeps what
searches have found: the answer to a position asked about before, and every position along a
solution, which is alive. It only saves time, and never changes an answer.
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
"""Positions of one level that were searched."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A solution from some position on."""

    lurd: str
    places: dict[_core.State, int]
    """The states along the plan, with the number of pushes before each; for a repeated state the
    last one, so that following the plan never comes back to it."""
    pushes: tuple[tuple[Square, Square], ...]
    """Where each box is pushed from, and to."""
    letters: tuple[int, ...]
    """For each push, its index in the letters."""

    def rest(self, level: Level, now: State, begin: int) -> tuple[str, str]:
        """The walk to a push, and the letters from that push on, as the player may have walked
        elsewhere. The checker has replayed them."""
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
    """Everything known about one level, searched with one model and seed."""

    def __init__(self, level: Level, search: Search) -> None:
        self.level = level
        self.board = board_of(level)
        self._search = search
        self._results: OrderedDict[tuple[object, ...], tuple[Result, Plan | None]] = OrderedDict()
        self._plan_through: dict[_core.State, Plan] = {}
        self._lock = Lock()

    def name(self, state: State) -> _core.State:
        """The state as a key that does not depend on the player's square within its region."""
        return to_native(self.board, state)

    def plan_through(self, state: State) -> Plan | None:
        """The first plan found through a state."""
        return self._plan_through.get(self.name(state))

    def search(
        self, state: State, clock: Clock, share: float = 1.0, **nodes: int
    ) -> tuple[Result, Plan | None]:
        """The result of a search from a state, and the plan if it is solved.

        It may use a share of the remaining time, and so many nodes unless the limit has its own. A
        search that ended for lack of time or memory is not remembered.
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
        """Also every state along the plan; forgets the oldest entries if there are too many."""
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
    """The memory of a level for this search, under any limit. Raises LevelError if it is
    invalid."""
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
    """Forget everything, like a new process."""
    with _lock:
        _memories.clear()
