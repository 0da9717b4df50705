"""Figure 4: the weights of the value functions over the iterations of training."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import mean

from rearview.experiments.laboratory import Laboratory
from rearview.experiments.variants import ALL
from rearview.model import BACKWARD_FEATURES, FEATURES, Iteration

AGENTS = {"forward": FEATURES, "backward": BACKWARD_FEATURES}


@dataclass(frozen=True)
class Weights:
    """Both agents' weights after each iteration, for each seed."""

    history: Mapping[str, Mapping[int, tuple[Iteration, ...]]]
    """By agent, then by seed."""

    def by_iteration(self, agent: str, feature: str) -> list[list[float]]:
        """For each iteration, the weight that each seed came to."""
        runs = self.history[agent].values()
        return [
            [iteration.weights[feature] for iteration in iterations]
            for iterations in zip(*runs, strict=True)
        ]


def figure4(laboratory: Laboratory) -> Weights:
    """All features, as in the paper; the backward agent's beside, which it does not show."""
    models = laboratory.train([ALL])
    history: dict[str, dict[int, tuple[Iteration, ...]]] = {agent: {} for agent in AGENTS}
    for seed in laboratory.setup.seeds:
        provenance = models[ALL, seed].provenance
        assert provenance is not None
        history["forward"][seed] = provenance.forward
        history["backward"][seed] = provenance.backward
    return Weights(history)


def rows(weights: Weights) -> list[dict[str, object]]:
    """One row per agent, seed and iteration; the backward agent has no hints."""
    return [
        {
            "agent": agent,
            "seed": seed,
            "iteration": number,
            "rewards": iteration.rewards,
            **{name: iteration.weights.get(name) for name in FEATURES},
        }
        for agent, runs in weights.history.items()
        for seed, iterations in runs.items()
        for number, iteration in enumerate(iterations, 1)
    ]


def describe(weights: Weights) -> list[str]:
    """The last weights: mean, and least and most over the seeds."""
    lines = [f"{'feature':14}{'forward':>26}{'backward':>26}"]
    for feature in FEATURES:
        line = f"{feature:14}"
        for agent, features in AGENTS.items():
            cell = ""
            if feature in features:
                last = weights.by_iteration(agent, feature)[-1]
                cell = f"{mean(last):.3f} ({min(last):.3f} to {max(last):.3f})"
            line += f"{cell:>26}"
        lines.append(line.rstrip())
    return lines
