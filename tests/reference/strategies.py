"""Small levels as hypothesis draws them: shrinks to fewer boxes, fewer walls, a smaller grid."""

from __future__ import annotations

from hypothesis import assume
from hypothesis import strategies as st

from reference.level import Level, Square, parse, reading_order
from reference.rules import goal_states, pulls_of, single_steps
from reference.small_levels import Rows, is_interesting, largest_part, rows_of

SKELETONS: tuple[Rows, ...] = (
    (
        "   #   ",
        "       ",
        "   #   ",
    ),
    (
        "   ##  ",
        "       ",
        "   ##  ",
        "   ##  ",
    ),
    (
        "  #  ",
        "     ",
        " ### ",
        "     ",
        "  #  ",
    ),
    (
        "     ",
        " # # ",
        "     ",
        " # # ",
        "     ",
    ),
    (
        "  ####",
        "      ",
        "  ##  ",
        "####  ",
    ),
    (
        "#  ##",
        "     ",
        "#   #",
        "  #  ",
    ),
)
"""Grounds with corridors, doors and goal rooms, which loose walls seldom make."""


def squares_of(skeleton: Rows) -> list[Square]:
    return [(x, y) for y, row in enumerate(skeleton) for x, mark in enumerate(row) if mark == " "]


@st.composite
def grounds(draw: st.DrawFn) -> set[Square]:
    """The floor: an open grid or a skeleton, less some squares."""
    if draw(st.booleans()):
        squares = squares_of(draw(st.sampled_from(SKELETONS)))
    else:
        width, height = draw(st.integers(3, 6)), draw(st.integers(3, 5))
        squares = [(x, y) for y in range(height) for x in range(width)]
    lost = draw(st.sets(st.sampled_from(squares), max_size=len(squares) // 3))
    floor = largest_part(set(squares) - lost)
    assume(len(floor) >= 5)
    return floor


def pulled_away(draw: st.DrawFn, level: Level) -> tuple[frozenset[Square], Square]:
    """Boxes and player after some pulls from a goal, hypothesis choosing each pull."""
    goals = sorted(goal_states(level), key=lambda goal: reading_order(goal[1]))
    state = draw(st.sampled_from(goals))
    for choice in draw(st.lists(st.integers(0, 15), max_size=25)):
        steps = sorted(
            (step.after for step in single_steps(level, state, pulls_of)),
            key=lambda after: (sorted(after[0]), after[1]),
        )
        if not steps:
            break
        state = steps[choice % len(steps)]
    return state


@st.composite
def small_level_rows(draw: st.DrawFn) -> Rows:
    """Rows of a level with 1 to 4 boxes that is not solved from the start."""
    floor = sorted(draw(grounds()), key=reading_order)
    count = draw(st.integers(1, min(4, (len(floor) - 1) // 2)))
    places = st.lists(st.sampled_from(floor), min_size=count, max_size=count, unique=True)
    targets = frozenset(draw(places))
    player = draw(st.sampled_from([square for square in floor if square not in targets]))
    if draw(st.booleans()):
        goal = Level(frozenset(floor), targets, targets, player, frozenset())
        boxes, player = pulled_away(draw, goal)
    else:
        boxes = frozenset(draw(places))
        assume(player not in boxes)
    rows = rows_of(floor, targets, boxes, player)
    try:
        assume(is_interesting(parse(rows)))
    except ValueError:
        assume(False)
    return rows
