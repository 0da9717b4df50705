"""What is wrong with a diagnosis, by exhaustive search; for tests and benchmarks."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rearview import Diagnosis, Level, State, Verdict, verify
from rearview.positions import draw_as_level
from reference.exhaustive import Graph, solvable_states
from reference.level import Level as NaiveLevel
from reference.level import State as NaiveState
from reference.small_levels import Rows
from reference.some_boxes import can_come_home

MAX_STATES = 200_000


def in_reading_order(states: set[NaiveState] | Graph) -> list[NaiveState]:
    return sorted(states, key=lambda state: (sorted(state[0]), state[1]))


def some_positions(
    rng: Random, rows: Rows, level: NaiveLevel, graph: Graph, count: int
) -> Iterator[tuple[Level, bool]]:
    """Random states of a level as levels, and whether they are alive."""
    alive = solvable_states(level, graph)
    states = in_reading_order(graph)
    for boxes, player in rng.sample(states, min(count, len(states))):
        drawn = draw_as_level(Level(rows), State(boxes | level.walled, player))
        yield drawn, (boxes, player) in alive


def complaints(position: Level, is_alive: bool, diagnosis: Diagnosis) -> Iterator[str]:
    """Everything that the diagnosis of a small position has wrong."""
    verdict = Verdict.ALIVE if is_alive else Verdict.DEAD
    if diagnosis.verdict is not verdict:
        yield f"{diagnosis.verdict} and not {verdict}"
    elif is_alive:
        if not verify(position, diagnosis.solution):
            yield "the solution does not solve it"
    else:
        yield from _complaints_of_boxes(position, diagnosis)


def _complaints_of_boxes(position: Level, diagnosis: Diagnosis) -> Iterator[str]:
    boxes = set(diagnosis.boxes)
    if not boxes:
        yield "no boxes are shown"
    if not boxes <= set(position.squares("$*")):
        yield "a box is shown where there is none"
    if can_come_home(position.rows, boxes, MAX_STATES):
        yield "the boxes that are shown can come home"
    for box in sorted(boxes):
        if boxes != {box} and not can_come_home(position.rows, boxes - {box}, MAX_STATES):
            yield f"the box at {box} can be left out"
