"""An explanation for players: which box goes where and when, or why there is no solution."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from textwrap import wrap

from rearview.box_moves import BoxMove
from rearview.deadlock_words import DEADLOCKS
from rearview.explaining import Explanation
from rearview.levels import Level
from rearview.output.counting import counted
from rearview.reporters.boards import strip_of_boards
from rearview.reporters.marked_boards import draw_plain, explain_letters
from rearview.reporters.solve import summarise
from rearview.result import Outcome, Result
from rearview.state import Square, draw

_WIDE = 72
"""From this width on, a line has room for where a box comes from."""


def tell_solution(level: Level, explanation: Explanation, width: int) -> list[str]:
    """The boxes by letter at the start and at the end, their moves in order, and turning points."""
    moves = explanation.box_moves
    if not moves:
        return ["Every box is at home from the start."]
    starts = {move.box: move.source for move in reversed(moves)}
    ends = {move.box: move.destination for move in moves}
    boards = [
        _letter_boxes(level, draw(level, explanation.steps[0].state), starts),
        _letter_boxes(level, draw(level, explanation.steps[-1].state), ends),
    ]
    total = f"{counted(len(moves), 'box move')}, {counted(explanation.steps[-1].pushes, 'push')}"
    return [
        *strip_of_boards(boards, ["start", "end"], width),
        "",
        *wrap(f"Which box goes where, one after the other ({total}):", width),
        "",
        *_list_moves(level, moves, width),
        "",
        *_turning_points(explanation, width),
    ]


def tell_failure(level: Level, result: Result, explanation: Explanation, width: int) -> list[str]:
    """Why there is no solution, as far as it is known; or how far the search got."""
    reasons = [str(problem) for problem in explanation.problems]
    if not reasons and explanation.deadlocks:
        reasons = [f"the start is a deadlock: {DEADLOCKS[explanation.deadlocks[0]]}"]
    if result.outcome is Outcome.UNSOLVED:
        reasons += _how_far(level, result)
    elif not explanation.problems:
        reasons.append(_how_proven(result))
    lines = [line for reason in reasons for line in _item(reason, width)]
    marks = explanation.marks
    if marks.lost or marks.frozen - set(level.squares("*")):
        drawing = draw_plain(level, marks)
        lines += ["", *drawing.splitlines(), ""]
        lines += [part for line in explain_letters(drawing) for part in _hang(line, width)]
    return lines


def letter_of(box: int) -> str:
    """A to Z, then AA and so on: the name of a box."""
    name = ""
    while box:
        box, rest = divmod(box - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def _letter_boxes(level: Level, rows: Iterable[str], places: Mapping[int, Square]) -> list[str]:
    """The rows between rulers, with letters for the boxes that move."""
    letters = {square: letter_of(box) for box, square in places.items()}
    width = max(map(len, letters.values()))
    margin = len(str(level.height))
    ruler = "".join(str(column % 10).rjust(width) for column in range(1, level.width + 1))
    lines = [f"{'':{margin}} {ruler}"]
    for y, row in enumerate(rows):
        cells = (
            letters.get((x, y), symbol).rjust(width, "#" if symbol == "#" else " ")
            for x, symbol in enumerate(row)
        )
        lines.append(f"{y + 1:{margin}} {''.join(cells)}")
    return lines


def _list_moves(level: Level, moves: Sequence[BoxMove], width: int) -> list[str]:
    targets = frozenset(level.squares(".*+"))
    digits = len(str(len(moves)))
    letters = max(len(letter_of(move.box)) for move in moves)
    lines = []
    for number, move in enumerate(moves, 1):
        name = f"{number:{digits}}. {letter_of(move.box):{letters}}"
        begin = f" from {_place(move.source)}" if width >= _WIDE else ""
        lines.append(f"{name}{begin} to {_place(move.destination)}{_note(move, targets)}")
    return lines


def _note(move: BoxMove, targets: Container[Square]) -> str:
    if move.goes_home:
        return ", home"
    return ", for now" if move.destination in targets else ""


def _turning_points(explanation: Explanation, width: int) -> list[str]:
    points = []
    moves = explanation.box_moves
    away = [(number, one.box) for number, one in enumerate(moves, 1) if one.leaves_target]
    if away:
        named = ", ".join(f"{letter_of(box)} in {number}" for number, box in away)
        points.append(f"pushed off a target: {named}")
    again = explanation.moved_again
    if again:
        named = ", ".join(f"{letter_of(box)} {_times(count)}" for box, count in again.items())
        points.append(f"moved more than once: {named}")
    begins = explanation.packing_begins
    if not begins:
        return ["Every box goes straight home."]
    points.append(f"from {begins + 1} on only packing remains: every box goes straight home")
    return ["Turning points:", *(line for point in points for line in _item(point, width))]


def _how_proven(result: Result) -> str:
    if result.backward_nodes and not result.forward_nodes:
        found = f"{counted(result.backward_nodes, 'state')} searched"
        return f"looking back from the goal ({found}), there is no way to the start"
    tried = f"{counted(result.forward_nodes, 'state')} searched"
    return f"everything was tried ({tried}): whatever is pushed, it ends in a deadlock"


def _how_far(level: Level, result: Result) -> list[str]:
    ended = summarise(result).partition(": ")[2]
    reached = [f"the search ended after {result.seconds:.1f} s without an answer: {ended}"]
    if result.backward_nodes:
        what = "every box" if result.cleared else "at first not every box"
        searched = f"{counted(result.backward_nodes, 'state')} searched"
        reached.append(f"looking back from the goal, {what} came off its target ({searched})")
    if result.forward_nodes:
        most = f"at most {result.most_home:,} of {counted(level.box_count, 'box')}"
        searched = f"{counted(result.forward_nodes, 'state')} searched"
        reached.append(f"going forward, {most} stood on targets at once ({searched})")
    return reached


def _place(square: Square) -> str:
    return f"row {square[1] + 1}, column {square[0] + 1}"


def _times(count: int) -> str:
    return "twice" if count == 2 else f"{count:,} times"


def _item(text: str, width: int) -> list[str]:
    return _hang(f"- {text}", width)


def _hang(text: str, width: int) -> list[str]:
    return wrap(text, width, subsequent_indent="  ")
