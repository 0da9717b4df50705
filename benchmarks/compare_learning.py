"""Ways to learn and to search, compared on the rows of the paper's Table 1, by nodes.

    python benchmarks/compare_learning.py today far1:ties=farthest,dead_weight=1 --rows nny yyy

A way is a name and what is different in it from today: `NAME:KEY=VALUE,KEY=VALUE`. A key is

- `ties`, for both agents in training and in searching alike, or for one with `backward_ties` and
  `forward_ties`;
- `backward_epsilon_scale` or `forward_epsilon_scale`, in training and in searching alike, or in
  searching alone with `search_` before it;
- a number of the schedule (`dead_weight=1`, `rate=0.02`, ...), one of `SolverOptions` (`cut=0.1`,
  `use_whole_look_back=1`);
- `whole_hints=1`: the hints of training are those of a whole look back;
- `rewarded_only=1`: only searches that earn the reward teach;
- `without`, features that are off in all rows (`without=bias+gamma1`).

A row says which of overlap, perm and connectivity are on, as in the table: `ynn`. The levels are
those that design choices may be made on, named as for `rearview solve` (`grigr:1-9`). Every model
and every search is kept in a folder and never made twice: delete it when the engine has changed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from rearview import Level, Limit, Model, Schedule, _core, load_levels
from rearview._core import Board, Motion, SolverOptions, Ties
from rearview.experiments.variants import SearchKind, Variant
from rearview.levels import load_bundled
from rearview.levels.selection import parse_selection
from rearview.model import BACKWARD_FEATURES, FEATURES
from rearview.search import Search
from rearview.solving import make_options
from rearview.strategy import detector_names

ROWS = ("nnn", "nny", "ynn", "yny", "yyn", "yyy")
SETS = ("sasquatch1", "grigr")
SECONDS = 600.0
BYTES = 3 << 30
SCHEDULE = tuple(Schedule.__dataclass_fields__)
TIES = ("backward_ties", "forward_ties")
EPSILON = ("backward_epsilon_scale", "forward_epsilon_scale")


@dataclass(frozen=True)
class Way:
    """How to learn and how to search."""

    name: str
    settings: dict[str, str]

    @classmethod
    def parse(cls, text: str) -> Way:
        name, _, rest = text.partition(":")
        settings = dict(part.split("=", 1) for part in rest.split(",") if part)
        ties = settings.pop("ties", None)
        return cls(name, (dict.fromkeys(TIES, ties) if ties else {}) | settings)

    def pick(self, keys: Iterable[str]) -> dict[str, str]:
        return {key: self.settings[key] for key in keys if key in self.settings}

    @property
    def schedule(self) -> Schedule:
        numbers = {
            key: type(getattr(Schedule(), key))(float(value))
            for key, value in self.pick(SCHEDULE).items()
            if key not in EPSILON
        }
        return replace(Schedule(), **numbers)

    def ties(self, agent: str) -> Ties:
        return Ties[self.settings.get(f"{agent}_ties", Schedule().ties.value)]

    def epsilon_scale(self, agent: str) -> float:
        usual = Schedule().forward_epsilon_scale if agent == "forward" else 1
        return float(self.settings.get(f"{agent}_epsilon_scale", usual))

    def features(self, row: str) -> list[str]:
        overlap, perm, connectivity = (mark == "y" for mark in row)
        variant = Variant(row, overlap, perm, connectivity)
        off = self.settings.get("without", "").split("+")
        return [name for name in variant.features if name not in off]

    @property
    def learning(self) -> dict[str, str]:
        """What decides the model."""
        return self.pick((*SCHEDULE, *TIES, *EPSILON, "whole_hints", "without", "rewarded_only"))

    @property
    def searching(self) -> dict[str, str]:
        """What decides a search, beside the model."""
        return {key: self.settings[key] for key in self.settings if key not in self.learning}

    def set_options(self, options: SolverOptions) -> None:
        options.backward_ties, options.forward_ties = self.ties("backward"), self.ties("forward")
        options.backward_epsilon_scale = self.epsilon_scale("backward")
        options.forward_epsilon_scale = self.epsilon_scale("forward")
        options.discount = self.schedule.discount
        for key, value in self.searching.items():
            name = key.removeprefix("search_")
            setattr(options, name, type(getattr(options, name))(float(value)))


class Kept:
    """Answers by what was asked, each a small file in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def get(self, asked: dict[str, Any], make: Any) -> Any:
        text = json.dumps(asked, sort_keys=True)
        path = self._folder / f"{hashlib.sha256(text.encode()).hexdigest()[:16]}.json"
        if path.exists():
            return json.loads(path.read_text())["answer"]
        answer = make()
        path.write_text(json.dumps({"asked": asked, "answer": answer}))
        return answer


