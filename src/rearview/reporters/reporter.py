"""`Reporter`: shows the events of a batch."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

Event = TypeVar("Event")


class Reporter(ABC, Generic[Event]):
    """Consumes the events of a batch: see `parallel/batch.py`."""

    @abstractmethod
    def show(self, event: Event) -> None:
        """Show an event, if it is worth showing."""

    def close(self) -> None:
        """After the last event, or an error: clean up the terminal. A second call does nothing."""
