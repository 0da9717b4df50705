"""A benchmark while it runs: a live table on a terminal, a line per level in a pipe."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from rearview.bench.record import LevelKey, Record
from rearview.bench.runner import Task
from rearview.parallel.batch import Begun, Ended, Event, Skipped
from rearview.reporters.reporter import Reporter
from rearview.reporters.solve_json import result_fields
from rearview.reporters.statistics_log import HEADER, log_line, total_line

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

BenchEvent = Event[Task, Record]

_FRAMES_PER_SECOND = 4
_MAX_CURRENT = 16


class Tally:
    """The progress of a benchmark, counted by every reporter of it."""

    def __init__(self) -> None:
        self.solved = 0
        self.settled = 0

    def add(self, record: Record) -> bool:
        """Whether this was the final result of its level."""
        self.settled += record.is_settled
        self.solved += bool(record.result)
        return record.is_settled


class BenchLogReporter(Reporter[BenchEvent]):
    """Writes the statistics log, each line as soon as it is known."""

    def __init__(self, write: Callable[[str], None], solver: str) -> None:
        self._write = write
        self._solver = solver
        self._tally = Tally()
        write(HEADER)

    def show(self, event: BenchEvent) -> None:
        if isinstance(event, Begun) or not self._tally.add(event.record):
            return
        if isinstance(event, Ended):
            self._write(log_line(self._tally.settled, event.record, self._solver))

    def close(self) -> None:
        solved = self._tally.solved
        self._write(f"\n{total_line(solved, self._tally.settled - solved)}")


class BenchJsonReporter(Reporter[BenchEvent]):
    """Writes one JSON object per line and level, as soon as it is known.

    For another solver, it has its command.
    """

    def __init__(self, write: Callable[[str], None], command: str | None = None) -> None:
        self._write = write
        self._more = {} if command is None else {"command": command}

    def show(self, event: BenchEvent) -> None:
        if isinstance(event, Ended) and event.record.is_settled:
            self._write(json.dumps({**record_fields(event.record), **self._more}))


class BenchLiveReporter(Reporter[BenchEvent]):
    """Solved so far, rate, time left, what is being searched; perhaps a log above.

    The description of the workers is queried on each refresh.
    """

    def __init__(
        self,
        console: Console,
        level_count: int,
        log: BenchLogReporter | None = None,
        describe_workers: Callable[[], str] = str,
    ) -> None:
        from rich.live import Live

        self._log = log
        self._describe_workers = describe_workers
        self._level_count = level_count
        self._tally = Tally()
        self._skipped = 0
        self._began = monotonic()
        self._current: dict[tuple[int, LevelKey], tuple[float, Task]] = {}
        self._live = Live(
            console=console,
            get_renderable=self._render,
            refresh_per_second=_FRAMES_PER_SECOND,
            transient=True,
        )
        self._live.start()

    def show(self, event: BenchEvent) -> None:
        key = (event.task.run, event.task.key)
        if isinstance(event, Begun):
            self._current[key] = (monotonic(), event.task)
        else:
            self._current.pop(key, None)
            self._tally.add(event.record)
            self._skipped += isinstance(event, Skipped)
        if self._log is not None:
            self._log.show(event)

    def close(self) -> None:
        self._live.stop()
        if self._log is not None:
            self._log.close()

    def _render(self) -> RenderableType:
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        done = self._tally.settled
        line = f"solved {self._tally.solved:,} of {done:,}, {self._level_count:,} in all"
        table = Table(box=None, pad_edge=False, show_header=False)
        now = monotonic()
        # A copy, as the table is drawn by another thread.
        current = sorted(self._current.copy().values(), key=lambda item: item[0])
        for began, task in current[:_MAX_CURRENT]:
            table.add_row(Text(task.key.shown), f"{now - began:.1f} s", Text(task.level.title))
        above = Text(f"{line}{self._pace(now)}", "bold")
        workers = self._describe_workers()
        # On a cluster, a task that was given out may not be running yet.
        return Group(above, Text(workers) if workers else table)

    def _pace(self, now: float) -> str:
        searched = self._tally.settled - self._skipped
        if not searched:
            return ""
        rate = searched / (now - self._began)
        left = (self._level_count - self._tally.settled) / rate
        return f"; {rate:,.2f} levels/s, {duration(left)} left"


def record_fields(record: Record) -> dict[str, object]:
    """The fields of `rearview solve --json`, and more from the store."""
    result = record.result
    return {
        **result_fields(record.key.name, record.key.index, result),
        "level_hash": record.key.level_hash,
        "backward_seconds": round(result.backward_seconds, 6),
        "forward_seconds": round(result.forward_seconds, 6),
        "backward_states": result.backward_states,
        "forward_states": result.forward_states,
        "backward_dead": result.backward_dead,
        "forward_dead": result.forward_dead,
        "rounds": result.rounds,
        "met": result.met,
        "cleared": result.cleared,
        "trajectory_length": record.trajectory_length,
        "attempts": record.attempts,
        "recorded_at": record.recorded_at,
        "taken_from": record.taken_from,
        "host": record.host and record.host.name,
        "processor": record.host and record.host.processor,
    }


def duration(seconds: float) -> str:
    """`1:02:03`, `2:03`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
