"""Detectors and pruning rules of the core, held against every state of a small level.

Each function yields a complaint for each thing that is wrong, and nothing when all is well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from random import Random

from rearview._core import Detector, Motion, Move, detector_names
from rearview._core import State as CoreState
from reference.exhaustive import Graph, pulled_from_goals, pushed_from_start, that_lead_to
from reference.level import Level, State, draw
from reference.rules import is_solved, start_state
from reference.small_levels import Rows
from reference.translate import Both


@dataclass(frozen=True)
class Space:
    """A level with every state that pushes from the start or pulls from the goals reach."""

    both: Both
    pushed: Graph
    pulled: Graph

    def met(self, motion: Motion) -> Graph:
        """What a search with this motion can meet."""
        return self.pushed if motion == Motion.push else self.pulled

    def alive(self, motion: Motion) -> set[State]:
        """The states from which this motion leads home, whether a search meets them or not.

        Pulls undo pushes: what pulls reach from the goals is what pushes bring to a goal.
        """
        return set(self.pulled if motion == Motion.push else self.pushed)

    def on_a_solution(self) -> set[State]:
        return self.pushed.keys() & self.pulled.keys()

    def home(self, motion: Motion) -> set[State]:
        """Where a search with this motion wants to end."""
        if motion == Motion.pull:
            return {start_state(self.both.level)}
        return {state for state in self.pulled if is_solved(self.both.level, state)}


def space_of(rows: Rows, level: Level, max_states: int) -> Space:
    """Raises TooManyStatesError when there are more states than that either way."""
    pulled = pulled_from_goals(level, max_states)
    return Space(Both(rows, level), pushed_from_start(level, max_states), pulled)


def dead_detector_names(both: Both, motion: Motion) -> list[str]:
    return names_with_promise(both, motion, "dead")


def rule_names(both: Both, motion: Motion) -> list[str]:
    return names_with_promise(both, motion, "skip")


def names_with_promise(both: Both, motion: Motion, promise: str) -> list[str]:
    return [
        name
        for name in detector_names(motion)
        if Detector(both.board, name, motion).promise == promise
    ]


def in_some_order(states: Iterable[State], rng: Random) -> list[State]:
    ordered = sorted(states, key=lambda state: (sorted(state[0]), state[1]))
    rng.shuffle(ordered)
    return ordered


def complaint(space: Space, motion: Motion, what: str, state: State) -> str:
    level = space.both.level
    return (
        f"{motion.name}: {what}\nlevel\n{draw(level)}\nstate (player anywhere in the region)\n"
        f"{draw(level, state)}"
    )


def false_deaths(
    space: Space, motion: Motion, states: Sequence[State], alive: set[State], fresh: bool
) -> Iterator[str]:
    """Alive states that a detector calls dead, either built afresh for each state or reused."""
    both = space.both
    core_states = [(state, both.to_core(state)) for state in states]
    for name in dead_detector_names(both, motion):
        detector = Detector(both.board, name, motion)
        for state, core_state in core_states:
            if fresh:
                detector = Detector(both.board, name, motion)
            if detector.is_dead(core_state) and state in alive:
                how = "fresh" if fresh else "reused"
                yield complaint(space, motion, f"{name} ({how}) calls an alive state dead", state)
                break


def wrongly_frozen(space: Space, motion: Motion) -> Iterator[str]:
    """Boxes called frozen that move on some way from a state on a solution to another."""
    both, graph = space.both, space.met(motion)
    alive = space.on_a_solution()
    for state in alive:
        frozen = both.to_squares(both.board.frozen(both.to_core(state), motion))
        if not frozen:
            continue
        later, frontier = {state}, [state]
        while frontier:
            new = (graph[frontier.pop()] & alive) - later
            later |= new
            frontier.extend(new)
        if any(not frozen <= boxes for boxes, _ in later):
            yield complaint(space, motion, f"not all of {sorted(frozen)} are frozen", state)
            return


Keep = Callable[[CoreState, list[Move]], list[Move]]


def kept_graph(space: Space, motion: Motion, alive: set[State], keep: Keep) -> Graph:
    """The alive states with what the kept moves lead to."""
    both = space.both
    graph: Graph = {}
    for state in alive:
        before = both.to_core(state)
        moves = keep(before, both.board.moves(before, motion))
        graph[state] = {both.to_reference(both.board.apply(before, move)) for move in moves}
    return graph


def rule_orders(both: Both, motion: Motion) -> list[tuple[str, ...]]:
    """Each pruning rule alone, and all of them in every order."""
    names = rule_names(both, motion)
    alone = [(name,) for name in names]
    return alone + (list(permutations(names)) if len(names) > 1 else [])


def lost_solutions(
    space: Space, motion: Motion, alive: set[State], with_detectors: bool
) -> Iterator[str]:
    """Alive states from which the kept moves lead no longer home."""
    both = space.both
    watching = [
        Detector(both.board, name, motion)
        for name in (dead_detector_names(both, motion) if with_detectors else [])
    ]
    for names in rule_orders(both, motion):
        rules = [Detector(both.board, name, motion) for name in names]

        def keep(before: CoreState, moves: list[Move]) -> list[Move]:
            for detector in watching:
                moves = [m for m in moves if not detector.is_dead(both.board.apply(before, m))]
            for rule in rules:  # noqa: B023 (used within this turn of the loop only)
                moves = rule.keep(before, moves)
            return moves

        home = space.home(motion) & alive
        lost = alive - that_lead_to(kept_graph(space, motion, alive, keep), home)
        for state in in_some_order(lost, Random(0))[:1]:
            how = "with detectors" if with_detectors else "without detectors"
            yield complaint(space, motion, f"{' then '.join(names)} ({how}) loses", state)
