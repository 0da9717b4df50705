"""Figures as PNG with matplotlib, an optional dependency (the extra `plots`).

They are made without pyplot: no global state, no window.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rearview.errors import OptionError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_DOTS_PER_INCH = 120


def check_plots() -> None:
    """Raises OptionError unless matplotlib is installed; called before hours of work."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise OptionError(
            "plots need matplotlib, which is not installed: pip install 'rearview[plots]'"
        ) from None


def make_figure(panels: int = 1) -> tuple[Figure, Sequence[Axes]]:
    """An empty figure with its panels side by side."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4 * panels, 4.4), layout="constrained")
    axes: Sequence[Axes] = [figure.add_subplot(1, panels, panel + 1) for panel in range(panels)]
    for one in axes:
        one.grid(alpha=0.3)
        one.spines[["top", "right"]].set_visible(False)
    return figure, axes


def to_png(figure: Figure) -> bytes:
    """The same figure gives the same bytes: no date, no version."""
    image = io.BytesIO()
    figure.savefig(image, format="png", dpi=_DOTS_PER_INCH, metadata={"Software": None})
    return image.getvalue()


def plot_times(curves: Mapping[str, Sequence[float]], level_count: int) -> bytes:
    """Solved levels over seconds: a step at each time to solve."""
    figure, (axes,) = make_figure()
    for name, times in curves.items():
        axes.step([*times], range(1, len(times) + 1), where="post", label=name)
    axes.set_xscale("log")
    axes.set(xlabel="seconds per level", ylabel=f"solved levels, of {level_count}")
    axes.legend(loc="lower right")
    return to_png(figure)
