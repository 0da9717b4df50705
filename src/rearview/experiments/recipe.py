"""`Recipe`: everything that determines a trained model."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace

from rearview.experiments.setup import Training
from rearview.experiments.variants import Variant
from rearview.model import Model
from rearview.model.schedule import Schedule
from rearview.parallel.batch import Asked, Ended, Step, run_batch
from rearview.parallel.pool import Died, Pool
from rearview.parallel.wanted import watcher
from rearview.strategy import Strategy
from rearview.training import hash_drawings, train
from rearview.version import __version__, engine_hash


@dataclass(frozen=True)
class Recipe:
    """A variant, a seed and the training. Calling it trains the model, in any process."""

    variant: Variant
    seed: int
    training: Training

    @property
    def schedule(self) -> Schedule:
        return self.training.schedule(self.variant)

    @property
    def features(self) -> tuple[str, ...]:
        off = self.training.without
        return tuple(name for name in self.variant.features if name not in off)

    @property
    def curriculum(self) -> bool:
        return self.variant.curriculum or self.training.curriculum

    @property
    def strategy(self) -> Strategy:
        return Strategy(detectors=self.training.detectors)

    @property
    def name(self) -> str:
        """A readable name that is unique to this recipe."""
        parts = {
            "rearview": __version__,
            "engine": engine_hash(),
            "features": self.features,
            "curriculum": self.curriculum,
            "levels": [level.rows for level in self.training.levels],
            "schedule": asdict(self.schedule),
            "detectors": self.strategy.detectors_used,
        }
        digest = hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:8]
        words = re.sub(r"[^a-z]+", "-", self.variant.name)
        return f"{words}-seed-{self.seed}-{digest}"

    def made(self, model: Model) -> bool:
        """Whether a model was trained by this recipe, and still has the final weights."""
        said, schedule = model.provenance, self.schedule
        if said is None or not len(said.backward) == len(said.forward) == schedule.iterations:
            return False
        asked = replace(
            said,
            levels_hash=hash_drawings(self.training.levels),
            seed=self.seed,
            schedule=schedule,
            features=self.features,
            detectors=self.strategy.detectors_used,
            version=__version__,
            curriculum=self.curriculum,
        )
        last = (said.backward[-1].weights, said.forward[-1].weights)
        return said == asked and (model.backward, model.forward) == last

    def __call__(self) -> Model:
        return train(
            self.training.levels,
            seed=self.seed,
            features=self.features,
            schedule=self.schedule,
            strategy=self.strategy,
            curriculum=self.curriculum,
            on_progress=watcher(),
        )


def train_all(recipes: Sequence[Recipe], pool: Pool) -> Iterator[tuple[Recipe, Model]]:
    """Yield models as they are trained. If a process dies, its recipe is retried once, last."""
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
