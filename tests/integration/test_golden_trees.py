"""Whole search trees of tiny levels, kept as text and compared to the letter.

They are in tests/data/golden. A change of the search that is meant to change them:

    pytest tests/integration/test_golden_trees.py --rewrite-golden

and the diff shows what it does to them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from grown_trees import WEIGHTS, grow
from rearview._core import Motion, SearchTree, State, TreeNode
from rearview._core.testing import is_consistent
from reference.level import draw, squares_marked
from reference.rules import normalised
from reference.small_levels import Rows
from reference.translate import Both

# The detectors that will hardly see more states than they do.
STEADY = ("dead_squares", "freeze", "matching")

# A box can go round and come back with the player on its other side.
DOORWAY = (
    "######",
    "##@###",
    "#.$ ##",
    "#$  ##",
    "#.   #",
    "######",
)
# The boxes on the targets part the player from the rest of the board.
TWO_ROOMS = (
    "######",
    "#. $@#",
    "##  $#",
    "#### #",
    "##  .#",
    "######",
)
# No box can pass the other: all is soon done, and dead.
CORRIDOR = (
    "#########",
    "#@$ $ ..#",
    "#########",
)
ROOM = (
    "######",
    "#@ .##",
    "# $$ #",
    "#.   #",
    "######",
)
# The right box leaves its target, and then the left one.
PULLED = (
    (
        "######",
        "#@ *##",
        "#    #",
        "#*   #",
        "######",
    ),
    (
        "######",
        "#@ .##",
        "#  $ #",
        "#*   #",
        "######",
    ),
    (
        "######",
        "#@ .##",
        "#  $ #",
        "#.$  #",
        "######",
    ),
)
# The left box goes below the other, and home.
PUSHED = (
    ROOM,
    (
        "######",
        "#@ .##",
        "#  $ #",
        "#.$  #",
        "######",
    ),
    (
        "######",
        "#@ .##",
        "#  $ #",
        "#*   #",
        "######",
    ),
)


@dataclass(frozen=True)
class Case:
    name: str
    rows: Rows
    motion: Motion
    steps: int
    detectors: tuple[str, ...] = ()
    hint: tuple[Rows, ...] = ()


CASES = (
    Case("doorway-push", DOORWAY, Motion.push, 12),
    Case("doorway-pull", DOORWAY, Motion.pull, 8),
    Case("two-rooms-push", TWO_ROOMS, Motion.push, 8),
    Case("two-rooms-pull", TWO_ROOMS, Motion.pull, 10),
    Case("corridor-push", CORRIDOR, Motion.push, 99),
    Case("corridor-pull", CORRIDOR, Motion.pull, 99),
    Case("room-push", ROOM, Motion.push, 12),
    Case("room-pull", ROOM, Motion.pull, 6),
    Case("room-push-pruned", ROOM, Motion.push, 12, STEADY),
    Case("room-pull-pruned", ROOM, Motion.pull, 6, STEADY),
    Case("room-push-hinted", ROOM, Motion.push, 12, STEADY, PULLED),
    Case("room-pull-hinted", ROOM, Motion.pull, 6, STEADY, PUSHED),
)


def drawn_state(both: Both, rows: Rows) -> State:
    (player,) = squares_marked(rows, "@+")
    return both.to_core(normalised(both.level, squares_marked(rows, "$*"), player))


def facts(node: TreeNode) -> str:
    if node.is_dead:
        how = "dead, expanded" if node.is_expanded else "dead"
        return f"{how}, raw {node.raw_value:.4f}"
    if not node.is_expanded:
        return f"value {node.value:.4f}"
    return f"value {node.value:.4f}, raw {node.raw_value:.4f}, visits {node.visits}"


def tree_lines(both: Both, tree: SearchTree, numbers: Sequence[int], indent: str) -> list[str]:
    """The nodes of these numbers, each with what is below it further to the right."""
    lines = []
    for number in numbers:
        node = tree.node(number)
        rows = draw(both.level, both.to_reference(tree.state(number))).splitlines()
        lines.append(f"{indent}{number}: {facts(node)}")
        lines.extend(f"{indent}   {row}" for row in rows)
        lines.extend(tree_lines(both, tree, node.children, indent + "    "))
    return lines


def text_of(case: Case, both: Both, tree: SearchTree) -> str:
    weights = (f"{name} {weight}" for name, weight in WEIGHTS[case.motion].items())
    head = [
        f"motion     {case.motion.name}",
        f"weights    {', '.join(weights)}",
        f"detectors  {' '.join(case.detectors) or 'none'}",
        f"leaves     {' '.join(map(str, tree.leaves))}",
        *(f"hint       {row}" for rows in case.hint for row in rows),
    ]
    return "\n".join([*head, "", *tree_lines(both, tree, tree.roots, "")]) + "\n"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_grows_the_tree_that_is_kept(case: Case, golden: Callable[[str, str], None]) -> None:
    both = Both(case.rows)
    hint = [drawn_state(both, rows) for rows in case.hint]
    tree = grow(both, case.motion, case.steps, case.detectors, hint)
    assert is_consistent(tree)
    golden(f"{case.name}.txt", text_of(case, both, tree))


def test_no_tree_is_kept_that_nothing_grows(data: Path) -> None:
    kept = {file.stem for file in (data / "golden").iterdir()}
    assert kept == {case.name for case in CASES}
