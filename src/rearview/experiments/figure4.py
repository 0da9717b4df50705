"""Figure 4: the weights of the value functions over the iterations of training."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Final

from rearview.experiments.events import Work
from rearview.experiments.experiment import CsvRow, Experiment, Facts
from rearview.experiments.lab import Lab
from rearview.experiments.setup import Setup
from rearview.experiments.variants import ALL, Case
from rearview.model import BACKWARD_FEATURES, FEATURES, Iteration
from rearview.output.figures import make_figure, to_png
from rearview.output.tables import mean_and_range, to_markdown

_AGENTS: Final = {"forward": FEATURES, "backward": BACKWARD_FEATURES}

_PAPERS_SIGNS = {
    "connectivity": "negative",
    "targets": "positive at first, then negative",
    "distance": "positive",
    "perm": "dominant",
    "overlap": "dominant",
}

_COLOURS = {
    "connectivity": "green",
    "targets": "red",
    "distance": "blue",
    "perm": "black",
    "overlap": "purple",
    "gamma1": "0.75",
    "gamma2": "0.5",
    "bias": "tan",
}
"""The first five colours are those of the paper's text; it does not show the other features."""


@dataclass(frozen=True)
class Weights:
    """Both agents' weights after each iteration, for each seed."""

    history: Mapping[str, Mapping[int, tuple[Iteration, ...]]]
    """By agent, then by seed."""

    def by_iteration(self, agent: str, feature: str) -> list[list[float]]:
        """For each iteration, the weight of each seed."""
        runs = self.history[agent].values()
        return [
            [iteration.weights[feature] for iteration in iterations]
            for iterations in zip(*runs, strict=True)
        ]


class Figure4(Experiment[Weights]):
    """All features, as in the paper; the backward agent's beside, which it does not show."""

    name = "figure4"
    trains = True

    def setup(self, quick: bool) -> Setup:
        return Setup.quick() if quick else Setup.paper()

    def run(self, lab: Lab) -> Work[Weights]:
        models = yield from lab.train([Case(ALL, seed) for seed in lab.setup.seeds])
        history: dict[str, dict[int, tuple[Iteration, ...]]] = {agent: {} for agent in _AGENTS}
        for seed in lab.setup.seeds:
            provenance = models[Case(ALL, seed)].provenance
            assert provenance is not None
            history["forward"][seed] = provenance.forward
            history["backward"][seed] = provenance.backward
        return Weights(history)

    def rows(self, found: Weights) -> Iterator[Mapping[str, object]]:
        """One row per agent, seed and iteration; the backward agent has no hints."""
        for agent, runs in found.history.items():
            for seed, iterations in runs.items():
                for number, iteration in enumerate(iterations, 1):
                    yield {
                        "agent": agent,
                        "seed": seed,
                        "iteration": number,
                        "rewards": iteration.rewards,
                        **{name: iteration.weights.get(name) for name in FEATURES},
                    }

    def text(self, found: Weights) -> list[str]:
        """The final weights: mean, least and most over the seeds."""
        lines = [f"{'feature':14}{'forward':>26}{'backward':>26}"]
        for feature in FEATURES:
            cells = (
                mean_and_range(found.by_iteration(agent, feature)[-1]) if feature in known else ""
                for agent, known in _AGENTS.items()
            )
            lines.append(f"{feature:14}{''.join(f'{cell:>26}' for cell in cells)}".rstrip())
        return lines

    def plot(self, found: Weights) -> bytes:
        """Each agent's weights over the iterations: the mean, with a band from least to most."""
        figure, panels = make_figure(len(_AGENTS))
        for axes, (agent, features) in zip(panels, _AGENTS.items(), strict=True):
            axes.axhline(0, color="0.6", linewidth=0.8)
            for feature in features:
                history = found.by_iteration(agent, feature)
                iterations = range(1, len(history) + 1)
                colour = _COLOURS[feature]
                axes.plot(iterations, [mean(some) for some in history], color=colour, label=feature)
                least, most = [min(some) for some in history], [max(some) for some in history]
                axes.fill_between(iterations, least, most, color=colour, alpha=0.2, linewidth=0)
            axes.set(title=f"{agent} agent", xlabel="iteration", ylabel="weight")
            axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), fontsize="small")
        return to_png(figure)

    def section(self, rows: Sequence[CsvRow], _facts: Facts) -> list[list[str]]:
        last = max(int(row["iteration"]) for row in rows)
        final = [row for row in rows if int(row["iteration"]) == last]
        table = [
            [
                feature,
                *(_weight(final, agent, feature) for agent in _AGENTS),
                _PAPERS_SIGNS.get(feature, ""),
            ]
            for feature in FEATURES
        ]
        return [to_markdown(["feature", *_AGENTS, "paper, forward"], table)]


def _weight(rows: Sequence[CsvRow], agent: str, feature: str) -> str:
    weights = [float(row[feature]) for row in rows if row["agent"] == agent and row[feature]]
    return mean_and_range(weights) if weights else ""
