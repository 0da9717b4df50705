"""Spread: how much results vary with the training seed, and how much with the search seed.

The agents of every training seed run the paper's search with every search seed. `seeds` uses the
same seed for both, and cannot separate them. It uses the development levels, on which design
choices may be made. Not an experiment of the paper, which gives one number and no seeds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, stdev

from rearview.experiments.events import Work
from rearview.experiments.experiment import CsvRow, Experiment, Facts
from rearview.experiments.lab import Lab, count_solved
from rearview.experiments.parts import development_levels
from rearview.experiments.setup import FIRST_ROUND, Setup, Training
from rearview.experiments.variants import ALL, Case, SearchKind
from rearview.levels import load_bundled
from rearview.output.figures import make_figure, to_png
from rearview.output.tables import to_markdown


@dataclass(frozen=True)
class Grid:
    """Solved levels by training seed and search seed."""

    solved: Mapping[tuple[int, int], int]

    @property
    def seeds(self) -> list[int]:
        return sorted({trained for trained, _ in self.solved})

    def trained_with(self, seed: int) -> list[int]:
        """Solved levels of one training seed, for each search seed."""
        return [self.solved[seed, other] for other in self.seeds]

    def searched_with(self, seed: int) -> list[int]:
        """Solved levels of one search seed, for each training seed."""
        return [self.solved[other, seed] for other in self.seeds]

    def describe(self) -> list[str]:
        """Mean and deviations: of all, of the means by training seed, and by search seed."""
        everything = list(self.solved.values())
        by_training = [mean(self.trained_with(seed)) for seed in self.seeds]
        by_searching = [mean(self.searched_with(seed)) for seed in self.seeds]
        return [
            f"mean {mean(everything):.1f}, from {min(everything)} to {max(everything)}",
            f"standard deviation of all: {_deviation(everything)}; of the means over training "
            f"seeds: {_deviation(by_training)}; over searching seeds: {_deviation(by_searching)}",
        ]


class SpreadExperiment(Experiment[Grid]):
    name = "spread"
    trains = True

    def setup(self, quick: bool) -> Setup:
        training = Setup.quick().training if quick else Training(load_bundled("microban"))
        seeds = (0, 1) if quick else (0, 1, 2, 3, 4)
        return Setup(development_levels(quick), FIRST_ROUND, training, seeds)

    def run(self, lab: Lab) -> Work[Grid]:
        setup = lab.setup
        models = yield from lab.train([Case(ALL, seed) for seed in setup.seeds])
        strategy = setup.training.strategy(SearchKind.PAPER, ALL)
        pairs = [(trained, searched) for trained in setup.seeds for searched in setup.seeds]
        found = yield from lab.search(
            [
                (
                    f"trained with {trained}",
                    setup.search(models[Case(ALL, trained)], seed, strategy),
                )
                for trained, seed in pairs
            ]
        )
        return Grid(dict(zip(pairs, map(count_solved, found), strict=True)))

    def rows(self, found: Grid) -> Iterator[Mapping[str, object]]:
        for (trained, searched), solved in found.solved.items():
            yield {"training_seed": trained, "searching_seed": searched, "solved": solved}

    def text(self, found: Grid) -> list[str]:
        header, *rows = _table(found)
        lines = [f"{header[0]:14}" + "".join(f"{cell:>9}" for cell in header[1:])]
        lines += [f"{row[0]:14}" + "".join(f"{cell:>9}" for cell in row[1:]) for row in rows]
        return [*lines, "", *found.describe()]

    def plot(self, found: Grid) -> bytes:
        """A mark for each pair of seeds, in one column per training seed."""
        from matplotlib.ticker import MaxNLocator

        figure, (axes,) = make_figure()
        for place, trained in enumerate(found.seeds):
            solved = found.trained_with(trained)
            axes.plot([place] * len(solved), solved, "o", color="#0072B2", alpha=0.5)
            axes.plot([place], [mean(solved)], "k_", markersize=18)
        axes.set_xticks(range(len(found.seeds)), [str(seed) for seed in found.seeds])
        axes.set(xlabel="seed of training", ylabel="solved levels, for each seed of searching")
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
        return to_png(figure)

    def section(self, rows: Sequence[CsvRow], _facts: Facts) -> list[list[str]]:
        grid = Grid(
            {
                (int(row["training_seed"]), int(row["searching_seed"])): int(row["solved"])
                for row in rows
            }
        )
        header, *table = _table(grid)
        return [to_markdown(header, table), [f"{line.capitalize()}." for line in grid.describe()]]


def _table(grid: Grid) -> list[list[str]]:
    """A row for each training seed, a column for each search seed, and the means."""
    seeds = grid.seeds
    return [
        ["trained with", *(f"search {seed}" for seed in seeds), "mean"],
        *(
            [str(seed), *map(str, some), f"{mean(some):.1f}"]
            for seed, some in ((seed, grid.trained_with(seed)) for seed in seeds)
        ),
        ["mean", *(f"{mean(grid.searched_with(seed)):.1f}" for seed in seeds), ""],
    ]


def _deviation(numbers: Sequence[float]) -> str:
    return f"{stdev(numbers):.1f}" if len(numbers) > 1 else "-"
