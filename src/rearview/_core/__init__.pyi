"""
The native core of rearview: boards, moves, deadlocks, features, search and learning.
"""

from collections.abc import Callable, Sequence
import enum

from rearview._core import testing as testing


class Motion(enum.Enum):
    """What moves a box."""

    push = 0
    """Forward: the player pushes boxes to the targets."""

    pull = 1
    """Backward: the player pulls boxes off the targets."""

class State:
    """Boxes and the player's region. Immutable; comes from a board."""

    @property
    def boxes(self) -> tuple[int, ...]:
        """The boxes' squares, sorted."""

    @property
    def player(self) -> int:
        """The smallest square of the player's region."""

    @property
    def key(self) -> int:
        """A 64-bit hash, the same on every machine."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> tuple[list[int], int]: ...

    def __setstate__(self, arg: tuple[Sequence[int], int], /) -> None: ...

    def __repr__(self) -> str: ...

class Move:
    """
    One box goes to any square that it can reach while the others stay where they are.
    """

    def __init__(self, source: int, destination: int, player: int) -> None: ...

    @property
    def source(self) -> int:
        """Where the box was."""

    @property
    def destination(self) -> int:
        """Where the box is now."""

    @property
    def player(self) -> int:
        """A square of the player's region after the move."""

    def __eq__(self, other: object, /) -> bool: ...

    def __getstate__(self) -> tuple[int, int, int]: ...

    def __setstate__(self, arg: tuple[int, int, int], /) -> None: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

class Board:
    """
    What never changes while a level is played.

    Squares are numbered in reading order; only those count that the player could reach if there were
    no boxes. Boxes that can never move and stand on targets are walls.
    """

    def __init__(self, rows: Sequence[str], *, allow_spare_targets: bool = False) -> None:
        """
        Rows of the characters '# .$*@+'. Raises ValueError when they do not draw a level. With spare targets, there are boards, moves and detectors, but no searches.
        """

    def __getstate__(self) -> list[str]: ...

    def __setstate__(self, arg: Sequence[str], /) -> None: ...

    @property
    def rows(self) -> list[str]:
        """The rows of the numbered squares, with walls elsewhere."""

    @property
    def width(self) -> int:
        """Columns."""

    @property
    def height(self) -> int:
        """Rows."""

    @property
    def square_count(self) -> int:
        """How many squares are numbered."""

    @property
    def box_count(self) -> int:
        """How many boxes can move."""

    @property
    def player(self) -> int:
        """The player's square at the start."""

    @property
    def targets(self) -> list[int]:
        """The targets' squares, sorted."""

    @property
    def starts(self) -> list[int]:
        """The boxes' squares at the start, sorted."""

    @property
    def walled_boxes(self) -> list[tuple[int, int]]:
        """Columns and rows of the boxes that are walls."""

    def coordinates(self, square: int) -> tuple[int, int]:
        """Column and row of a square, from 0."""

    def square_at(self, x: int, y: int) -> int:
        """The square in that column and row, or -1."""

    def start(self) -> State:
        """The state in which the level begins."""

    def goals(self) -> list[State]:
        """
        All boxes on targets: one state for each player region that has a pull.
        """

    def state(self, boxes: Sequence[int], player: int) -> State:
        """A state, its player normalised to the smallest square of its region."""

    def moves(self, state: State, motion: Motion) -> list[Move]:
        """Every move, without pruning."""

    def apply(self, state: State, move: Move) -> State:
        """The state after a move. The move is not checked to be possible."""

    def to_lurd(self, moves: Sequence[Move]) -> str:
        """
        The letters that play these pushes from the start, with shortest walks.
        """

    def dead_squares(self, motion: Motion) -> list[int]:
        """
        Squares from which a lone box never reaches a target (pull: a start square).
        """

    def frozen(self, state: State, motion: Motion) -> list[int]:
        """
        The squares of the boxes that can never move again, or only to where they are lost.
        """

class Detector:
    """
    One deadlock detector or move pruner, by name.

    What it promises is in `promise`. "dead": is_dead(state) is True only if no solution passes through
    the state. "skip": if the state has a solution, one of the moves of keep() leads on to one.
    """

    def __init__(self, board: Board, name: str, motion: Motion) -> None: ...

    @property
    def name(self) -> str:
        """Its name in detector_names()."""

    @property
    def motion(self) -> Motion:
        """Pushes or pulls."""

    @property
    def promise(self) -> str:
        """'dead' or 'skip'."""

    def is_dead(self, state: State) -> bool:
        """Whether the state is certainly dead."""

    def keep(self, state: State, moves: Sequence[Move]) -> list[Move]:
        """The moves that have to be tried."""

