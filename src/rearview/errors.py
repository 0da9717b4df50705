"""The exceptions of rearview.

    RearviewError          the base class: invalid input, with a message that says what is wrong
    ├── ArgumentError      an argument of the wrong type: a path instead of a level
    ├── CancelledError     `on_progress` stopped the work before there was a result
    ├── ClusterError       a Dask cluster that cannot be used: not there, lost, of another version
    ├── LevelError         a file or text that is not a level, or a level beyond a limit
    ├── ModelError         a file that is not a model, or invalid weights
    ├── OptionError        an invalid limit, strategy, schedule, seed or name
    ├── OutputError        a file that cannot be written
    ├── SelectionError     a name, path or level number that does not exist
    ├── SolutionError      a text that is not a LURD solution
    ├── StoreError         a file that is not a results store, or cannot be used
    └── WorkerError        a worker process that cannot be started

A message is one line for users; the command line prints it unchanged.
"""

from __future__ import annotations

__all__ = [
    "ArgumentError",
    "CancelledError",
    "ClusterError",
    "LevelError",
    "ModelError",
    "OptionError",
    "OutputError",
    "RearviewError",
    "SelectionError",
    "SolutionError",
    "StoreError",
    "WorkerError",
]


class RearviewError(Exception):
    """The base class: catch it to catch all of them."""


class ArgumentError(RearviewError, TypeError):
    """A function of the API was called with an argument of the wrong type."""


class CancelledError(RearviewError):
    """`on_progress` returned False, and there is no result yet, such as a trained model."""


class ClusterError(RearviewError):
    """A Dask cluster cannot be used: it is not there, was lost, or has another version."""


class LevelError(RearviewError):
    """A file or text cannot be read as levels, or a level cannot be used."""


class ModelError(RearviewError):
    """A file or text cannot be read as a model, or a model's weights are invalid."""


class OptionError(RearviewError, ValueError):
    """A limit, strategy, schedule, seed or name is invalid or unknown."""


class OutputError(RearviewError):
    """A file cannot be written."""


class SelectionError(RearviewError):
    """The named collection, file or level number does not exist."""


class SolutionError(RearviewError):
    """A text is not a solution: a letter that is not a move, or malformed run lengths."""


class StoreError(RearviewError):
    """A file is not a results store, is of a newer rearview, or cannot be read or written."""


class WorkerError(RearviewError):
    """A worker process cannot be started."""
