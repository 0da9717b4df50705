"""Plots as PNG, by matplotlib, which only they need (the extra `plots`).

The figures are made without pyplot: nothing global, no window, no screen needed.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from statistics import mean
from typing import TYPE_CHECKING

from rearview.errors import OptionError
from rearview.experiments.ablation import Part
from rearview.experiments.figure3 import Curve
from rearview.experiments.figure4 import AGENTS, Weights
from rearview.experiments.search_kind import SearchKind
from rearview.experiments.seeds import Seed
from rearview.experiments.table1 import SEARCHES, Row

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_DOTS_PER_INCH = 120

_SEARCH_STYLES = {
    SearchKind.PAPER: ("the paper's algorithm", "#0072B2", "o"),
    SearchKind.MEETING: ("with the meeting", "#009E73", "s"),
    SearchKind.DEFAULT: ("our default search", "#E69F00", "^"),
}
"""Label, colour and marker. The colours are Okabe and Ito's, who chose them for every eye."""

_CURVE_STYLES = {
    "with hints": ("solid", "black"),
    "without hints": ("dashed", "red"),
    "reverse curriculum": ("dotted", "blue"),
}
"""Those of the paper's figure 3."""

_FEATURE_COLOURS = {
    "connectivity": "green",
    "targets": "red",
    "distance": "blue",
    "perm": "black",
    "overlap": "purple",
    "gamma1": "0.75",
    "gamma2": "0.5",
    "bias": "tan",
}
"""The first five as the paper's text has them; it does not show the others."""


def check_plots() -> None:
    """Raises OptionError unless plots can be drawn: better now than after hours of work."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise OptionError(
            "plots need matplotlib, which is not installed: pip install 'rearview[plots]'"
        ) from None


def plot_times(curves: Mapping[str, Sequence[float]], level_count: int) -> bytes:
    """Solved levels over seconds: a step at each time to solve."""
    figure, axes = _make_figure(1)
    for name, times in curves.items():
        axes[0].step([*times], range(1, len(times) + 1), where="post", label=name)
    axes[0].set_xscale("log")
    axes[0].set(xlabel="seconds per level", ylabel=f"solved levels, of {level_count}")
    axes[0].legend(loc="lower right")
    return _to_png(figure)


def plot_table1(rows: Sequence[Row]) -> bytes:
    """Bars of mean solved levels with their range, and the paper's as a mark."""
    figure, (axes,) = _make_figure(1)
    names = list(dict.fromkeys(row.variant.name for row in rows))
    width = 0.4
    for offset, search in zip((-width / 2, width / 2), SEARCHES, strict=True):
        some = [row for row in rows if row.search is search]
        places = [names.index(row.variant.name) + offset for row in some]
        below = [row.mean - row.range[0] for row in some]
        above = [row.range[1] - row.mean for row in some]
        label, colour, _ = _SEARCH_STYLES[search]
        axes.bar(
            places, [row.mean for row in some], width,
            yerr=[below, above], capsize=3, label=label, color=colour,
        )  # fmt: skip
    marked = {names.index(row.variant.name): row.paper for row in rows if row.paper is not None}
    if marked:
        places_of_marks = [place - width / 2 for place in marked]
        axes.plot(places_of_marks, [*marked.values()], "k_", markersize=18, label="the paper")
    axes.set_xticks(range(len(names)), [name.replace(", ", "\n") for name in names])
    axes.set_ylabel("solved levels")
    axes.legend(loc="upper left")
    return _to_png(figure)


