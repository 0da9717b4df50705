"""An explanation as text: first for players, then the numbers for researchers.

The latter are the backward search as a strip of boards, the packing order, and the values along the
solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

from rearview.explaining import Explanation, Step
from rearview.levels import Level
from rearview.output.counting import counted
from rearview.reporters.boards import number_squares, strip_of_boards
from rearview.reporters.explain_to_players import tell_failure, tell_solution
from rearview.result import Outcome, Result
from rearview.state import State, draw

_MAX_BOARDS = 24
_NUMBER_WIDTH = 7
_GAP = "  "


class Heading(str):
    """A line that a terminal may highlight."""

    __slots__ = ()


def describe(
    level: Level, result: Result, explanation: Explanation, hints: bool, width: int
) -> list[str]:
    """Lines of plain text, no wider than given if the board allows it.

    `hints` says whether the search used hints.
    """
    if result:
        heading, lines = "How it is solved", tell_solution(level, explanation, width)
    else:
        is_proven = result.outcome is Outcome.UNSOLVABLE
        heading = "Why there is no solution" if is_proven else "How far the search came"
        lines = tell_failure(level, result, explanation, width)
    numbers = [
        *_describe_guidance(level, result, explanation, hints, width),
        *_describe_steps(explanation.steps, width),
    ]
    if not numbers:
        return [Heading(heading), "", *lines]
    return [Heading(heading), "", *lines, "", Heading("For researchers"), "", *numbers]


def _describe_guidance(
    level: Level, result: Result, explanation: Explanation, hints: bool, width: int
) -> list[str]:
    trajectory = explanation.trajectory
    if trajectory:
        packing = _describe_packing(level, explanation)
        return [*_describe_trajectory(level, trajectory, width), *packing]
    return _why_no_guidance(result, hints, width) if result else []


def _why_no_guidance(result: Result, hints: bool, width: int) -> list[str]:
    if not hints:
        why = "it was to go without"
    elif not result.forward_nodes:
        why = "it ended before it went forward"
    else:
        why = "looking back, it came to the end of all states there are"
    return [*wrap(f"The search had no guidance from the goal: {why}.", width), ""]


def _describe_trajectory(level: Level, trajectory: Sequence[State], width: int) -> list[str]:
    count = len(trajectory)
    numbers = _pick(count)
    some = "" if len(numbers) == count else f", {len(numbers)} of the {counted(count, 'state')}"
    boards = [draw(level, trajectory[number]) for number in numbers]
    captions = ["goal" if number == 0 else str(number) for number in numbers]
    moves = counted(count - 1, "box move")
    return [
        *wrap(f"Looking back from the goal, {moves} (the player in its region){some}:", width),
        "",
        *strip_of_boards(boards, captions, width),
        "",
    ]


def _pick(count: int) -> list[int]:
    """Evenly spaced numbers below the count, including the first and the last."""
    if count <= _MAX_BOARDS:
        return list(range(count))
    last = _MAX_BOARDS - 1
    return [(number * (count - 1) + last // 2) // last for number in range(_MAX_BOARDS)]


def _describe_packing(level: Level, explanation: Explanation) -> list[str]:
    if not explanation.packing_order:
        return []
    rows = number_squares(level, explanation.packing_order)
    return ["So the targets are packed in this order:", "", *rows, ""]


def _describe_steps(steps: Sequence[Step], width: int) -> list[str]:
    if not steps:
        return []
    columns = [
        _column("after", (str(number) for number in range(len(steps))), 5),
        _column("pushes", (str(step.pushes) for step in steps), 6),
        _column("V", (f"{step.value:.3f}" for step in steps), _NUMBER_WIDTH),
        *(
            _column(name, (f"{step.features[name]:.3f}" for step in steps), _NUMBER_WIDTH)
            for name in steps[0].features
        ),
    ]
    return ["The forward agent after each box move:", *_tables(columns, width)]


def _column(name: str, cells: Iterable[str], least_width: int) -> list[str]:
    width = max(len(name), least_width)
    return [cell.rjust(width) for cell in (name, *cells)]


def _tables(columns: Sequence[Sequence[str]], width: int) -> list[str]:
    """Columns side by side; those that do not fit go into a table below, after the first column."""
    first, *rest = columns
    lines: list[str] = []
    while rest:
        room = width - len(first[0])
        fitting = 0
        while fitting < len(rest) and (room := room - len(_GAP) - len(rest[fitting][0])) >= 0:
            fitting += 1
        here, rest = rest[: fitting or 1], rest[fitting or 1 :]
        lines += ["", *map(_GAP.join, zip(first, *here, strict=True))]
    return lines