class DetectorEntry:
    """The catalogue's description of a detector."""

    @property
    def name(self) -> str:
        """The name that switches it on."""

    @property
    def promise(self) -> str:
        """'dead' or 'skip', as of Detector."""

    @property
    def motions(self) -> list[Motion]:
        """The motions that it supports: pushes, or pushes and pulls."""

    @property
    def is_cheap(self) -> bool:
        """It checks every generated child, not only chosen states."""

    @property
    def doc(self) -> str:
        """What it finds, in one line."""

    @property
    def covered_by(self) -> str:
        """A detector that finds all that this one finds, or nothing."""

def detector_catalogue() -> list[DetectorEntry]:
    """Every detector, the cheapest first."""

def detector_names(motion: Motion) -> list[str]:
    """The detectors that exist for a motion, the cheapest first."""

class Answer(enum.Enum):
    """The answer of an exhaustive search."""

    alive = 0
    """All boxes can be brought to targets."""

    dead = 1
    """They cannot, whatever is pushed."""

    undecided = 2
    """It would take more states."""

def try_everything(board: Board, state: State, max_states: int) -> Answer:
    """
    Whether all boxes can be brought to targets, of which some may stay empty; undecided when that takes more states than so many.
    """

def reachable_targets(board: Board, state: State) -> list[int]:
    """
    The targets that the boxes can reach, each alone on the board but for the frozen boxes.
    """

def features(board: Board, state: State, motion: Motion, trajectory: Sequence[State] = (), discount: float = 0.95) -> dict[str, float]:
    """
    The features of a state by name. The trajectory of the backward agent begins at the goal.
    """

def packing_order(board: Board, trajectory: Sequence[State]) -> list[int]:
    """The targets in the packing order of a trajectory."""

class Ties(enum.Enum):
    """How to break ties between children of equal value."""

    nearest = 0
    """The first box that can move, to its nearest square."""

    farthest = 1
    """The first box that can move, to its farthest square."""

    random = 2
    """At random, by the seed."""

