"""`Reporter`: shows what happens in a batch, event by event."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

Event = TypeVar("Event")


class Reporter(ABC, Generic[Event]):
    """Reads the stream of a batch: see `parallel/batch.py`."""

    @abstractmethod
    def show(self, event: Event) -> None:
        """Show what has just happened, as far as it is worth showing."""

    def close(self) -> None:
        """After the last event, or when something went wrong: leave the terminal clean.

        A second call does nothing.
        """
