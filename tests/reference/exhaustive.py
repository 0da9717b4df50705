"""Exhaustive search: every state that can be reached, and which of them are solvable.

Single steps, not macro moves: what can be reached is the same, and the code is simpler.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from reference.level import Level, State
from reference.rules import (
    StepsOfBox,
    goal_states,
    is_solved,
    pulls_of,
    pushes_of,
    single_steps,
    start_state,
)

Graph = dict[State, set[State]]
"""Every state with the states that one step leads to."""


class TooManyStatesError(Exception):
    """The level is too large to be searched exhaustively."""


def explore(level: Level, starts: Iterable[State], steps_of: StepsOfBox, max_states: int) -> Graph:
    graph: Graph = {}
    frontier = list(starts)
    known = set(frontier)
    while frontier:
        state = frontier.pop()
        after = {step.after for step in single_steps(level, state, steps_of)}
        graph[state] = after
        new = after - known
        known |= new
        frontier.extend(new)
        if len(known) > max_states:
            raise TooManyStatesError(f"more than {max_states} states")
    return graph


def that_lead_to(graph: Mapping[State, Iterable[State]], goals: Iterable[State]) -> set[State]:
    """The states of the graph from which some goal can be reached, the goals included."""
    before: dict[State, list[State]] = {}
    for state, afters in graph.items():
        for after in afters:
            before.setdefault(after, []).append(state)
    found = set(goals)
    frontier = list(found)
    while frontier:
        new = set(before.get(frontier.pop(), ())) - found
        found |= new
        frontier.extend(new)
    return found


def pushed_from_start(level: Level, max_states: int) -> Graph:
    return explore(level, [start_state(level)], pushes_of, max_states)


def pulled_from_goals(level: Level, max_states: int) -> Graph:
    return explore(level, goal_states(level), pulls_of, max_states)


def solvable_states(level: Level, graph: Graph) -> set[State]:
    """The states of a graph of pushes from which a solution leads on."""
    return that_lead_to(graph, {state for state in graph if is_solved(level, state)})


def is_solvable(level: Level, state: State, max_states: int) -> bool:
    graph = explore(level, [state], pushes_of, max_states)
    return any(is_solved(level, reached) for reached in graph)


def returnable_states(level: Level, graph: Graph) -> set[State]:
    """The states of a graph of pulls from which pulls lead to the start."""
    return that_lead_to(graph, {start_state(level)} & graph.keys())