class SolverOptions:
    """Options of a search."""

    def __init__(self) -> None: ...

    @property
    def backward_weights(self) -> list[float]:
        """In the order of the features."""

    @backward_weights.setter
    def backward_weights(self, arg: Sequence[float], /) -> None: ...

    @property
    def forward_weights(self) -> list[float]:
        """In the order of the features."""

    @forward_weights.setter
    def forward_weights(self, arg: Sequence[float], /) -> None: ...

    @property
    def varied_forward_weights(self) -> list[float]:
        """The weights of the forward agent in rounds that vary."""

    @varied_forward_weights.setter
    def varied_forward_weights(self, arg: Sequence[float], /) -> None: ...

    @property
    def discount(self) -> float:
        """Gamma of the features: the one that the weights were learned with."""

    @discount.setter
    def discount(self, arg: float, /) -> None: ...

    @property
    def detectors(self) -> list[str]:
        """Names of detectors, for both motions."""

    @detectors.setter
    def detectors(self, arg: Sequence[str], /) -> None: ...

    @property
    def use_hints(self) -> bool:
        """Hint features from the backward agent."""

    @use_hints.setter
    def use_hints(self, arg: bool, /) -> None: ...

    @property
    def use_meeting(self) -> bool:
        """A state in both trees solves the level."""

    @use_meeting.setter
    def use_meeting(self, arg: bool, /) -> None: ...

    @property
    def use_alternation(self) -> bool:
        """Repeat backward and forward passes when a forward pass fails."""

    @use_alternation.setter
    def use_alternation(self, arg: bool, /) -> None: ...

    @property
    def use_cells(self) -> bool:
        """Every second expansion is taken from the cells in turn."""

    @use_cells.setter
    def use_cells(self, arg: bool, /) -> None: ...

    @property
    def use_persistence(self) -> bool:
        """If trees are narrow, every second round continues those of the first."""

    @use_persistence.setter
    def use_persistence(self, arg: bool, /) -> None: ...

    @property
    def use_variation(self) -> bool:
        """
        Every second round has other ties, forward weights, passes and another epsilon.
        """

    @use_variation.setter
    def use_variation(self, arg: bool, /) -> None: ...

    @property
    def varies_always(self) -> bool:
        """With variation, all rounds vary and not only every second one."""

    @varies_always.setter
    def varies_always(self, arg: bool, /) -> None: ...

    @property
    def use_beam(self) -> bool:
        """On small boards, a backward beam search takes turns with the rounds."""

    @use_beam.setter
    def use_beam(self, arg: bool, /) -> None: ...

    @property
    def beam_share(self) -> float:
        """
        Nodes of the beam for each forward node of the rounds, or three backward ones; infinite: after the first round the beam goes on to its end.
        """

    @beam_share.setter
    def beam_share(self, arg: float, /) -> None: ...

    @property
    def max_narrow(self) -> float:
        """A forward tree with fewer states per expansion is narrow."""

    @max_narrow.setter
    def max_narrow(self, arg: float, /) -> None: ...

    @property
    def share_of_new_trees(self) -> float:
        """Share of the nodes for rounds with new trees."""

    @share_of_new_trees.setter
    def share_of_new_trees(self, arg: float, /) -> None: ...

    @property
    def max_backward_nodes(self) -> int:
        """Maximum expansions of all backward passes and of the beam together."""

    @max_backward_nodes.setter
    def max_backward_nodes(self, arg: int, /) -> None: ...

    @property
    def max_forward_nodes(self) -> int:
        """Maximum expansions of all forward passes together."""

    @max_forward_nodes.setter
    def max_forward_nodes(self, arg: int, /) -> None: ...

    @property
    def backward_nodes(self) -> int:
        """Expansions of the first backward pass of the alternation."""

    @backward_nodes.setter
    def backward_nodes(self, arg: int, /) -> None: ...

    @property
    def forward_nodes(self) -> int:
        """Expansions of the first forward pass of the alternation."""

    @forward_nodes.setter
    def forward_nodes(self, arg: int, /) -> None: ...

    @property
    def varied_backward_nodes(self) -> int:
        """Those of the first backward pass if its round is varied."""

    @varied_backward_nodes.setter
    def varied_backward_nodes(self, arg: int, /) -> None: ...

    @property
    def varied_forward_nodes(self) -> int:
        """Those of the first forward pass if its round is varied."""

    @varied_forward_nodes.setter
    def varied_forward_nodes(self, arg: int, /) -> None: ...

    @property
    def seed(self) -> int:
        """Random seed: with which child the turns begin."""

    @seed.setter
    def seed(self, arg: int, /) -> None: ...

    @property
    def backward_ties(self) -> Ties:
        """How the backward agent breaks ties between children of equal value."""

    @backward_ties.setter
    def backward_ties(self, arg: Ties, /) -> None: ...

    @property
    def forward_ties(self) -> Ties:
        """How the forward agent breaks ties between children of equal value."""

    @forward_ties.setter
    def forward_ties(self, arg: Ties, /) -> None: ...

    @property
    def backward_epsilon_scale(self) -> float:
        """
        Scale of the backward agent's epsilon, 1 / (boxes + 1); 0 always takes the best child.
        """

    @backward_epsilon_scale.setter
    def backward_epsilon_scale(self, arg: float, /) -> None: ...

    @property
    def forward_epsilon_scale(self) -> float:
        """
        Scale of the forward agent's epsilon, 1 / (boxes + 1); 0 always takes the best child.
        """

    @forward_epsilon_scale.setter
    def forward_epsilon_scale(self, arg: float, /) -> None: ...

    @property
    def use_whole_look_back(self) -> bool:
        """
        The first backward pass spends all its nodes, and leads to the best leaf.
        """

    @use_whole_look_back.setter
    def use_whole_look_back(self, arg: bool, /) -> None: ...

    @property
    def growth(self) -> float:
        """Of the expansions of a pass, each round."""

    @growth.setter
    def growth(self, arg: float, /) -> None: ...

    @property
    def cut(self) -> float:
        """A trajectory ends at its first state within this of its best value."""

    @cut.setter
    def cut(self, arg: float, /) -> None: ...

    @property
    def overlap_weight(self) -> float:
        """Weight of the forward hint in a later backward pass."""

    @overlap_weight.setter
    def overlap_weight(self, arg: float, /) -> None: ...

