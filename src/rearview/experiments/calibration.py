"""Calibration: what the forward agent's value means.

The value is trained to be the discounted reward: 1 at the goal, gamma^d with d box moves left, and
0 in a dead state. So we compare it with gamma^d along every solution that the paper's search finds,
and compare the values of dead leaves with those of expanded leaves. It uses the development levels,
on which design choices may be made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from statistics import mean
from typing import Final

from rearview import _core
from rearview._core import Board, Motion
from rearview.box_moves import split
from rearview.evaluating import place, view
from rearview.experiments.events import Work
from rearview.experiments.experiment import CsvRow, Experiment, Facts
from rearview.experiments.lab import Lab, Searched
from rearview.experiments.parts import development_levels
from rearview.experiments.setup import FIRST_ROUND, Setup, Training
from rearview.experiments.variants import ALL, Case
from rearview.levels import load_bundled
from rearview.model import FEATURES
from rearview.output.figures import make_figure, to_png
from rearview.output.tables import to_markdown

_BINS: Final = ((0, 0), (1, 1), (2, 3), (4, 6), (7, 10), (11, 15), (16, 22), (23, 40), (41, 10_000))
"""Ranges of box moves left, both ends included."""
_STEPS: Final = 200
"""Steps of the search tree whose leaves are compared."""
_BARS: Final = 40
_ON_THE_WAY, _EXPANDED, _DEAD = "on the way", "expanded leaf", "dead leaf"


@dataclass(frozen=True)
class Group:
    """States of one kind and seed, and their values."""

    kind: str
    seed: int
    least_left: int | None
    """Box moves left to the goal, for states of a solution."""
    most_left: int | None
    wanted: float | None
    """The mean of gamma^d."""
    values: Sequence[float]

    def fields(self) -> dict[str, object]:
        return {
            "states": self.kind,
            "seed": self.seed,
            "least_left": self.least_left,
            "most_left": self.most_left,
            "discounted": None if self.wanted is None else round(self.wanted, 4),
            "value": round(mean(self.values), 4),
            "least": round(min(self.values), 4),
            "most": round(max(self.values), 4),
            "count": len(self.values),
        }


class CalibrationExperiment(Experiment[list[Group]]):
    name = "calibration"
    trains = True

    def setup(self, quick: bool) -> Setup:
        training = Setup.quick().training if quick else Training(load_bundled("microban"))
        seeds = (0,) if quick else (0, 1, 2)
        return Setup(development_levels(quick), FIRST_ROUND, training, seeds)

    def run(self, lab: Lab) -> Work[list[Group]]:
        found = yield from lab.search_cases([Case(ALL, seed) for seed in lab.setup.seeds])
        return [group for case, some in found.items() for group in _groups(case.seed, some)]

    def rows(self, found: list[Group]) -> Iterator[Mapping[str, object]]:
        return (group.fields() for group in found)

    def text(self, found: list[Group]) -> list[str]:
        lines = [f"{'states':14}{'moves left':>12}{'gamma^d':>9}{'value':>8}{'from':>8}{'to':>8}"]
        for kind, left, wanted, value, least, most in _merged([one.fields() for one in found]):
            lines.append(f"{kind:14}{left:>12}{wanted:>9}{value:>8}{least:>8}{most:>8}")
        return lines

    def plot(self, found: list[Group]) -> bytes:
        """Value over discounted distance, and the values of expanded and of dead leaves."""
        figure, (axes, leaves) = make_figure(2)
        axes.plot([0, 1], [0, 1], color="0.6", linestyle="dashed", label="what is learned for")
        for seed in dict.fromkeys(group.seed for group in found):
            some = [one for one in found if one.seed == seed and one.wanted is not None]
            wanted = [one.wanted or 0.0 for one in some]
            means = [mean(one.values) for one in some]
            (line,) = axes.plot(wanted, means, "o-", markersize=4, label=f"seed {seed}")
            least, most = [min(one.values) for one in some], [max(one.values) for one in some]
            axes.fill_between(wanted, least, most, color=line.get_color(), alpha=0.1, linewidth=0)
        axes.set(xlabel="gamma^d, d box moves from the goal", ylabel="value")
        axes.legend(loc="upper left")
        colours = {_EXPANDED: "#0072B2", _DEAD: "#D55E00"}
        values = {
            kind: [value for one in found if one.kind == kind for value in one.values]
            for kind in colours
        }
        in_order = sorted(chain(*values.values()))
        ends = (in_order[0], in_order[-1])
        for kind, colour in colours.items():
            leaves.hist(
                values[kind], _BARS, range=ends, density=True, alpha=0.6, color=colour,
                label=kind,
            )  # fmt: skip
        leaves.set(xlabel="value", ylabel="density")
        leaves.legend(loc="upper right")
        return to_png(figure)

    def section(self, rows: Sequence[CsvRow], _facts: Facts) -> list[list[str]]:
        header = ["states", "box moves left", "gamma^d", "value", "least", "most"]
        return [to_markdown(header, _merged(rows))]


def _groups(seed: int, searched: Sequence[Searched]) -> Iterator[Group]:
    """The values that one seed's agent gives to states of the levels that it solved."""
    on_the_way: list[tuple[int, float]] = []
    leaves: dict[str, list[float]] = {_EXPANDED: [], _DEAD: []}
    for one in searched:
        if one.result and one.result.lurd:
            board = Board(one.level.rows)
            hint = _look_back(board, one)
            on_the_way += _values_along(board, one, hint)
            for kind, value in _leaf_values(board, one, hint):
                leaves[kind].append(value)
    gamma = searched[0].search.model.discount
    for first, last in _BINS:
        some = [(left, value) for left, value in on_the_way if first <= left <= last]
        if some:
            wanted = mean(gamma**left for left, _ in some)
            yield Group(_ON_THE_WAY, seed, first, last, wanted, [value for _, value in some])
    for kind, values in leaves.items():
        if values:
            yield Group(kind, seed, None, None, None, values)


