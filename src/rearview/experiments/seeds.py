"""Seeds: how much results vary with the seed.

The full feature set is trained and searched once with each seed and each kind of search. Not an
experiment of the paper, which gives one number and no seeds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Final

from rearview.experiments.events import Work
from rearview.experiments.experiment import CsvRow, Experiment, Facts
from rearview.experiments.lab import Lab, count_solved
from rearview.experiments.setup import Setup
from rearview.experiments.variants import ALL, SEARCH_STYLES, Case, SearchKind
from rearview.model import Model
from rearview.output.figures import make_figure, to_png
from rearview.output.tables import mean_and_range, to_markdown

_SEEDS: Final = (0, 1, 2, 3, 4)

_SHOWN_WEIGHTS: Final[Mapping[str, tuple[str, ...]]] = {
    "forward": ("perm", "overlap", "connectivity", "targets", "distance", "gamma2"),
    "backward": ("connectivity", "distance", "targets", "gamma2"),
}
"""The features to show, by agent."""

_PAPERS_SIGNS: Final = {"perm": 1, "overlap": 1, "connectivity": -1, "targets": -1}
"""The signs of the forward agent's final weights in the paper's figure 4."""


@dataclass(frozen=True)
class Seed:
    """The results of training and searching with one seed."""

    number: int
    weights: Mapping[str, Mapping[str, float]]
    """The final weights, by agent, then by feature."""
    solved: Mapping[SearchKind, int]
    """Solved levels by kind of search."""
    paper: int | None
    """The paper's number; None if the setup is not the paper's."""

    @property
    def has_papers_signs(self) -> bool:
        """Whether the final weights of the forward agent have the same signs as in the paper."""
        forward = self.weights["forward"]
        return all(forward[feature] * sign > 0 for feature, sign in _PAPERS_SIGNS.items())

    def fields(self) -> dict[str, object]:
        """The row of a table."""
        return {
            "seed": self.number,
            **{
                _weight_column(agent, feature): self.weights[agent][feature]
                for agent, features in _SHOWN_WEIGHTS.items()
                for feature in features
            },
            "signs_as_paper": "yes" if self.has_papers_signs else "no",
            "paper": self.paper,
            **{_search_column(kind): self.solved[kind] for kind in SearchKind},
        }


def _weight_column(agent: str, feature: str) -> str:
    return f"{agent}_{feature}"


def _search_column(kind: SearchKind) -> str:
    return f"{kind.value}_search"


@dataclass(frozen=True)
class Seeds:
    """All seeds, and how many levels each had to solve."""

    seeds: list[Seed]
    level_count: int


class SeedsExperiment(Experiment[Seeds]):
    name = "seeds"
    trains = True

    def setup(self, quick: bool) -> Setup:
        return Setup.quick() if quick else Setup.paper(_SEEDS)

    def run(self, lab: Lab) -> Work[Seeds]:
        """First all seeds of the paper's search, then with meeting, then the default search."""
        setup = lab.setup
        found = yield from lab.search_cases(
            [Case(ALL, seed, kind) for kind in SearchKind for seed in setup.seeds]
        )

        def gather(seed: int) -> Seed:
            searched = {kind: found[Case(ALL, seed, kind)] for kind in SearchKind}
            model: Model = searched[SearchKind.PAPER][0].search.model
            return Seed(
                seed,
                {"forward": model.forward, "backward": model.backward},
                {kind: count_solved(some) for kind, some in searched.items()},
                ALL.paper if setup.is_papers else None,
            )

        return Seeds([gather(seed) for seed in setup.seeds], setup.level_count)

    def rows(self, found: Seeds) -> Iterator[Mapping[str, object]]:
        return (seed.fields() for seed in found.seeds)

    def text(self, found: Seeds) -> list[str]:
        """Solved levels, then each agent's weights: by seed, with mean, least and most."""
        seeds = found.seeds
        numbers = [seed.number for seed in seeds]
        solved = {kind.value: [seed.solved[kind] for seed in seeds] for kind in SearchKind}
        lines = _describe_columns("solved", numbers, solved, "d", ".1f")
        if seeds[0].paper is not None:
            lines.append(f"{'the paper':10}{seeds[0].paper:8}")
        like_the_paper = sum(seed.has_papers_signs for seed in seeds)
        lines.append(f"signs of weights as in the paper: {like_the_paper} of {len(seeds)}")
        for agent, features in _SHOWN_WEIGHTS.items():
            weights = {name: [seed.weights[agent][name] for seed in seeds] for name in features}
            lines += ["", *_describe_columns(agent, numbers, weights, ".3f", ".3f")]
        return lines

    def plot(self, found: Seeds) -> bytes:
        """A mark for each seed and kind of search, and the paper's number as a line.

        The axis runs from the worst result to all levels, as results differ by only a few levels.
        """
        from matplotlib.ticker import MaxNLocator

        figure, (axes,) = make_figure()
        seeds = found.seeds
        if seeds[0].paper is not None:
            axes.axhline(seeds[0].paper, color="black", linestyle="dashed", label="the paper")
        styles = zip((-0.2, 0, 0.2), SEARCH_STYLES.items(), strict=True)
        for offset, (kind, (label, colour, marker)) in styles:
            places = [place + offset for place in range(len(seeds))]
            solved = [seed.solved[kind] for seed in seeds]
            label = f"{label}: mean {mean(solved):.1f}"
            axes.plot(places, solved, marker, color=colour, label=label)
        axes.set_xticks(range(len(seeds)), [str(seed.number) for seed in seeds])
        axes.set(xlabel="seed", ylabel=f"solved levels, of {found.level_count}")
        least = min(min(seed.solved.values()) for seed in seeds)
        axes.set_ylim(max(0, least - 2) - 0.5, found.level_count + 0.5)
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.15), ncols=2, fontsize="small")
        return to_png(figure)

    def section(self, rows: Sequence[CsvRow], _facts: Facts) -> list[list[str]]:
        return [_solved_by_seed(rows), _weights_by_seed(rows)]


def _solved_by_seed(rows: Sequence[CsvRow]) -> list[str]:
    columns = [_search_column(kind) for kind in SearchKind]
    last = ["mean (range)"]
    for column in columns:
        solved = [int(row[column]) for row in rows]
        last.append(f"**{mean(solved):.1f}** ({min(solved)} to {max(solved)})")
    as_paper = sum(row["signs_as_paper"] == "yes" for row in rows)
    last += [rows[0]["paper"], f"{as_paper} of {len(rows)}"]
    columns += ["paper", "signs_as_paper"]
    return to_markdown(
        ["seed", *(f"{kind.value} search" for kind in SearchKind), "paper", "signs as in paper"],
        [*([row["seed"], *(row[column] for column in columns)] for row in rows), last],
    )


def _weights_by_seed(rows: Sequence[CsvRow]) -> list[str]:
    shown = [(agent, feature) for agent, features in _SHOWN_WEIGHTS.items() for feature in features]
    weights = [[float(row[_weight_column(*one)]) for one in shown] for row in rows]
    table = [
        [row["seed"], *(f"{weight:.3f}" for weight in some)]
        for row, some in zip(rows, weights, strict=True)
    ]
    last = ["mean (range)", *map(mean_and_range, zip(*weights, strict=True))]
    header = ["seed", *(f"{agent} {feature}" for agent, feature in shown)]
    return to_markdown(header, [*table, last])


def _describe_columns(
    title: str,
    numbers: Sequence[int],
    columns: Mapping[str, Sequence[float]],
    form: str,
    mean_form: str,
) -> list[str]:
    """A header line, a line for each seed, and mean, least and most over all seeds."""

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