class BestBoard:
    """The best state found by an agent in a pass."""

    @property
    def boxes(self) -> list[tuple[int, int]]:
        """Column and row of every box, from 0."""

    @property
    def player(self) -> tuple[int, int]:
        """A square of the player's region."""

    @property
    def value(self) -> float:
        """The agent's value of it."""

    @property
    def round(self) -> int:
        """Of the pass."""

class Progress:
    """What a search is doing."""

    @property
    def is_forward(self) -> bool:
        """Which of the two searches runs."""

    @property
    def round(self) -> int:
        """How often the two have alternated."""

    @property
    def backward_nodes(self) -> int:
        """Expansions so far."""

    @property
    def forward_nodes(self) -> int:
        """Expansions so far."""

    @property
    def best_value(self) -> float:
        """The value of the root."""

    @property
    def boxes_done(self) -> int:
        """The most boxes home, or off the targets, in this pass."""

    @property
    def seconds(self) -> float:
        """Since the search began."""

    @property
    def backward_best(self) -> BestBoard | None:
        """The best state of the newest backward pass; None before it has one."""

    @property
    def forward_best(self) -> BestBoard | None:
        """The best state of the newest forward pass; None before it has one."""

class Outcome(enum.Enum):
    """How a search ended."""

    solved = 0

    unsolved = 1

    unsolvable = 2

class StopReason(enum.Enum):
    """The limit that ended an unsolved search."""

    none = 0

    nodes = 1

    time = 2

    memory = 3

    cancelled = 4

class SearchResult:
    """What a search has found."""

    @property
    def outcome(self) -> Outcome:
        """Solved, unsolved, or proven unsolvable."""

    @property
    def reason(self) -> StopReason:
        """The limit that ended an unsolved search."""

    @property
    def moves(self) -> list[Move]:
        """Pushes from the start."""

    @property
    def backward_nodes(self) -> int:
        """Expansions of all backward passes and of the beam."""

    @property
    def forward_nodes(self) -> int:
        """Expansions of all forward passes."""

    @property
    def backward_states(self) -> int:
        """In the trees of all backward passes."""

    @property
    def forward_states(self) -> int:
        """In the trees of all forward passes."""

    @property
    def backward_dead(self) -> int:
        """Leaves that a costly detector found dead, backward."""

    @property
    def forward_dead(self) -> int:
        """Leaves that a costly detector found dead, forward."""

    @property
    def rounds(self) -> int:
        """How often the agents looked back and went forward."""

    @property
    def met(self) -> bool:
        """Both searches have found a part of the moves."""

    @property
    def cleared(self) -> bool:
        """The first backward pass removed all boxes from the targets."""

    @property
    def most_home(self) -> int:
        """The most boxes on targets in any state of the forward passes."""

    @property
    def trajectory(self) -> list[State]:
        """The last hint, from the goal backwards."""

    @property
    def backward_seconds(self) -> float:
        """Spent looking back."""

    @property
    def forward_seconds(self) -> float:
        """Spent going forward."""

def solve(board: Board, options: SolverOptions, max_seconds: float, max_bytes: int, on_progress: Callable[[Progress], object] | None = None, seconds_between_reports: float = 0.05) -> SearchResult:
    """Searches for a solution. Releases the GIL; stops on Ctrl-C."""

class LookBack:
    """The result of a backward pass."""

    @property
    def trajectory(self) -> list[State]:
        """
        From the goal to where the targets are clear or, where they never are, to the best expanded state; if the pass is whole, to the best leaf.
        """

    @property
    def cleared(self) -> bool:
        """No box was left on a target."""

    @property
    def nodes(self) -> int:
        """Expansions."""

    @property
    def reason(self) -> StopReason:
        """The limit that ended it, or none."""

def look_back(board: Board, weights: Sequence[float], detectors: Sequence[str], max_nodes: int, seed: int = 0, use_cells: bool = False, cut: float = 0.02, max_seconds: float = ..., max_bytes: int = ..., discount: float = 0.95, ties: Ties = ..., is_whole: bool = False) -> LookBack:
    """
    One backward pass by itself: its trajectory is a hint for the forward agent.

    The weights are those of the backward agent, in the order of feature_names(). The pass ends when the
    targets are clear (unless it is whole), when the tree is searched to the end, or at a limit; there
    is none of time or memory unless it is given. The trajectory stops at the first state within `cut`
    of its best value; that of a whole pass leads to the leaf with the highest value. The discount is
    gamma of the features; ties say which of the children of equal value is best. Releases the GIL; answers Ctrl-C.
    """

