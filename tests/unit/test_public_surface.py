"""What others build on: a name that goes missing here breaks someone's program."""

from __future__ import annotations

import inspect

import rearview
import rearview.errors
import rearview.levels

SURFACE = {
    "ArgumentError",
    "Collection",
    "Level",
    "LevelError",
    "ReplayEnding",
    "RearviewError",
    "SelectionError",
    "SolutionError",
    "Replay",
    "__version__",
    "load_levels",
    "read_level",
    "verify",
}


def test_the_package_offers_what_it_promises() -> None:
    assert set(rearview.__all__) >= SURFACE
    assert rearview.__all__ == sorted(rearview.__all__)
    assert all(hasattr(rearview, name) for name in rearview.__all__)


def test_the_levels_package_offers_what_it_promises() -> None:
    assert rearview.levels.__all__ == sorted(rearview.levels.__all__)
    assert all(hasattr(rearview.levels, name) for name in rearview.levels.__all__)


def test_every_error_hangs_in_the_tree_that_is_drawn() -> None:
    drawing = rearview.errors.__doc__ or ""
    for name in rearview.errors.__all__:
        error = getattr(rearview.errors, name)
        assert issubclass(error, rearview.RearviewError)
        assert name in drawing


def test_everything_public_is_documented() -> None:
    for module in (rearview, rearview.levels):
        for name in module.__all__:
            thing = getattr(module, name)
            if inspect.isclass(thing) or inspect.isfunction(thing):
                assert thing.__doc__, name
