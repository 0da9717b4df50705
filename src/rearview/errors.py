"""Every error that rearview raises on purpose.

    RearviewError          something is wrong with what the user gave, and the message says what
    ├── ArgumentError      a caller's mistake: a path where a level is wanted
    ├── CancelledError     `on_progress` has stopped what has nothing to return yet
    ├── ClusterError       a Dask cluster that cannot be used: not there, lost, of another version
    ├── LevelError         a file or text that is not a level, or a level past a named limit
    ├── ModelError         a file that is not a model, or weights that make no sense
    ├── OptionError        a limit, strategy, schedule, seed or name that makes no sense
    ├── OutputError        a file that cannot be written
    ├── SelectionError     a name, path or level number that points at nothing
    ├── SolutionError      a text that is not a LURD solution
    ├── StoreError         a file that is not a results store, or one that cannot be used
    └── WorkerError        a process that was to search levels cannot be started

A message is one line that a player understands; the command line prints it as it is.
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
    """The root of the tree: catch this one to catch them all."""


class ArgumentError(RearviewError, TypeError):
    """A function of the API was called with something of the wrong kind."""


class CancelledError(RearviewError):
    """`on_progress` has returned False, and there is nothing to return yet: no trained model."""


class ClusterError(RearviewError):
    """A Dask cluster cannot be used: it is not there, was lost, or is of another version."""


class LevelError(RearviewError):
    """A file or text cannot be read as levels, or a level cannot be used."""


class ModelError(RearviewError):
    """A file or text cannot be read as a model, or a model's weights make no sense."""


class OptionError(RearviewError, ValueError):
    """A limit, strategy, schedule, seed or name makes no sense: not positive, not known."""


class OutputError(RearviewError):
    """A file cannot be written."""


class SelectionError(RearviewError):
    """What the user named does not exist: a collection, a file, or a level number."""


class SolutionError(RearviewError):
    """A text is not a solution: a letter that is not a move, or run lengths that make no sense."""


class StoreError(RearviewError):
    """A file is not a results store, is of a newer rearview, or cannot be read or written."""


class WorkerError(RearviewError):
    """Another process that was to search levels cannot be started."""
