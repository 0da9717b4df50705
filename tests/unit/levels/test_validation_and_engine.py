"""What validation lets pass, the engine takes, although they share no code."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from rearview._core import Board
from rearview.levels import Level, Severity, validate

WIDTH = 7


@st.composite
def levels(draw: st.DrawFn) -> Level:
    """Closed boards with one player and as many boxes as targets, anywhere."""
    floor = draw(st.lists(st.sampled_from("   #"), min_size=4 * WIDTH, max_size=4 * WIDTH))
    places = iter(draw(st.permutations(range(len(floor)))))
    floor[next(places)] = draw(st.sampled_from("@+"))
    box_count = draw(st.integers(1, 4)) if "@" in floor else draw(st.integers(2, 4))
    target_count = box_count - ("+" in floor)
    for symbol in "$" * box_count + "." * target_count + "*" * draw(st.integers(0, 4)):
        floor[next(places)] = symbol
    rows = ["".join(floor[n : n + WIDTH]) for n in range(0, len(floor), WIDTH)]
    wall = "#" * (WIDTH + 2)
    return Level((wall, *(f"#{row}#" for row in rows), wall))


@settings(max_examples=800)
@given(levels())
@example(Level(("####", "#@*#", "####")))
@example(Level(("*###*", "#@$.#", "*###*")))
@example(Level(("#######", "#@$.#.#", "#######")))
@example(Level(("########", "#@$.#$.#", "########")))
@example(Level(("#####", "#+$ #", "#####", "", "# # #")))
def test_the_engine_takes_whatever_is_not_invalid(level: Level) -> None:
    if not any(problem.severity is Severity.INVALID for problem in validate(level)):
        board = Board(level.rows)
        assert board.box_count <= level.box_count
