"""`Search`: how levels are searched, all but the level itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from rearview.arguments import check_kind, shown, to_whole
from rearview.errors import OptionError
from rearview.limit import PAPER_BACKWARD_NODES, PAPER_FORWARD_NODES, Limit
from rearview.model import Model
from rearview.objective import Objective
from rearview.strategy import Strategy
from rearview.ties import Ties

MAX_SEED: Final = 2**64 - 1
_RULES: Final = (Ties.NEAREST, Ties.FARTHEST, Ties.RANDOM)
DEFAULT_LIMIT: Final = Limit()


@dataclass(frozen=True, init=False)
class Search:
    """What `solve`, `solve_many` and every batch take, put together and checked once.

    It can be sent to another process. Raises ArgumentError or OptionError unless levels can be
    searched so.
    """

    limit: Limit
    model: Model
    seed: int
    strategy: Strategy
    objective: Objective | None
    """What the solution is to be shortest in; None when any will do."""
    optimise_seconds: float | None
    """After a solution is found, so much more time goes into making it shorter; None looks for the
    shortest one, and proves it."""

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
        """Without a model, with the shipped one; without a strategy, with everything on."""
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
        """The most expansions, backward and forward; None when only time and memory end it."""
        return node_limits(self.limit, self.strategy.alternation)

    @property
    def is_repeatable(self) -> bool:
        """Whether it is the same on every machine that lets it come to its end: nodes limit it."""
        return self.max_nodes is not None

    def with_seed_after(self, count: int) -> Search:
        """The same with the seed that follows so many places later; after the largest comes 0."""
        return replace(self, seed=(self.seed + count) % (MAX_SEED + 1))

    def rival(self, number: int) -> Search:
        """What is searched beside it: number 0 is the search itself, each other one has a seed and
        a rule of ties of its own.

        What one rule does not solve, another sooner does than another seed.
        """
        rules = [self.strategy.ties, *(rule for rule in _RULES if rule is not self.strategy.ties)]
        strategy = replace(self.strategy, ties=rules[number % len(rules)])
        return replace(self.with_seed_after(number), strategy=strategy)

    def shared_among(self, jobs: int) -> Search:
        """The same when so many run at once: memory is shared out, and no history is sent."""
        limit = replace(self.limit, memory_mb=self.limit.memory_bytes(jobs) // 2**20)
        return replace(self.without_history(), limit=limit)

    def without_history(self) -> Search:
        """The same without what the model tells of its training, which is larger than the rest."""
        return replace(self, model=self.model.without_history())


def node_limits(limit: Limit, alternation: bool) -> tuple[int, int] | None:
    """The nodes that end a search, backward and forward; None when only time and memory do.

    Without alternation there is one pass each, which must end somewhere. A limit of nodes that is
    not given beside another is the paper's.
    """
    if alternation and not limit.has_nodes:
        return None
    return (
        limit.backward_nodes or PAPER_BACKWARD_NODES,
        limit.forward_nodes or PAPER_FORWARD_NODES,
    )


def check_seed(seed: int) -> int:
    """The seed as a plain number. Raises OptionError unless the engine can take it."""
    number = to_whole(seed)
    if number is None or not 0 <= number <= MAX_SEED:
        wanted = f"a whole number from 0 to {MAX_SEED}"
        raise OptionError(f"the seed must be {wanted}, not {shown(seed)}")
    return number


def check_objective(objective: Objective | str) -> Objective:
    """The objective of that name. Raises OptionError when there is none."""
    try:
        return Objective(objective)
    except ValueError:
        known = " or ".join(one.value for one in Objective)
        raise OptionError(f"the objective must be {known}, not {shown(objective)}") from None
