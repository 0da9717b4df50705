"""`ExperimentOptions`: the options that change an experiment's own setup."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal

from rearview.cli import learning
from rearview.errors import OptionError
from rearview.levels import load_levels
from rearview.model import Model
from rearview.output.text import escape_undecodable
from rearview.ties import Ties

if TYPE_CHECKING:
    from rearview.experiments.experiment import Experiment
    from rearview.experiments.setup import Setup, Training

_MAX_SEEDS = 1_000


@dataclass(frozen=True)
class ExperimentOptions:
    """The options that change the results; None if an option was not given."""

    quick: bool
    seeds: str | None
    levels: list[str] | None
    backward_nodes: int | None
    forward_nodes: int | None
    model: str | None
    # The following are only for experiments that train.
    train_levels: str | None
    iterations: int | None
    rate: float | None
    rate_decay: float | None
    discount: float | None
    dead_weight: float | None
    ties: Ties | None
    forward_epsilon_scale: float | None
    train_backward_nodes: int | None
    train_forward_nodes: int | None
    trajectory_nodes: int | None
    without: list[str] | None
    without_detector: list[str] | None
    curriculum: Literal[True] | None

    @property
    def options(self) -> dict[str, Any]:
        """By their names on the command line."""
        given = {
            f"--{name.replace('_', '-')}": getattr(self, name) for name in self.__annotations__
        }
        return {**given, "--quick": self.quick or None}

    def check(self, chosen: Experiment[Any]) -> None:
        """Refuse options that would have no effect."""
        names = list(self.options)
        of_training = names[names.index("--train-levels") :]
        unused = ["--model"] if chosen.trains else of_training
        refuse(chosen.name, {name: self.options[name] for name in unused})
        if self.levels and len(self.levels) > 1 and not chosen.takes_several_sets:
            raise OptionError(f"{chosen.name} takes one --levels, not {len(self.levels)}")

    def change(self, setup: Setup) -> Setup:
        """The experiment's own setup, changed by the options."""
        from rearview.experiments.setup import Training, merge

        nodes = {"backward_nodes": self.backward_nodes, "forward_nodes": self.forward_nodes}
        given = {name: count for name, count in nodes.items() if count is not None}
        setup = replace(setup, limit=replace(setup.limit, **given))
        if self.seeds is not None:
            setup = replace(setup, seeds=_parse_seeds(self.seeds))
        if self.levels:
            setup = replace(setup, collections=merge(map(load_levels, self.levels)))
        if self.model is not None:
            setup = replace(setup, agents=Model.load(self.model))
        if not isinstance(setup.agents, Training):
            return setup
        return replace(setup, agents=self._change_training(setup.agents))

    def _change_training(self, training: Training) -> Training:
        if self.train_levels is not None:
            training = replace(training, levels=load_levels(self.train_levels))
        changes = learning.given(
            iterations=self.iterations, rate=self.rate, rate_decay=self.rate_decay,
            discount=self.discount, dead_weight=self.dead_weight, ties=self.ties,
            forward_epsilon_scale=self.forward_epsilon_scale,
            backward_nodes=self.train_backward_nodes, forward_nodes=self.train_forward_nodes,
            trajectory_nodes=self.trajectory_nodes,
        )  # fmt: skip
        training = replace(
            training,
            changes={**training.changes, **changes},
            without=learning.check_features(self.without or []),
            curriculum=bool(self.curriculum),
            detectors=learning.detectors_left(self.without_detector or []),
        )
        training.check()
        return training

    def command(self, name: str) -> str:
        """The command line, without options that do not change the results."""
        words = ["rearview", "experiment", name]
        for option, value in self.options.items():
            for one in value if isinstance(value, list) else [value]:
                if one is not None:
                    value = one.value if isinstance(one, Enum) else one
                    words += [option] if one is True else [option, str(value)]
        return escape_undecodable(shlex.join(words))


def refuse(name: str, unused: Mapping[str, object]) -> None:
    for option, value in unused.items():
        if value is not None:
            raise OptionError(f"{option} has no effect on {name}")


def _parse_seeds(text: str) -> tuple[int, ...]:
    """`0-2`, `0,5` or both, each seed once."""
    seeds: dict[int, None] = {}
    for part in text.split(","):
        first, _, last = part.partition("-")
        if not first.isdecimal() or not (last or first).isdecimal() or len(text) > _MAX_SEEDS:
            raise OptionError(f"{part!r} is not a seed or a range of seeds, such as 0,5 or 0-2")
        some = range(int(first), int(last or first) + 1)
        if not 1 <= len(some) <= _MAX_SEEDS:
            raise OptionError(f"{part}: the range must have 1 to {_MAX_SEEDS:,} seeds")
        seeds.update(dict.fromkeys(some))
    return tuple(seeds)
