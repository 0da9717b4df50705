"""An explanation as text: the look back as a strip of boards, the packing order, the values."""

from __future__ import annotations

from collections.abc import Sequence

from rearview.counting import counted
from rearview.explanation import Explanation, Step
from rearview.levels import Level
from rearview.reporters.boards import number_squares, strip_of_boards
from rearview.state import State, draw

_MAX_BOARDS = 24
_NUMBER_WIDTH = 7


def describe(level: Level, explanation: Explanation, width: int) -> list[str]:
    """Lines of plain text, the strips no wider than asked if a board allows it."""
    return [
        *_describe_trajectory(level, explanation.trajectory, width),
        *_describe_packing(level, explanation),
        *_describe_steps(explanation.steps),
    ]


def _describe_trajectory(level: Level, trajectory: Sequence[State], width: int) -> list[str]:
    if not trajectory:
        return ["The search had no hint from the goal.", ""]
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


def _describe_steps(steps: Sequence[Step]) -> list[str]:
    if not steps:
        return ["There is no solution to explain."]
    names = list(steps[0].features)
    widths = [max(len(name), _NUMBER_WIDTH) for name in names]
    header = ["move".rjust(5), "pushes".rjust(6), "V".rjust(_NUMBER_WIDTH)]
    header += [name.rjust(width) for name, width in zip(names, widths, strict=True)]
    lines = ["What the forward agent sees along the solution:", "", "  ".join(header)]
    for number, step in enumerate(steps):
        cells = [f"{number:5}", f"{step.pushes:6}", f"{step.value:{_NUMBER_WIDTH}.3f}"]
        cells += [
            f"{step.features[name]:{width}.3f}" for name, width in zip(names, widths, strict=True)
        ]
        lines.append("  ".join(cells))
    return lines
