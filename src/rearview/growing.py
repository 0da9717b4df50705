"""`grow_tree`: one agent's search tree, node by node."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, overload

from rearview import _core
from rearview._core import Board, Motion, SolverOptions
from rearview.arguments import check_count, check_kind, check_kinds, shown
from rearview.errors import OptionError
from rearview.evaluating import board_of, place, place_all
from rearview.levels.level import Level
from rearview.model import FEATURES, Agent, Model
from rearview.search import check_seed
from rearview.state import Square, State, from_native
from rearview.strategy import Strategy

MAX_STEPS: Final = 1_000_000
"""Keeps a tree within the memory of an ordinary machine."""

_MOTIONS: Final = {"forward": Motion.push, "backward": Motion.pull}


@dataclass(frozen=True, slots=True)
class TreeNode:
    """One state of a search tree. Nodes refer to each other by number."""

    number: int
    """From 0, in the order in which the states were added to the tree."""
    parent: int | None
    """The parent; None for a root."""
    move: tuple[Square, Square] | None
    """The box's squares before and after the move that led here. None for a root."""
    state: State
    value: float
    """The backed-up value: the best of its live children's; for an unexpanded node, `raw_value`.
    Meaningless for a dead node."""
    raw_value: float
    """The value of the state itself: weights times features, or 1 for a goal state."""
    is_done: bool
    """A goal state of the agent: all boxes on targets, or for the backward agent none."""
    is_dead: bool
    """All states below are dead, or were found elsewhere in the tree."""
    is_expanded: bool
    """Its children were generated."""
    visits: int
    """How many steps passed through it, including the one that expanded it."""
    children: tuple[int, ...]
    """The states that its moves found first, in order."""
    best_child: int | None
    """The first of the live children with the best value; None if there is none."""


class SearchTree(Sequence[TreeNode]):
    """A tree grown by `grow_tree`: a sequence of nodes, each created on access.

    It never changes. Pickling stores its arguments, and unpickling grows it again.
    """

    def __init__(
        self, level: Level, board: Board, tree: _core.SearchTree, agent: Agent, grown_from: object
    ) -> None:
        self._level = level
        self._board = board
        self._tree = tree
        self._agent = agent
        self._grown_from = grown_from
        self._targets = frozenset(board.targets)

    @property
    def level(self) -> Level:
        return self._level

    @property
    def agent(self) -> Agent:
        """`"forward"` or `"backward"`."""
        return self._agent

    @property
    def roots(self) -> tuple[int, ...]:
        """Where the agent starts. The backward agent has one for each region of the player."""
        return tuple(self._tree.roots)

    @property
    def chosen(self) -> tuple[int, ...]:
        """The node that each step chose, in order: it was expanded, or found dead."""
        return tuple(self._tree.leaves)

    @property
    def is_exhausted(self) -> bool:
        """Nothing is left to expand: every reachable state is in the tree, except those that the
        detectors pruned."""
        return all(self[root].is_dead for root in self.roots)

    def path(self, number: int) -> tuple[TreeNode, ...]:
        """The nodes from a root to this one."""
        way = [self[number]]
        while (parent := way[-1].parent) is not None:
            way.append(self[parent])
        return tuple(reversed(way))

    def __len__(self) -> int:
        return len(self._tree)

    @overload
    def __getitem__(self, number: int) -> TreeNode: ...
    @overload
    def __getitem__(self, number: slice) -> list[TreeNode]: ...
    def __getitem__(self, number: int | slice) -> TreeNode | list[TreeNode]:
        numbers = range(len(self))
        if isinstance(number, slice):
            return [self._node(one) for one in numbers[number]]
        return self._node(numbers[number])

    def _node(self, number: int) -> TreeNode:
        node, placed = self._tree.node(number), self._tree.state(number)
        home = sum(box in self._targets for box in placed.boxes)
        return TreeNode(
            number=number,
            parent=node.parent,
            move=None if node.move is None else self._ends(node.move),
            state=from_native(self._level, self._board, [placed])[0],
            value=node.value,
            raw_value=node.raw_value,
            is_done=home == (self._board.box_count if self._agent == "forward" else 0),
            is_dead=node.is_dead,
            is_expanded=node.is_expanded,
            visits=node.visits,
            children=tuple(node.children),
            best_child=node.best_child,
        )

    def _ends(self, move: _core.Move) -> tuple[Square, Square]:
        return self._board.coordinates(move.source), self._board.coordinates(move.destination)

    def __repr__(self) -> str:
        return f"<SearchTree of the {self._agent} agent: {len(self):,} nodes>"

    def __reduce__(self) -> tuple[object, object]:
        return grow_tree, self._grown_from


