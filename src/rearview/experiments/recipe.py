"""`Recipe`: everything that decides what a trained model will be."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace

from rearview.bench.configuration import engine_hash
from rearview.experiments.setup import Training
from rearview.experiments.variants import Variant
from rearview.model import Model
from rearview.parallel.batch import Asked, Ended, Step, run_batch
from rearview.parallel.pool import Died, Pool
from rearview.strategy import Strategy
from rearview.training import hash_drawings, train
from rearview.version import __version__


@dataclass(frozen=True)
class Recipe:
    """A variant, a seed and what is learned from. Calling it trains, in any process."""

    variant: Variant
    seed: int
    training: Training

    @property
    def name(self) -> str:
        """For people, and for telling it from any other recipe."""
        parts = {
            "rearview": __version__,
            "engine": engine_hash(),
            "features": self.variant.features,
            "curriculum": self.variant.curriculum,
            "levels": [level.rows for level in self.training.levels],
            "schedule": asdict(self.training.schedule),
        }
        digest = hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:8]
        words = re.sub(r"[^a-z]+", "-", self.variant.name)
        return f"{words}-seed-{self.seed}-{digest}"

    def made(self, model: Model) -> bool:
        """Whether a model says that it was trained so, and has the weights that came out."""
        said, schedule = model.provenance, self.training.schedule
        if said is None or not len(said.backward) == len(said.forward) == schedule.iterations:
            return False
        asked = replace(
            said,
            levels_hash=hash_drawings(self.training.levels),
            seed=self.seed,
            schedule=schedule,
            features=self.variant.features,
            detectors=Strategy().detectors_used,
            version=__version__,
            curriculum=self.variant.curriculum,
        )
        last = (said.backward[-1].weights, said.forward[-1].weights)
        return said == asked and (model.backward, model.forward) == last

    def __call__(self) -> Model:
        return train(
            self.training.levels,
            seed=self.seed,
            features=self.variant.features,
            schedule=self.training.schedule,
            curriculum=self.variant.curriculum,
        )


def train_all(recipes: Sequence[Recipe], pool: Pool) -> Iterator[tuple[Recipe, Model]]:
    """Models as they are done; where a process dies it is tried once more, after all others."""
    again: list[Recipe] = []
    for some in (recipes, again):
        steps: Iterator[Step[Recipe, Model, Model]] = (Asked(one, one) for one in some)
        with closing(run_batch(steps, pool)) as events:
            for event in events:
                if not isinstance(event, Ended):
                    continue
                recipe, answer = event.task, event.record
                if not isinstance(answer, Died):
                    yield recipe, answer
                elif some is again:
                    how = f"the process that trained {recipe.name} {answer.how}"
                    raise RuntimeError(f"{how}, twice")
                else:
                    again.append(recipe)
