"""Table 1: levels solved with each combination of features, each trained by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean

from rearview.experiments.laboratory import Case, Laboratory
from rearview.experiments.search_kind import SearchKind
from rearview.experiments.variants import TABLE_1, Variant

SEARCHES = (SearchKind.PAPER, SearchKind.DEFAULT)


@dataclass(frozen=True)
class Row:
    """One combination of features, searched as the paper does or as we do by default."""

    variant: Variant
    search: SearchKind
    solved: dict[int, int]
    """Levels by seed."""
    paper: int | None
    """What the paper has; None beside another setup than the paper's."""

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


def table1(laboratory: Laboratory) -> list[Row]:
    """First all seeds of the paper's algorithm (one pass, no meeting), then all of the default."""
    setup = laboratory.setup
    cases = [
        Case(variant, seed, search)
        for search in SEARCHES
        for seed in setup.seeds
        for variant in TABLE_1
    ]
    solved = {one.case: one.solved for one in laboratory.search(cases)}
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


def describe(rows: Sequence[Row]) -> list[str]:
    """The table as text."""
    lines = ["overlap  perm  connect  search   paper    mean  range      by seed"]
    for row in rows:
        cells = row.fields()
        paper = "-" if row.paper is None else row.paper
        between = f"{row.range[0]}-{row.range[1]}"
        by_seed = " ".join(map(str, row.solved.values()))
        lines.append(
            f"{cells['overlap']:7}  {cells['perm']:4}  {cells['connectivity']:7}  "
            f"{cells['search']:7}  {paper:>5}  {row.mean:6.1f}  {between:9}  {by_seed}"
        )
    return lines


def _yes(on: bool) -> str:
    return "yes" if on else "no"