def grow_tree(
    level: Level,
    steps: int = 100,
    agent: Agent = "forward",
    state: State | None = None,
    model: Model | None = None,
    trajectory: Iterable[State] = (),
    seed: int = 0,
    strategy: Strategy | None = None,
) -> SearchTree:
    """Run one agent's search of a level for a number of steps, and return its tree.

    In each step the agent chooses a leaf, and expands it or finds it dead. It continues beyond goal
    states, and ends early only if the tree is exhausted. It starts in the given state; without one
    the forward agent starts at the start, the backward agent at the goal. The trajectory is the
    hint, beginning at the other agent's start: for the forward agent as in `Result.trajectory`. Of
    the strategy, detectors, cells, ties, the scale of epsilon and the whole look back matter.

    The same arguments give the same tree. Raises LevelError for an invalid level, ArgumentError for
    a state that does not fit, and OptionError for invalid steps, seed or agent.

    >>> import rearview
    >>> level = rearview.read_level("#######\\n#@ $ .#\\n#######")
    >>> tree = rearview.grow_tree(level, steps=10)
    >>> [(node.number, node.parent, node.move) for node in tree]
    [(0, None, None), (1, 0, ((3, 1), (5, 1))), (2, 0, ((3, 1), (4, 1)))]
    >>> [node.number for node in tree if node.is_done]
    [1]
    >>> [node.state.player for node in tree.path(1)]
    [(1, 1), (1, 1)]
    """
    count, seed = check_count("steps", steps, MAX_STEPS), check_seed(seed)
    check_kind("model", model, Model, type(None))
    check_kind("strategy", strategy, Strategy, type(None))
    motion = _motion_of(agent)
    board = board_of(level)
    check_kinds("trajectory", trajectory, State)
    trajectory = tuple(trajectory)
    model, strategy = model or Model.shipped(), strategy or Strategy()
    tree = _core.grow_tree(
        board,
        motion,
        _weights(model, motion, has_hint=bool(trajectory)),
        strategy.detectors_used,
        place_all(board, trajectory),
        count,
        seed,
        strategy.cells,
        None if state is None else place(board, state),
        strategy.ties.native,
        model.discount,
        1 if motion is Motion.pull else strategy.forward_epsilon_scale,
        knows_reward=motion is Motion.push or not strategy.whole_look_back,
    )
    grown_from = (level, count, agent, state, model, trajectory, seed, strategy)
    return SearchTree(level, board, tree, agent, grown_from)


def _weights(model: Model, motion: Motion, has_hint: bool) -> list[float]:
    """As in the solver: a backward agent with a hint is also rewarded for overlap."""
    if motion is Motion.push:
        return [model.forward[name] for name in FEATURES]
    overlap = SolverOptions().overlap_weight if has_hint else 0.0
    return [overlap if name == "overlap" else model.backward.get(name, 0.0) for name in FEATURES]


def _motion_of(agent: object) -> Motion:
    if not isinstance(agent, str) or agent not in _MOTIONS:
        raise OptionError(f"the agent must be 'forward' or 'backward', not {shown(agent)}")
    return _MOTIONS[agent]
