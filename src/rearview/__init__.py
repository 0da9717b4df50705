"""rearview: a Sokoban solver that learns. It searches backward from the goal before it goes
forward."""

from __future__ import annotations

TYPE_CHECKING = False  # Instead of importing `typing`, which takes time.
if TYPE_CHECKING:
    from rearview.api import *  # noqa: F403
    from rearview.api import __all__ as __all__
else:

    def __getattr__(name):
        """Import the API on first use. Until then nothing is imported: `cli/main.py` has to handle
        Ctrl-C first."""
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
