"""Seeds: how much of a result is chance.

The full feature set is trained and searched once with each seed, in each of the ways to search. Not
an experiment of the paper, which gives one number and no seeds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Final

from rearview.experiments.laboratory import Case, Laboratory
from rearview.experiments.search_kind import SearchKind
from rearview.experiments.variants import ALL

DEFAULT_SEEDS: Final = (0, 1, 2, 3, 4)

SHOWN_WEIGHTS: Final[Mapping[str, tuple[str, ...]]] = {
    "forward": ("perm", "overlap", "connectivity", "targets", "distance", "gamma2"),
    "backward": ("connectivity", "distance", "targets", "gamma2"),
}
"""By agent."""

_PAPERS_SIGNS: Final = {"perm": 1, "overlap": 1, "connectivity": -1, "targets": -1}
"""Of the forward agent's last weights, in the paper's figure 4."""


@dataclass(frozen=True)
class Seed:
    """What training and searching with one seed came to."""

    number: int
    weights: Mapping[str, Mapping[str, float]]
    """After the last iteration, by agent, then by feature."""
    solved: Mapping[SearchKind, int]
    """Levels by the way to search."""
    paper: int | None
    """What the paper has; None beside another setup than the paper's."""

    @property
    def has_papers_signs(self) -> bool:
        """Whether hints draw the forward agent on, and rooms and targets put it off."""
        forward = self.weights["forward"]
        return all(forward[feature] * sign > 0 for feature, sign in _PAPERS_SIGNS.items())

    def fields(self) -> dict[str, object]:
        """The row of a table."""
        return {
            "seed": self.number,
            **{
                weight_column(agent, feature): self.weights[agent][feature]
                for agent, features in SHOWN_WEIGHTS.items()
                for feature in features
            },
            "signs_as_paper": "yes" if self.has_papers_signs else "no",
            "paper": self.paper,
            **{search_column(kind): self.solved[kind] for kind in SearchKind},
        }


def weight_column(agent: str, feature: str) -> str:
    return f"{agent}_{feature}"


def search_column(kind: SearchKind) -> str:
    return f"{kind.value}_search"


def seeds(laboratory: Laboratory) -> list[Seed]:
    """First all seeds of the paper's algorithm, then all with the meeting, then the default."""
    setup = laboratory.setup
    cases = [Case(ALL, seed, kind) for kind in SearchKind for seed in setup.seeds]
    found = {one.case: one for one in laboratory.search(cases)}
    models = {case.seed: one.model for case, one in found.items()}
    return [
        Seed(
            seed,
            {"forward": models[seed].forward, "backward": models[seed].backward},
            {kind: found[Case(ALL, seed, kind)].solved for kind in SearchKind},
            ALL.paper if setup.is_papers else None,
        )
        for seed in setup.seeds
    ]


def describe(found: Sequence[Seed]) -> list[str]:
    """Solved levels, then each agent's weights: by seed, with mean, least and most."""
    numbers = [seed.number for seed in found]
    solved = {kind.value: [seed.solved[kind] for seed in found] for kind in SearchKind}
    lines = _describe_columns("solved", numbers, solved, "d", ".1f")
    if found[0].paper is not None:
        lines.append(f"{'the paper':10}{found[0].paper:8}")
    like_the_paper = sum(seed.has_papers_signs for seed in found)
    lines.append(f"signs of weights as in the paper: {like_the_paper} of {len(found)}")
    for agent, features in SHOWN_WEIGHTS.items():
        weights = {name: [seed.weights[agent][name] for seed in found] for name in features}
        lines += ["", *_describe_columns(agent, numbers, weights, ".3f", ".3f")]
    return lines


def _describe_columns(
    title: str,
    numbers: Sequence[int],
    columns: Mapping[str, Sequence[float]],
    form: str,
    mean_form: str,
) -> list[str]:
    """A line of names, one for each seed, and three over all seeds."""

    def line(label: str, cells: Iterable[str]) -> str:
        named = zip(columns, cells, strict=True)
        padded = (f"{cell:>{max(len(name), 6) + 2}}" for name, cell in named)
        return f"{label:10}" + "".join(padded)

    values = columns.values()
    return [
        line(title, columns),
        *(
            line(f"seed {number}", (format(some[place], form) for some in values))
            for place, number in enumerate(numbers)
        ),
        line("mean", (format(mean(some), mean_form) for some in values)),
        line("least", (format(min(some), form) for some in values)),
        line("most", (format(max(some), form) for some in values)),
    ]
