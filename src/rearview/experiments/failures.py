"""Why a level was not solved: examines the search again and classifies the failure by rules.

A record stores how a search ended, but not its trees. So the first round is repeated, which is
small enough to analyse: the backward tree, the hint, and the forward tree. With a node limit the
result is the same on every machine, and takes a second or two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise
from statistics import fmean
from typing import Final

from rearview import _core
from rearview._core import Board, Motion, SearchTree, SolverOptions
from rearview.errors import SolutionError
from rearview.frames import frames
from rearview.levels import Level
from rearview.result import Outcome, Result
from rearview.search import Search
from rearview.solution import parse_lurd, verify
from rearview.solving import make_options, search_level
from rearview.state import Square, draw, from_native, to_native

BRANCHING_STEPS: Final = 500
"""Expansions of a forward search without a hint. Only states new to the tree count as children, and
these become fewer as it grows: only trees of the same size can be compared."""
DEAD_NODES: Final = 2_000
"""The node limit of each agent for searching the best state exhaustively."""
MOST_INVERTED: Final = 0.5
"""The share of pairs of the known order that a good hint may invert."""
WIDE: Final = 2.0
SLOW: Final = 0.25
"""WIDE and SLOW are factors of the median of solved levels."""


class Failure(str, Enum):
    """Decided by the first rule that holds, in this order. The last three have no rule."""

    BACKWARD = "the backward agent never clears"
    DEADLOCK = "an unseen deadlock"
    HINT = "the hint misleads"
    BRANCHING = "branching too wide"
    SLOW = "too slow"
    GUIDANCE = "guidance"
    UNKNOWN = "not known"
    """The process that examined the level died."""
    UNSOLVABLE = "proven unsolvable"
    INVALID = "invalid"


RULES: Final = {
    Failure.BACKWARD: "the first look back leaves boxes on targets",
    Failure.DEADLOCK: "the live state that the forward agent values most is dead: a search of its "
    f"own, {DEAD_NODES:,} nodes at most for each agent, comes to its end",
    Failure.HINT: f"of the targets that the known solution fills for good one after the other, the "
    f"hint has more than {MOST_INVERTED:.0%} the other way round; only levels whose file has a "
    "`Solution:` are judged",
    Failure.BRANCHING: f"the first {BRANCHING_STEPS} expansions have on average more than {WIDE:g} "
    "times the children of the median solved level",
    Failure.SLOW: f"fewer than {SLOW:g} times the expansions per second of the median solved level",
    Failure.GUIDANCE: "none of these",
}
"""Checked in this order; the first rule that holds decides."""


@dataclass(frozen=True, slots=True)
class Look:
    """What the repeated first round found."""

    boxes: int
    """Boxes that can move."""
    boxes_left: int
    """The fewest boxes on targets in the backward tree."""
    most_home: int
    """The most boxes on targets in the forward tree."""
    best_home: int
    """Boxes on targets in the best state: the live one of the forward tree with the best value."""
    best_outcome: Outcome
    """The outcome of a separate search from the best state."""
    best_nodes: int
    """The nodes of that search."""
    neighbours: int
    """Pairs of targets filled one after the other in the known solution; 0 if none is known."""
    inverted: int
    """How many of these pairs are inverted in the packing order of the hint."""
    children: float
    """The mean per expansion."""


@dataclass(frozen=True, slots=True)
class Medians:
    """Medians over the solved levels; None if there are none."""

    children: float | None
    expansions_per_second: float | None


def classify(look: Look, expansions_per_second: float, solved: Medians) -> tuple[Failure, str]:
    """The failure and its evidence."""
    if look.boxes_left:
        return Failure.BACKWARD, f"{look.boxes_left} of {look.boxes} boxes left on targets"
    if look.best_outcome is Outcome.UNSOLVABLE:
        state = f"best state, {look.best_home} of {look.boxes} home"
        return Failure.DEADLOCK, f"{state}: dead, proven in {look.best_nodes:,} nodes"
    if look.inverted > MOST_INVERTED * look.neighbours:
        return Failure.HINT, f"{look.inverted} of {look.neighbours} neighbours inverted"
    if solved.children is not None and look.children > WIDE * solved.children:
        return Failure.BRANCHING, f"{look.children:.1f} children, median {solved.children:.1f}"
    rate = solved.expansions_per_second
    if rate is not None and expansions_per_second < SLOW * rate:
        return Failure.SLOW, f"{expansions_per_second:,.0f} expansions/s, median {rate:,.0f}"
    return Failure.GUIDANCE, f"{look.most_home} of {look.boxes} home, and no other rule holds"


@dataclass(frozen=True)
class MeasureBranching:
    """A call for another process: computes the mean number of children per expansion."""

    level: Level
    search: Search

    def __call__(self) -> float:
        return _mean_children(Board(self.level.rows), make_options(self.search))


@dataclass(frozen=True)
class LookAgain:
    """A call for another process: repeats and analyses the first round of a search."""

    level: Level
    search: Search

    def __call__(self) -> Look:
        level, search = self.level, self.search
        board, options = Board(level.rows), make_options(search)
        first = self._search_first_round(options)
        hint = [to_native(board, state) for state in first.trajectory]
        tree = _core.grow_tree(
            board,
            Motion.push,
            options.forward_weights,
            options.detectors,
            hint,
            max(1, first.forward_nodes),
            search.seed,
            options.use_cells,
            ties=options.forward_ties,
            discount=options.discount,
            epsilon_scale=options.forward_epsilon_scale,
        )
        home = _boxes_on_targets(board, tree)
        best = _best_node(tree)
        searched = self._search_from(board, tree.state(best))
        packed = map(board.coordinates, _core.packing_order(board, hint)) if hint else ()
        neighbours, inverted = compare_orders(known_order(level), list(packed))
        return Look(
            boxes=board.box_count,
            boxes_left=0 if first.cleared else self._count_left(board, options, first),
            most_home=max(home),
            best_home=home[best],
            best_outcome=searched.outcome,
            best_nodes=searched.backward_nodes + searched.forward_nodes,
            neighbours=neighbours,
            inverted=inverted,
            children=_mean_children(board, options),
        )

    def _search_first_round(self, options: SolverOptions) -> Result:
        search = self.search
        limit = replace(
            search.limit,
            backward_nodes=min(options.backward_nodes, options.max_backward_nodes),
            forward_nodes=min(options.forward_nodes, options.max_forward_nodes),
        )
        once = replace(search.strategy, alternation=False)
        return search_level(self.level, replace(search, limit=limit, strategy=once))

    def _count_left(self, board: Board, options: SolverOptions, first: Result) -> int:
        tree = _core.grow_tree(
            board,
            Motion.pull,
            options.backward_weights,
            options.detectors,
            [],
            max(1, first.backward_nodes),
            self.search.seed,
            options.use_cells,
            ties=options.backward_ties,
            discount=options.discount,
            epsilon_scale=options.backward_epsilon_scale,
        )
        return min(_boxes_on_targets(board, tree))

    def _search_from(self, board: Board, state: _core.State) -> Result:
        """Searches a level that starts in this state, within the node limit DEAD_NODES."""
        search = self.search
        (begin,) = from_native(self.level, board, [state])
        limit = replace(search.limit, backward_nodes=DEAD_NODES, forward_nodes=DEAD_NODES)
        return search_level(Level(draw(self.level, begin)), replace(search, limit=limit))


def _mean_children(board: Board, options: SolverOptions) -> float:
    tree = _core.grow_tree(
        board,
        Motion.push,
        options.forward_weights,
        options.detectors,
        [],
        BRANCHING_STEPS,
        options.seed,
        options.use_cells,
        ties=options.forward_ties,
        discount=options.discount,
        epsilon_scale=options.forward_epsilon_scale,
    )
    leaves = map(tree.node, tree.leaves)
    return fmean([len(leaf.children) for leaf in leaves if leaf.is_expanded] or [0])


def _boxes_on_targets(board: Board, tree: SearchTree) -> list[int]:
    """The number for each node, updated move by move: building states would be slow.

    Nodes are read one by one, as a tree may have millions.
    """
    targets = set(board.targets)
    counts: list[int] = []
    for number, node in enumerate(map(tree.node, range(len(tree)))):
        if node.parent is None or node.move is None:
            counts.append(len(targets.intersection(tree.state(number).boxes)))
        else:
            change = (node.move.destination in targets) - (node.move.source in targets)
            counts.append(counts[node.parent] + change)
    return counts


def _best_node(tree: SearchTree) -> int:
    """The live node that the solver would choose for its next hint; else the root."""
    leaves = ((number, tree.node(number)) for number in tree.leaves)
    live = (
        (node.raw_value, -number)
        for number, node in leaves
        if node.is_expanded and not node.is_dead
    )
    return -max(live, default=(0.0, 0))[1]


def known_order(level: Level) -> list[Square]:
    """The order in which the first valid solution in the file fills the targets for good."""
    targets = set(level.squares(".*+"))
    for solution in level.solutions:
        try:
            if not verify(level, solution):
                continue
        except SolutionError:
            continue
        pushed = [frame.pushed[1] for frame in frames(level, parse_lurd(solution)) if frame.pushed]
        filled_last = {square: number for number, square in enumerate(pushed)}
        return sorted(targets & filled_last.keys(), key=lambda square: filled_last[square])
    return []


def compare_orders(known: Sequence[Square], packed: Sequence[Square]) -> tuple[int, int]:
    """Adjacent pairs of the known order that the other order has, and how many it inverts."""
    place = {square: number for number, square in enumerate(packed)}
    pairs = list(pairwise(square for square in known if square in place))
    return len(pairs), sum(place[first] > place[second] for first, second in pairs)
