"""An explanation as text: the look back as a strip of boards, the packing order, the values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rearview.counting import counted
from rearview.explanation import Explanation, Step
from rearview.levels import Level
from rearview.reporters.boards import number_squares, strip_of_boards
from rearview.result import Result
from rearview.state import State, draw

_MAX_BOARDS = 24
_NUMBER_WIDTH = 7
_GAP = "  "


def describe(
    level: Level, result: Result, explanation: Explanation, hints: bool, width: int
) -> list[str]:
    """Lines of plain text, no wider than asked if a board allows it.

    `hints` says whether the search was to have any.
    """
    trajectory = explanation.trajectory
    return [
        *(_describe_trajectory(level, trajectory, width) or _why_no_hint(result, hints)),
        *_describe_packing(level, explanation),
        *_describe_steps(explanation.steps, width),
    ]


def _why_no_hint(result: Result, hints: bool) -> list[str]:
    if not hints:
        why = "it was to go without"
    elif not result.forward_nodes:
        why = "it ended before it went forward"
    else:
        why = "looking back, it came to the end of all states there are"
    return [f"The search had no hint from the goal: {why}.", ""]


def _describe_trajectory(level: Level, trajectory: Sequence[State], width: int) -> list[str]:
    if not trajectory:
        return []
    count = len(trajectory)
    numbers = _pick(count)
    some = "" if len(numbers) == count else f", {len(numbers)} of the {counted(count, 'state')}"
    boards = [draw(level, trajectory[number]) for number in numbers]
    captions = ["goal" if number == 0 else str(number) for number in numbers]
    moves = counted(count - 1, "move")
    return [
        f"Looking back from the goal, {moves} (the player somewhere in its region){some}:",
        "",
        *strip_of_boards(boards, captions, width),
        "",
    ]


def _pick(count: int) -> list[int]:
    """Evenly spaced numbers below the count, the first and the last among them."""
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
        return ["There is no solution to explain."]
    columns = [
        _column("move", (str(number) for number in range(len(steps))), 5),
        _column("pushes", (str(step.pushes) for step in steps), 6),
        _column("V", (f"{step.value:.3f}" for step in steps), _NUMBER_WIDTH),
        *(
            _column(name, (f"{step.features[name]:.3f}" for step in steps), _NUMBER_WIDTH)
            for name in steps[0].features
        ),
    ]
    return ["What the forward agent sees along the solution:", *_tables(columns, width)]


def _column(name: str, cells: Iterable[str], least_width: int) -> list[str]:
    width = max(len(name), least_width)
    return [cell.rjust(width) for cell in (name, *cells)]


def _tables(columns: Sequence[Sequence[str]], width: int) -> list[str]:
    """Columns side by side; what does not fit goes into a table below, after the first column."""
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
