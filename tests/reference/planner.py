"""The paper's epsilon-greedy tree search, with plain lists.

A step goes down from a root to a leaf, expands the leaf, and backs values up. A node's value is the
largest of its live children's; a node without a live child is dead. Every (boxes + 1)-th visit of a
node takes its next live child in turn, all other visits the best; with another scale of epsilon it
is as many visits as (boxes + 1) / scale comes nearest to. Of several roots the one with the fewest
visits is next.

With cells, every second step takes another leaf instead: cells are asked in the order in which they
were found, and the one whose turn it is gives its unexpanded node of the largest raw value.

What the words leave open is settled like this, and every tree depends on it: the expansion of a
node is its first visit; turns begin after the first child; of equals the first is best unless lots
are drawn, and the first root is next; values are kept as floats of 32 bits.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import floor
from typing import Generic, TypeVar

Content = TypeVar("Content")


@dataclass(eq=False)
class Node(Generic[Content]):
    number: int
    parent: Node[Content] | None
    content: Content
    raw_value: float
    value: float
    is_dead: bool = False
    is_expanded: bool = False
    visits: int = 0
    turn: int = 0
    """The child whose turn it was last."""
    lot: int = 0
    """Of equal values the largest lot is best; of equal lots, the first."""
    children: list[Node[Content]] = field(default_factory=list)

    @property
    def is_waiting(self) -> bool:
        return not (self.is_dead or self.is_expanded)

    @property
    def live_children(self) -> list[Node[Content]]:
        return [child for child in self.children if not child.is_dead]

    @property
    def best_child(self) -> Node[Content] | None:
        return max(self.live_children, key=lambda child: (child.value, child.lot), default=None)


Expand = Callable[[Content], "Iterable[tuple[Content, float]] | None"]
"""What is new below a leaf, each with its value; None when the leaf is seen to be dead."""

LotOf = Callable[[int], int]
"""A lot by the number of a node."""

CellOf = Callable[[Content], object]
"""What is equal for all nodes of one cell."""


class Planner(Generic[Content]):
    def __init__(
        self,
        roots: Sequence[tuple[Content, float]],
        boxes: int,
        expand: Expand[Content],
        cell_of: CellOf[Content] | None = None,
        lot_of: LotOf | None = None,
        epsilon_scale: float = 1,
    ) -> None:
        self.nodes: list[Node[Content]] = []
        self.leaves: list[Node[Content]] = []
        self.expand = expand
        self.lot_of = lot_of
        self.period = max(1, floor((boxes + 1) / epsilon_scale + 0.5)) if epsilon_scale else None
        self.roots = [self.add(None, content, value) for content, value in roots]
        self.root_visits = [0] * len(self.roots)
        self.cell_of = cell_of
        self.cells: dict[object, list[Node[Content]]] = {}
        self.turn = 0
        """The place of the cell that is asked next."""

    def add(self, parent: Node[Content] | None, content: Content, value: float) -> Node[Content]:
        rounded = ctypes.c_float(value).value
        number = len(self.nodes)
        node = Node(number, parent, content, rounded, rounded)
        if self.lot_of is not None:
            node.lot = self.lot_of(number)
        self.nodes.append(node)
        return node

    def take_steps(self, steps: int) -> None:
        """Takes fewer when nothing is left to do."""
        while len(self.leaves) < steps and not all(root.is_dead for root in self.roots):
            is_turn_of_cells = self.cell_of is not None and len(self.leaves) % 2 == 1
            leaf = (self.leaf_of_cells() if is_turn_of_cells else None) or self.chosen_leaf()
            self.leaves.append(leaf)
            self.grow(leaf)
            self.back_up(leaf)

    def leaf_of_cells(self) -> Node[Content] | None:
        cells = list(self.cells.values())
        for _ in cells:
            cell = [node for node in cells[self.turn] if node.is_waiting]
            self.turn = (self.turn + 1) % len(cells)
            if cell:
                return max(cell, key=lambda node: node.raw_value)
        return None

    def chosen_leaf(self) -> Node[Content]:
        live = [i for i, root in enumerate(self.roots) if not root.is_dead]
        chosen = min(live, key=lambda i: self.root_visits[i])
        self.root_visits[chosen] += 1
        node = self.roots[chosen]
        while node.is_expanded:
            node.visits += 1
            node = self.chosen_child(node)
        return node

    def chosen_child(self, node: Node[Content]) -> Node[Content]:
        if self.period is not None and node.visits % self.period == 0:
            count = len(node.children)
            turns = [(node.turn + i) % count for i in range(1, count + 1)]
            node.turn = next(turn for turn in turns if not node.children[turn].is_dead)
            return node.children[node.turn]
        assert node.best_child is not None
        return node.best_child

    def grow(self, leaf: Node[Content]) -> None:
        children = self.expand(leaf.content)
        if children is None:
            leaf.is_dead = True
            return
        leaf.is_expanded = True
        leaf.visits = 1
        leaf.children = [self.add(leaf, content, value) for content, value in children]
        if self.cell_of is not None:
            for child in leaf.children:
                self.cells.setdefault(self.cell_of(child.content), []).append(child)

    def back_up(self, node: Node[Content] | None) -> None:
        while node is not None:
            if node.is_expanded:
                if node.best_child is None:
                    node.is_dead = True
                else:
                    node.value = node.best_child.value
            node = node.parent