class Trainer:
    """As `rearview.train`, with what that has no argument for; an agent is trained once."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self._boards = [Board(level.rows) for level in load_bundled("microban")]

    def train(self, way: Way, row: str, seed: int) -> Model:
        features = way.features(row)
        asked = {"way": way.learning, "features": features, "seed": seed}
        has_hints = bool({"overlap", "perm"} & set(features))
        backward = self._train_backward(way, features, seed) if has_hints else [0.0] * len(FEATURES)

        def go_forward() -> list[float]:
            hints = self._hints(way, backward) if has_hints else []
            return self._learn(way, "forward", features, hints, seed)

        forward = self._kept.get({"train": "forward", **asked}, go_forward)
        named = dict(zip(FEATURES, backward, strict=True))
        return Model(
            {name: named[name] for name in BACKWARD_FEATURES},
            dict(zip(FEATURES, forward, strict=True)),
        )

    def _train_backward(self, way: Way, features: Sequence[str], seed: int) -> Any:
        mine = [name for name in features if name in BACKWARD_FEATURES]
        asked = {"train": "backward", "way": way.learning, "features": mine, "seed": seed}
        return self._kept.get(asked, lambda: self._learn(way, "backward", mine, [], seed))

    def _learn(
        self, way: Way, agent: str, features: list[str], hints: list[Any], seed: int
    ) -> list[float]:
        mine, native = way.schedule, _core.Schedule()
        for name in ("iterations", "rate", "rate_decay", "dead_weight", "discount"):
            setattr(native, name, getattr(mine, name))
        native.max_nodes = getattr(mine, f"{agent}_nodes")
        native.ties = way.ties(agent)
        native.epsilon_scale = way.epsilon_scale(agent)
        native.rewarded_only = way.settings.get("rewarded_only") == "1"
        motion = Motion.push if agent == "forward" else Motion.pull
        history = _core.train_agent(
            self._boards, motion, hints, [], native, features, detector_names(), seed
        )
        return list(history[-1][0])

    def _hints(self, way: Way, backward: list[float]) -> list[Any]:
        options = SolverOptions()
        options.backward_weights = backward
        options.detectors = detector_names()
        options.use_meeting = options.use_alternation = options.use_cells = False
        options.backward_ties = way.ties("backward")
        options.backward_epsilon_scale = way.epsilon_scale("backward")
        options.use_whole_look_back = way.settings.get("whole_hints") == "1"
        options.discount = way.schedule.discount
        options.max_backward_nodes = way.schedule.trajectory_nodes
        options.max_forward_nodes = 0
        found = (_core.solve(board, options, SECONDS, BYTES) for board in self._boards)
        return [one.trajectory for one in found]


def search(
    way: Way, model: Model, levels: Sequence[Level], kind: SearchKind, limit: Limit, seed: int
) -> list[list[int]]:
    """For each level: solved or not, then nodes, states and dead leaves of the forward agent."""
    options = make_options(Search(limit=limit, model=model, seed=seed, strategy=kind.strategy))
    way.set_options(options)
    found = []
    for level in levels:
        one = _core.solve(Board(level.rows), options, SECONDS, BYTES)
        solved = one.outcome is _core.Outcome.solved
        found.append([int(solved), one.forward_nodes, one.forward_states, one.forward_dead])
    return found


def load_sample(text: str) -> list[Level]:
    selection = parse_selection(text)
    levels = load_levels(selection.source)
    return [levels[number - 1] for number in selection.pick(len(levels))]


def describe(counts: Sequence[float]) -> str:
    spread = f"{stdev(counts):4.1f}" if len(counts) > 1 else "   -"
    return f"{mean(counts):6.1f} +-{spread}  {' '.join(f'{count:g}' for count in counts)}"


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("ways", nargs="+", type=Way.parse, metavar="NAME[:KEY=VALUE,...]")
    parser.add_argument("--rows", nargs="+", choices=ROWS, default=list(ROWS))
    parser.add_argument("--seeds", nargs="+", type=int, default=[0, 1, 2])
    parser.add_argument("--sets", nargs="+", default=list(SETS), metavar="SET[:NUMBERS]")
    parser.add_argument("--search", type=SearchKind, default=SearchKind.PAPER)
    parser.add_argument("--backward-nodes", type=int, default=1_000)
    parser.add_argument("--forward-nodes", type=int, default=2_000)
    parser.add_argument("--folder", type=Path, default=Path("compared"))
    return parser.parse_args()


class Comparison:
    """Everything that stays the same for all ways and rows."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.samples = {name: load_sample(name) for name in asked.sets}
        self._asked = asked
        self._kept = Kept(asked.folder)
        self._trainer = Trainer(self._kept)
        self._nodes = [asked.backward_nodes, asked.forward_nodes]
        self._limit = Limit(backward_nodes=self._nodes[0], forward_nodes=self._nodes[1])

    def search(self, way: Way, row: str, seed: int, sample: str) -> list[list[int]]:
        model = self._trainer.train(way, row, seed)
        kind = self._asked.search
        question = {
            "search": kind.value, "way": way.settings, "row": row, "seed": seed, "set": sample,
            "nodes": self._nodes,
        }  # fmt: skip
        levels = self.samples[sample]
        found: list[list[int]] = self._kept.get(
            question, lambda: search(way, model, levels, kind, self._limit, seed)
        )
        return found

    def line(self, way: Way, row: str) -> str:
        """Levels solved: mean and deviation over seeds, each seed, and the mean of each set."""
        table = [
            [sum(one[0] for one in self.search(way, row, seed, name)) for name in self.samples]
            for seed in self._asked.seeds
        ]
        by_set = " ".join(f"{mean(column):5.1f}" for column in zip(*table, strict=True))
        return f"{row}  {way.name:14} {describe([*map(sum, table)])}   by set: {by_set}"


def main() -> None:
    asked = parse()
    comparison = Comparison(asked)
    sizes = " + ".join(f"{len(some)} {name}" for name, some in comparison.samples.items())
    print(f"{sizes}; {asked.backward_nodes} + {asked.forward_nodes} nodes, {asked.search.value}")
    for row, way in product(asked.rows, asked.ways):
        print(comparison.line(way, row), flush=True)


if __name__ == "__main__":
    main()
