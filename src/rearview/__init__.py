"""rearview: a Sokoban solver that learns, and looks back from the goal before it goes forward."""

from __future__ import annotations

TYPE_CHECKING = False  # What `typing` has, without the time that it takes to import.
if TYPE_CHECKING:
    from rearview.api import *  # noqa: F403
    from rearview.api import __all__ as __all__
else:

    def __getattr__(name):
        """Load the API when something of it is first asked for.

        Until then nothing is imported: see `cli/main.py`, which has to be there first.
        """
        if name in ("__all__", "__version__") or not name.startswith("_"):
            import rearview.api as api

            names = {public: getattr(api, public) for public in api.__all__}
            globals().update(names, __all__=api.__all__)
            if name in globals():
                return globals()[name]
        raise AttributeError(f"module 'rearview' has no attribute {name!r}")

    def __dir__():
        __getattr__("__all__")
        return sorted(globals())
