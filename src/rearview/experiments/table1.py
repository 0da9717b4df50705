"""Table 1: levels solved with each combination of features, each trained separately."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Final

from rearview.experiments.events import Work
from rearview.experiments.experiment import CsvRow, Experiment, Facts
from rearview.experiments.lab import Lab, count_solved
from rearview.experiments.setup import Setup
from rearview.experiments.variants import SEARCH_STYLES, TABLE_1, Case, SearchKind, Variant
from rearview.output.figures import make_figure, to_png
from rearview.output.tables import to_markdown

SEARCHES: Final = (SearchKind.PAPER, SearchKind.DEFAULT)


@dataclass(frozen=True)
class Row:
    """One combination of features, with the paper's search or our default search."""

    variant: Variant
    search: SearchKind
    solved: dict[int, int]
    """Solved levels by seed."""
    paper: int | None
    """The paper's number; None if the setup is not the paper's."""

    @property
    def mean(self) -> float:
        return mean(self.solved.values())

    @property
    def range(self) -> tuple[int, int]:
        return min(self.solved.values()), max(self.solved.values())

    def fields(self) -> dict[str, object]:
        """The row of a table."""
        return {
            "overlap": _yes(self.variant.overlap),
            "perm": _yes(self.variant.perm),
            "connectivity": _yes(self.variant.connectivity),
            "search": self.search.value,
            "paper": self.paper,
            "mean": round(self.mean, 2),
            "least": self.range[0],
            "most": self.range[1],
            **{f"seed {seed}": solved for seed, solved in self.solved.items()},
        }


class Table1(Experiment[list[Row]]):
    name = "table1"
    trains = True

    def setup(self, quick: bool) -> Setup:
        return Setup.quick() if quick else Setup.paper()

    def run(self, lab: Lab) -> Work[list[Row]]:
        """First all seeds of the paper's algorithm (one pass, no meeting), then the default."""
        setup = lab.setup
        solved: dict[Case, int] = {}
        for search in SEARCHES:
            cases = [Case(one, seed, search) for seed in setup.seeds for one in TABLE_1]
            found = yield from lab.search_cases(cases)
            solved |= {case: count_solved(some) for case, some in found.items()}
        return [
            Row(
                variant,
                search,
                {seed: solved[Case(variant, seed, search)] for seed in setup.seeds},
                variant.paper if setup.is_papers else None,
            )
            for search in SEARCHES
            for variant in TABLE_1
        ]

    def rows(self, found: list[Row]) -> Iterator[Mapping[str, object]]:
        return (row.fields() for row in found)

    def text(self, found: list[Row]) -> list[str]:
        lines = ["overlap  perm  connect  search   paper    mean  range      by seed"]
        for row in found:
            cells = row.fields()
            paper = "-" if row.paper is None else row.paper
            between = f"{row.range[0]}-{row.range[1]}"
            by_seed = " ".join(map(str, row.solved.values()))
            lines.append(
                f"{cells['overlap']:7}  {cells['perm']:4}  {cells['connectivity']:7}  "
                f"{cells['search']:7}  {paper:>5}  {row.mean:6.1f}  {between:9}  {by_seed}"
            )
        return lines

    def plot(self, found: list[Row]) -> bytes:
        """Bars of mean solved levels with their range; marks show the paper's numbers."""
        figure, (axes,) = make_figure()
        names = list(dict.fromkeys(row.variant.name for row in found))
        width = 0.4
        for offset, search in zip((-width / 2, width / 2), SEARCHES, strict=True):
            some = [row for row in found if row.search is search]
            label, colour, _ = SEARCH_STYLES[search]
            axes.bar(
                [names.index(row.variant.name) + offset for row in some],
                [row.mean for row in some],
                width,
                yerr=[
                    [row.mean - row.range[0] for row in some],
                    [row.range[1] - row.mean for row in some],
                ],
                capsize=3,
                label=label,
                color=colour,
            )
        marked = {names.index(row.variant.name): row.paper for row in found if row.paper}
        if marked:
            places = [place - width / 2 for place in marked]
            axes.plot(places, [*marked.values()], "k_", markersize=18, label="the paper")
        axes.set_xticks(range(len(names)), [name.replace(", ", "\n") for name in names])
        axes.set_ylabel("solved levels")
        # Below the plot: the bars leave no room inside.
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.15), ncols=3, fontsize="small")
        return to_png(figure)

    def section(self, rows: Sequence[CsvRow], _facts: Facts) -> list[list[str]]:
        seeds = [name for name in rows[0] if name.startswith("seed ")]
        header = ["overlap", "perm", "connectivity", "search", "paper", "mean", "range", *seeds]
        table = [
            [
                row["overlap"], row["perm"], row["connectivity"], row["search"],
                row["paper"] if row["search"] == SearchKind.PAPER.value else "",
                f"**{float(row['mean']):.1f}**", f"{row['least']} to {row['most']}",
                *(row[seed] for seed in seeds),
            ]
            for row in rows
        ]  # fmt: skip
        return [to_markdown(header, table)]


def _yes(on: bool) -> str:
    return "yes" if on else "no"