def plot_figure3(curves: Sequence[Curve], max_nodes: int, level_count: int) -> bytes:
    """Solved levels over the size of the tree, each seed faintly and their mean boldly."""
    figure, (axes,) = _make_figure(1)
    for curve in curves:
        line, colour = _CURVE_STYLES[curve.name]
        sizes = sorted({size for seed in curve.nodes for size in curve.sizes(seed)})
        sizes = [*sizes, max_nodes]
        for seed in curve.nodes:
            axes.step(
                sizes, [curve.solved(seed, size) for size in sizes],
                where="post", color=colour, alpha=0.25, linewidth=0.8,
            )  # fmt: skip
        axes.step(
            sizes, [curve.mean_solved(size) for size in sizes],
            where="post", color=colour, linestyle=line, label=curve.name,
        )  # fmt: skip
    axes.set(xlabel="size of the forward tree, nodes", ylabel=f"solved levels, of {level_count}")
    axes.set_xlim(0, max_nodes)
    axes.set_ylim(0, level_count)
    axes.legend(loc="lower right")
    return _to_png(figure)


def plot_figure4(weights: Weights) -> bytes:
    """Each agent's weights over the iterations: the mean, and a band from least to most."""
    figure, panels = _make_figure(len(AGENTS))
    for axes, (agent, features) in zip(panels, AGENTS.items(), strict=True):
        axes.axhline(0, color="0.6", linewidth=0.8)
        for feature in features:
            history = weights.by_iteration(agent, feature)
            iterations = range(1, len(history) + 1)
            colour = _FEATURE_COLOURS[feature]
            axes.plot(iterations, [mean(some) for some in history], color=colour, label=feature)
            least, most = [min(some) for some in history], [max(some) for some in history]
            axes.fill_between(iterations, least, most, color=colour, alpha=0.2, linewidth=0)
        axes.set(title=f"{agent} agent", xlabel="iteration", ylabel="weight")
        axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), fontsize="small")
    return _to_png(figure)


def plot_seeds(seeds: Sequence[Seed], level_count: int) -> bytes:
    """A mark for each seed and kind of search, and the paper's number as a line.

    The axis shows what is between the worst and all levels: the differences are a few of them.
    """
    from matplotlib.ticker import MaxNLocator

    figure, (axes,) = _make_figure(1)
    if seeds[0].paper is not None:
        axes.axhline(seeds[0].paper, color="black", linestyle="dashed", label="the paper")
    for offset, (kind, (label, colour, marker)) in zip(
        (-0.2, 0, 0.2), _SEARCH_STYLES.items(), strict=True
    ):
        places = [place + offset for place in range(len(seeds))]
        solved = [seed.solved[kind] for seed in seeds]
        axes.plot(places, solved, marker, color=colour, label=f"{label}: mean {mean(solved):.1f}")
    axes.set_xticks(range(len(seeds)), [str(seed.number) for seed in seeds])
    axes.set(xlabel="seed", ylabel=f"solved levels, of {level_count}")
    least = min(min(seed.solved.values()) for seed in seeds)
    axes.set_ylim(max(0, least - 2) - 0.5, level_count + 0.5)
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.15), ncols=2, fontsize="small")
    return _to_png(figure)


def plot_ablation(parts: Sequence[Part], level_count: int) -> bytes:
    """Bars of mean solved levels with their deviation, and the default search as a line."""
    figure, (axes,) = _make_figure(1)
    solved = [part.solved for part in parts]
    _, colour, _ = _SEARCH_STYLES[SearchKind.DEFAULT]
    axes.barh(
        [part.name for part in parts], [one.mean for one in solved],
        xerr=[one.deviation or 0 for one in solved], capsize=3, color=colour,
    )  # fmt: skip
    axes.axvline(solved[0].mean, color="black", linestyle="dashed", linewidth=0.8)
    axes.invert_yaxis()
    axes.set_xlabel(f"solved levels, of {level_count}")
    return _to_png(figure)


def _make_figure(panels: int) -> tuple[Figure, Sequence[Axes]]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4 * panels, 4.4), layout="constrained")
    axes: Sequence[Axes] = [figure.add_subplot(1, panels, panel + 1) for panel in range(panels)]
    for one in axes:
        one.grid(alpha=0.3)
        one.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _to_png(figure: Figure) -> bytes:
    """The same figure is the same bytes: no date, no version."""
    image = io.BytesIO()
    figure.savefig(image, format="png", dpi=_DOTS_PER_INCH, metadata={"Software": None})
    return image.getvalue()
