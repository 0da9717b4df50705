"""`Search`: how levels are searched, without the level itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from rearview.arguments import check_kind, shown, to_whole
from rearview.errors import OptionError
from rearview.limit import PAPER_BACKWARD_NODES, PAPER_FORWARD_NODES, Limit
from rearview.model import Model
from rearview.objective import Objective
from rearview.strategy import Strategy
from rearview.ties import Ties

MAX_SEED: Final = 2**64 - 1
_RULES: Final = (Ties.FARTHEST, Ties.NEAREST, Ties.RANDOM)
DEFAULT_LIMIT: Final = Limit()


class Share(Enum):
    """What one of several searches of a level does: together they do what one would do in turn."""

    ALL = "all"
    """What the strategy says."""
    USUAL = "usual"
    """The rounds that do not vary; on a small board the first of them, and then the beam."""
    VARIED = "varied"
    """Only rounds that vary, and no beam."""


def shares(searches: int) -> tuple[Share, ...]:
    """The shares of so many searches of one level. A third one and later ones have all rounds, with
    seeds and rules of ties as `Search.rival` says."""
    divided = (Share.USUAL, Share.VARIED) if searches > 1 else ()
    return divided + (Share.ALL,) * (searches - len(divided))


@dataclass(frozen=True, init=False)
class Search:
    """The arguments of `solve`, `solve_many` and every batch, checked once.

    It can be sent to another process. Raises ArgumentError or OptionError for invalid arguments.
    """

    limit: Limit
    model: Model
    seed: int
    strategy: Strategy
    objective: Objective | None
    """What the solution should minimise; None if any will do."""
    optimise_seconds: float | None
    """After a solution is found, extra time for making it shorter; None looks for a shortest one,
    and proves it."""

    def __init__(
        self,
        *,
        limit: Limit = DEFAULT_LIMIT,
        model: Model | None = None,
        seed: int = 0,
        strategy: Strategy | None = None,
        objective: Objective | str | None = None,
        optimise_seconds: float | None = None,
    ) -> None:
        """Without a model, the shipped one; without a strategy, everything on."""
        check_kind("limit", limit, Limit)
        check_kind("model", model, Model, type(None))
        check_kind("strategy", strategy, Strategy, type(None))
        fields = {
            "limit": limit,
            "model": model or Model.shipped(),
            "seed": check_seed(seed),
            "strategy": strategy or Strategy(),
            "objective": None if objective is None else check_objective(objective),
            "optimise_seconds": None
            if optimise_seconds is None
            else Limit(optimise_seconds).seconds,
        }
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    @property
    def max_nodes(self) -> tuple[int, int] | None:
        """Maximum expansions, backward and forward; None if only time and memory limit it."""
        return node_limits(self.limit, self.strategy.alternation)

    @property
    def is_repeatable(self) -> bool:
        """Whether it gives the same result on every machine, given enough time: limited by
        nodes."""
        return self.max_nodes is not None

    def with_seed_after(self, count: int) -> Search:
        """The same with the seed so many places later; after the largest comes 0."""
        return replace(self, seed=(self.seed + count) % (MAX_SEED + 1))

    def rival(self, number: int) -> Search:
        """The searches of a race: number 0 is the search itself, each other one has another seed
        and rule of ties. Another rule solves more of the unsolved levels than another seed. The
        beam is the same with every seed, so only number 0 has it. See also `shares`."""
        rules = [self.strategy.ties, *(rule for rule in _RULES if rule is not self.strategy.ties)]
        beam = self.strategy.beam and number == 0
        strategy = replace(self.strategy, ties=rules[number % len(rules)], beam=beam)
        return replace(self.with_seed_after(number), strategy=strategy)

    def shared_among(self, jobs: int) -> Search:
        """The same when so many run in parallel: memory is divided, and no training history is
        sent."""
        limit = replace(self.limit, memory_mb=self.limit.memory_bytes(jobs) // 2**20)
        return replace(self.without_history(), limit=limit)

    def without_history(self) -> Search:
        """The same without the model's training history, which is larger than the rest."""
        return replace(self, model=self.model.without_history())


def node_limits(limit: Limit, alternation: bool) -> tuple[int, int] | None:
    """The node limits, backward and forward; None if only time and memory limit the search.

    Without alternation there is one pass each, which must end somewhere. If only one node limit is
    given, the other is the paper's.
    """
    if alternation and not limit.has_nodes:
        return None
    return (
        limit.backward_nodes or PAPER_BACKWARD_NODES,
        limit.forward_nodes or PAPER_FORWARD_NODES,
    )


def check_seed(seed: int) -> int:
    """The seed as a plain int. Raises OptionError unless it is in range."""
    number = to_whole(seed)
    if number is None or not 0 <= number <= MAX_SEED:
        wanted = f"a whole number from 0 to {MAX_SEED}"
        raise OptionError(f"the seed must be {wanted}, not {shown(seed)}")
    return number


def check_objective(objective: Objective | str) -> Objective:
    """The objective with that name. Raises OptionError if there is none."""
    try:
        return Objective(objective)
    except ValueError:
        known = " or ".join(one.value for one in Objective)
        raise OptionError(f"the objective must be {known}, not {shown(objective)}") from None