def feature_names() -> list[str]:
    """The features in the order of all weights."""

class Schedule:
    """Training parameters of an agent."""

    def __init__(self) -> None: ...

    @property
    def iterations(self) -> int:
        """Each goes over all levels."""

    @iterations.setter
    def iterations(self, arg: int, /) -> None: ...

    @property
    def max_nodes(self) -> int:
        """Of one search tree."""

    @max_nodes.setter
    def max_nodes(self, arg: int, /) -> None: ...

    @property
    def rate(self) -> float:
        """Of the first iteration."""

    @rate.setter
    def rate(self, arg: float, /) -> None: ...

    @property
    def rate_decay(self) -> float:
        """The rate's factor from one to the next."""

    @rate_decay.setter
    def rate_decay(self, arg: float, /) -> None: ...

    @property
    def dead_weight(self) -> float:
        """Of a dead state, against 1 of a step."""

    @dead_weight.setter
    def dead_weight(self, arg: float, /) -> None: ...

    @property
    def discount(self) -> float:
        """Gamma of TD(0) and of the features."""

    @discount.setter
    def discount(self, arg: float, /) -> None: ...

    @property
    def ties(self) -> Ties:
        """How to break ties between children of equal value."""

    @ties.setter
    def ties(self, arg: Ties, /) -> None: ...

    @property
    def epsilon_scale(self) -> float:
        """
        Of epsilon, 1 / (boxes + 1): the share of visits that do not take the best child.
        """

    @epsilon_scale.setter
    def epsilon_scale(self, arg: float, /) -> None: ...

    @property
    def rewarded_only(self) -> bool:
        """
        Learn only from searches that earn the reward, from all their steps at the end.
        """

    @rewarded_only.setter
    def rewarded_only(self, arg: bool, /) -> None: ...

    @property
    def start(self) -> list[float]:
        """The weights before the first iteration."""

    @start.setter
    def start(self, arg: Sequence[float], /) -> None: ...

def train_agent(boards: Sequence[Board], motion: Motion, trajectories: Sequence[Sequence[State]], starts: Sequence[State], schedule: Schedule, features: Sequence[str], detectors: Sequence[str], seed: int, on_progress: Callable[[int, list[float], int], object] | None = None) -> list[tuple[list[float], int]]:
    """
    Learns one agent's weights; returns them after each iteration, with its rewards. Progress is the last iteration that has ended, from 1, with its weights and rewards: told when it ends, and about 20 times a second. Trajectories and starts may be empty: no hints, and the levels' own starts.
    """

class Objective(enum.Enum):
    """What is minimised first: moves or pushes."""

    moves = 0

    pushes = 1

class BestSolution:
    """The result of an exact search."""

    @property
    def is_found(self) -> bool:
        """There is a solution, and it is optimal."""

    @property
    def lurd(self) -> str:
        """The solution."""

    @property
    def lower_bound(self) -> int | None:
        """No solution is shorter; None where there is no solution at all."""

    @property
    def reason(self) -> StopReason:
        """The limit that ended the search, if one did."""

    @property
    def nodes(self) -> int:
        """States that were expanded."""

def find_best(board: Board, objective: Objective, detectors: Sequence[str], max_seconds: float, max_bytes: int, known: tuple[int, int] | None = None, on_progress: Callable[[Progress], object] | None = None, backwards: bool = False) -> BestSolution:
    """
    The best solution, if it is better than one with the known moves and pushes, by pushes from the start or by pulls from the end. Releases the GIL; answers Ctrl-C.
    """

class Method(enum.Enum):
    """A method of making solutions shorter."""

    walks = 0
    """Shortest walks between the pushes; always used."""

    loops = 1
    """Cuts out loops between equal states."""

    excursions = 2
    """Removes pushes of a box that undo each other."""

    merge = 3
    """Finds the best path through the states of several solutions."""

    reorder = 4
    """Moves pushes of one box to an earlier or later time."""

    windows = 5
    """Finds the best path between two states of the solution."""

    vicinity = 6
    """The same, among states near those of the solution."""

    beam = 7
    """Joins far states by a beam search."""

    exact = 8
    """Finds an optimal solution of a small level."""

