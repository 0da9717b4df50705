"""`Configuration`: everything that decides a run's results, except the levels."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from math import inf
from typing import Any, Final

from rearview.bench.program import Program, program_name
from rearview.limit import Limit
from rearview.objective import Objective
from rearview.search import Search, node_limits
from rearview.ties import Ties
from rearview.version import __version__, engine_hash


@dataclass(frozen=True, slots=True)
class Configuration:
    """Two runs with equal configurations are the same experiment, and can be continued as one.

    With a node limit they give the same results; with a time limit alone, results depend on the
    machine.
    """

    version: str
    """The version of rearview."""
    engine: str
    """Hash of the native module: a rebuilt core may search differently under the same version."""
    model: str
    """SHA-256 of the model's file."""
    seed: int
    limit: Limit
    """As given by the user: memory that is None was divided when the run began."""
    hints: bool
    meeting: bool
    alternation: bool
    cells: bool
    ties: Ties
    persistence: bool
    variation: bool
    beam: bool
    detectors: tuple[str, ...]
    forward_epsilon_scale: float = 1.0
    whole_look_back: bool = False
    objective: str | None = None
    """What solutions are minimised in."""
    optimise_seconds: float | None = None
    """Time for making solutions shorter; None with an objective means to prove them shortest."""
    command: str | None = None
    """The command of another solver, of which only the limit matters; None is rearview itself."""

    @classmethod
    def of(cls, search: Search) -> Configuration:
        """What is recorded of a search."""
        strategy = search.strategy
        hints = strategy.hints and search.model.uses_hints
        return cls(
            version=__version__,
            engine=engine_hash(),
            model=search.model.content_hash,
            seed=search.seed,
            limit=search.limit,
            hints=hints,
            meeting=strategy.meeting,
            alternation=strategy.alternation,
            cells=strategy.cells,
            ties=strategy.ties,
            persistence=strategy.alternation and strategy.persistence,
            variation=strategy.alternation and strategy.variation,
            beam=strategy.alternation and strategy.beam,
            detectors=strategy.detectors_used,
            forward_epsilon_scale=strategy.forward_epsilon_scale,
            whole_look_back=strategy.whole_look_back and (hints or strategy.meeting),
            objective=search.objective and search.objective.value,
            optimise_seconds=search.optimise_seconds,
        )

    @classmethod
    def of_program(cls, program: Program, seconds: float) -> Configuration:
        """What is recorded of another solver; its internals are unknown."""
        return cls(
            version="",
            engine="",
            model="",
            seed=0,
            limit=Limit(seconds),
            hints=False,
            meeting=False,
            alternation=False,
            cells=False,
            ties=Ties.NEAREST,
            persistence=False,
            variation=False,
            beam=False,
            detectors=(),
            command=program.command,
        )

    @property
    def solver(self) -> str:
        """The name of the solver for a table: `rearview 0.1.0`, `festival`."""
        if self.command is None:
            return f"rearview {self.version}"
        return program_name(self.command)

    def extends(self, other: Configuration) -> bool:
        """Whether only the limit differs, and no part of it is lower. Default memory cannot be
        compared."""
        if self == other or replace(self, limit=other.limit) != other:
            return False
        ours, theirs = self.limit.memory_mb, other.limit.memory_mb
        if ours != theirs and (ours is None or theirs is None or ours < theirs):
            return False
        pairs = zip(self._time_and_nodes(), other._time_and_nodes(), strict=True)
        return all(one >= another for one, another in pairs)

    def _time_and_nodes(self) -> tuple[float, float, float]:
        """The limits of a search, except memory."""
        backward, forward = node_limits(self.limit, self.alternation) or (inf, inf)
        return (self.limit.seconds, backward, forward)

    def fields(self) -> dict[str, Any]:
        """Plain values by name, in a fixed order."""
        limit = {name: getattr(self.limit, name) for name in Limit.__dataclass_fields__}
        others = {
            name: getattr(self, name) for name in self.__dataclass_fields__ if name != "limit"
        }
        return {**others, **limit, "detectors": list(self.detectors), "ties": self.ties.value}

    def to_json(self) -> str:
        """One line; equal configurations give equal texts."""
        return json.dumps(self.fields())

    @classmethod
    def from_json(cls, text: str) -> Configuration:
        """The inverse of `to_json`. Raises KeyError, TypeError or ValueError for anything else."""
        # Older runs have no such switches, objectives or other solvers, only nearest ties, an
        # epsilon scale of 1, and backward passes that end when the targets are empty.
        fields = {
            "cells": False,
            "persistence": False,
            "variation": False,
            "beam": False,
            "ties": Ties.NEAREST.value,
            "forward_epsilon_scale": 1.0,
            "whole_look_back": False,
            "objective": None,
            "optimise_seconds": None,
            "command": None,
            **json.loads(text),
        }
        if fields["objective"] not in _OBJECTIVES:
            raise ValueError("unknown objective")
        if fields["optimise_seconds"] is not None:
            Limit(fields["optimise_seconds"])
        for name, kind in _KINDS.items():
            if not isinstance(fields[name], kind):
                raise ValueError(f"{name} is not a {kind.__name__}")
        names = [fields["version"], fields["engine"], fields["model"], *fields["detectors"]]
        for text in names if fields["command"] is None else [*names, fields["command"]]:
            if not (isinstance(text, str) and text.isprintable()):
                raise ValueError("a name with control characters")
        limit = Limit(**{name: fields.pop(name) for name in Limit.__dataclass_fields__})
        read = {"detectors": tuple(fields["detectors"]), "ties": Ties(fields["ties"])}
        return cls(**{**fields, **read}, limit=limit)


_OBJECTIVES: Final = (None, *(one.value for one in Objective))
_KINDS: Final = {
    "version": str, "engine": str, "model": str, "seed": int,
    "hints": bool, "meeting": bool, "alternation": bool, "cells": bool, "ties": str,
    "persistence": bool, "variation": bool, "beam": bool, "forward_epsilon_scale": float,
    "whole_look_back": bool, "detectors": list,
}  # fmt: skip
