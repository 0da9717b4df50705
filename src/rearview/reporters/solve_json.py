"""Results as JSON: one object per line and level, in order."""

from __future__ import annotations

import json

from rearview.reporters.solve import NamedLevel, PipeReporter
from rearview.result import Result


class JsonReporter(PipeReporter):
    """Writes the line of each result as soon as it is known."""

    def end(self, named: NamedLevel, result: Result) -> None:
        self._write(json.dumps(result_fields(named.name, named.level.index, result)))


def result_fields(name: str, index: int, result: Result) -> dict[str, object]:
    """The stable JSON fields; what a result does not have is null.

    `optimal` and `lower_bound` are added if a shortest solution was asked for, `moves_before` and
    `pushes_before` if a solution was shortened.
    """
    before = {"moves_before": result.moves_before, "pushes_before": result.pushes_before}
    proof = {"optimal": result.is_optimal, "lower_bound": result.lower_bound}
    return {
        "level": name,
        "index": index,
        "result": result.outcome.value,
        "lurd": result.lurd if result else None,
        "moves": result.moves if result else None,
        "pushes": result.pushes if result else None,
        "seconds": round(result.seconds, 6),
        "backward_nodes": result.backward_nodes,
        "forward_nodes": result.forward_nodes,
        "reason": result.reason.value if result.reason else None,
        "error": result.error or None,
        **(proof if result.objective is not None else {}),
        **(before if result.moves_before is not None else {}),
    }