class OptimiserOptions:
    """Options of the optimiser."""

    def __init__(self) -> None: ...

    @property
    def objective(self) -> Objective:
        """What counts first."""

    @objective.setter
    def objective(self, arg: Objective, /) -> None: ...

    @property
    def methods(self) -> list[Method]:
        """Those that are used."""

    @methods.setter
    def methods(self, arg: Sequence[Method], /) -> None: ...

    @property
    def detectors(self) -> list[str]:
        """Names of detectors."""

    @detectors.setter
    def detectors(self, arg: Sequence[str], /) -> None: ...

    @property
    def max_nodes(self) -> int:
        """Maximum states expanded and changes tried, of all methods together."""

    @max_nodes.setter
    def max_nodes(self, arg: int, /) -> None: ...

class Optimised:
    """The result of the optimiser."""

    @property
    def lurd(self) -> str:
        """The best solution so far."""

    @property
    def moves(self) -> int:
        """Its moves, pushes included."""

    @property
    def pushes(self) -> int:
        """Its pushes."""

    @property
    def method(self) -> Method:
        """The method at work."""

    @property
    def part(self) -> tuple[int, int]:
        """The pushes that it works on: from and to."""

    @property
    def lower_bound(self) -> int:
        """No solution is shorter, by the objective."""

    @property
    def is_optimal(self) -> bool:
        """Proven: no solution is better."""

    @property
    def nodes(self) -> int:
        """States expanded and changes tried so far."""

    @property
    def seconds(self) -> float:
        """Since it began."""

    @property
    def reason(self) -> StopReason:
        """The limit that ended it; none when nothing more could be gained."""

def optimise(board: Board, options: OptimiserOptions, solutions: Sequence[str], max_seconds: float, max_bytes: int, on_progress: Callable[[Optimised], object] | None = None) -> Optimised:
    """Makes solutions shorter. Releases the GIL; stops on Ctrl-C."""

class TreeNode:
    """One node of a search tree."""

    @property
    def parent(self) -> int | None:
        """The parent; None for a root."""

    @property
    def move(self) -> Move | None:
        """The move from the parent; None for a root."""

    @property
    def value(self) -> float:
        """
        Backed up: the best of its live children's; raw before it is expanded. Says nothing of the dead.
        """

    @property
    def raw_value(self) -> float:
        """
        Of the state itself: its weighted features, or 1 when it earns the reward.
        """

    @property
    def is_dead(self) -> bool:
        """
        There is nothing left to do below: all states there lead nowhere, or were entered elsewhere.
        """

    @property
    def is_expanded(self) -> bool:
        """Its children were generated."""

    @property
    def visits(self) -> int:
        """How many steps passed through it, including the one that expanded it."""

    @property
    def children(self) -> list[int]:
        """Those of its moves that led to states new to the tree, in order."""

    @property
    def best_child(self) -> int | None:
        """
        The first of the live children with the best value; None when there is none.
        """

class SearchTree:
    """
    The tree that grow_tree() has grown; it never changes.

    Nodes are numbered from 0 in the order in which their states entered the tree, each state once.
    """

    @property
    def nodes(self) -> list[TreeNode]:
        """All nodes, in order. Each call makes a new list."""

    @property
    def roots(self) -> list[int]:
        """The roots; dead when the tree is exhausted."""

    @property
    def leaves(self) -> list[int]:
        """The node that each step chose: it was expanded, or found dead."""

    def __len__(self) -> int: ...

    def node(self, number: int) -> TreeNode:
        """One node."""

    def state(self, number: int) -> State:
        """The state of a node."""

def grow_tree(board: Board, motion: Motion, weights: Sequence[float], detectors: Sequence[str], trajectory: Sequence[State], steps: int, seed: int = 0, use_cells: bool = False, start: State | None = None, ties: Ties = Ties.nearest, discount: float = 0.95, epsilon_scale: float = 1.0, knows_reward: bool = True) -> SearchTree:
    """
    One agent's search, to be looked at.

    The weights are in the order of feature_names(). The trajectory is the hint to follow; empty for
    none. The agent takes that many steps, past the reward if it earns it, and fewer only when the tree
    is searched to the end. The seed says where the turns of the children begin. With cells, every
    second step goes to the cell whose turn it is. The agent begins at the start that is given, or else
    at its end of the level. Ties say which of the children of equal value is best. The discount is
    gamma of the features. Epsilon is epsilon_scale / (boxes + 1). An agent that knows its reward gives
    the value 1 to a state that earns it, whatever its weights say. Releases the GIL; answers Ctrl-C.
    """