def _look_back(board: Board, one: Searched) -> list[_core.State]:
    """Recomputes the hint of a search, which is not stored."""
    how = one.search
    assert how.limit.backward_nodes is not None
    weights = [how.model.backward.get(name, 0.0) for name in FEATURES]
    back = _core.look_back(
        board, weights, how.strategy.detectors_used, how.limit.backward_nodes, how.seed,
        discount=how.model.discount, ties=how.strategy.ties.native,
        is_whole=how.strategy.whole_look_back,
    )  # fmt: skip
    return back.trajectory


def _values_along(
    board: Board, one: Searched, hint: Sequence[_core.State]
) -> Iterator[tuple[int, float]]:
    """For each state of a solution, the box moves left and the value."""
    moves = split(one.level, one.result.lurd)
    states = [board.start(), *(place(board, move.after) for move in moves)]
    for done, state in enumerate(states):
        yield len(moves) - done, view(board, state, Motion.push, one.search.model, hint).value


def _leaf_values(
    board: Board, one: Searched, hint: Sequence[_core.State]
) -> Iterator[tuple[str, float]]:
    """For each leaf that the first steps chose, whether it was expanded or dead, and its value.

    Goal states are left out: the search gives them the value 1, whatever the agent computes.
    """
    how = one.search
    tree = _core.grow_tree(
        board, Motion.push, [how.model.forward[name] for name in FEATURES],
        how.strategy.detectors_used, hint, _STEPS, how.seed, ties=how.strategy.ties.native,
        discount=how.model.discount, epsilon_scale=how.strategy.forward_epsilon_scale,
    )  # fmt: skip
    for leaf in map(tree.node, tree.leaves):
        if leaf.raw_value != 1.0:
            yield _EXPANDED if leaf.is_expanded else _DEAD, leaf.raw_value


def _merged(rows: Sequence[Mapping[str, object]]) -> list[list[str]]:
    """Table rows over all seeds: kind, moves left, gamma^d, value, least and most."""
    groups: dict[tuple[str, str], list[Mapping[str, object]]] = {}
    for row in rows:
        left = "" if row["least_left"] in (None, "") else f"{row['least_left']}-{row['most_left']}"
        groups.setdefault((str(row["states"]), left), []).append(row)
    return [
        [
            kind,
            left.replace("-10000", " or more"),
            _weighted(some, "discounted"),
            _weighted(some, "value"),
            f"{min(_number(row, 'least') for row in some):.3f}",
            f"{max(_number(row, 'most') for row in some):.3f}",
        ]
        for (kind, left), some in groups.items()
    ]


def _weighted(rows: Sequence[Mapping[str, object]], name: str) -> str:
    """The mean over all states of all seeds."""
    if rows[0][name] in (None, ""):
        return ""
    count = sum(_number(row, "count") for row in rows)
    return f"{sum(_number(row, name) * _number(row, 'count') for row in rows) / count:.3f}"


def _number(row: Mapping[str, object], name: str) -> float:
    return float(str(row[name]))
