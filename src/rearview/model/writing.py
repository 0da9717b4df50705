"""A model to the text of its file: JSON that people can read.

    {
      "format": "rearview model",
      "version": 1,
      "backward": {"targets": -0.1, ...},
      "forward": {"targets": -0.1, ..., "overlap": 0.3, "perm": 0.4, ...},
      "provenance": {
        "rearview": "0.1.0",
        "levels": {"name": "microban", "count": 155, "hash": "..."},
        "seed": 0,
        "schedule": {"iterations": 100, ...},
        "features": [...],
        "detectors": [...],
        "backward_iterations": [
          {"rewards": 61, "weights": {...}},
          ...
        ],
        "forward_iterations": [...]
      }
    }

Some things are written only where they are so: in the schedule, `"ties": "farthest"` for another
rule than the nearest and `"forward_epsilon_scale": 0.25` for another scale than 1, as older files
have neither; after the detectors, `"curriculum": true` when the forward agent learned from easier
starts, too, `"start": "..."`, the hash of the model that training began with, and `"only":
"forward"` when the other agent was taken over as it was. Keys have one order, numbers the shortest
text that reads back as the same number, and there is no date: the same model is the same file.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any, Final

from rearview.model.model import Iteration, Model, Provenance
from rearview.model.schedule import Schedule
from rearview.ties import Ties

FORMAT: Final = "rearview model"
VERSION: Final = 1

_INLINE_DEPTH = 3


def write_model(model: Model) -> str:
    """The text of a model file."""
    return _lay_out(_model_fields(model), 0) + "\n"


def _model_fields(model: Model) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "backward": model.backward,
        "forward": model.forward,
        "provenance": _provenance_fields(model.provenance) if model.provenance else None,
    }


def _provenance_fields(provenance: Provenance) -> dict[str, Any]:
    return {
        "rearview": provenance.version,
        "levels": {
            "name": provenance.levels,
            "count": provenance.level_count,
            "hash": provenance.levels_hash,
        },
        "seed": provenance.seed,
        "schedule": _schedule_fields(provenance.schedule),
        "features": list(provenance.features),
        "detectors": list(provenance.detectors),
        **({"curriculum": True} if provenance.curriculum else {}),
        **({"start": provenance.start} if provenance.start else {}),
        **({"only": provenance.only} if provenance.only else {}),
        "backward_iterations": [_iteration_fields(one) for one in provenance.backward],
        "forward_iterations": [_iteration_fields(one) for one in provenance.forward],
    }


def _schedule_fields(schedule: Schedule) -> dict[str, Any]:
    fields = asdict(schedule)
    ties, scale = fields.pop("ties"), fields.pop("forward_epsilon_scale")
    return {
        **fields,
        **({} if ties is Ties.NEAREST else {"ties": ties.value}),
        **({} if scale == 1 else {"forward_epsilon_scale": scale}),
    }


def _iteration_fields(iteration: Iteration) -> dict[str, Any]:
    return {"rewards": iteration.rewards, "weights": iteration.weights}


def _lay_out(value: Any, depth: int) -> str:
    """JSON with one line for each thing that a reader looks at as one."""
    children = value.values() if isinstance(value, dict) else value
    is_tree = isinstance(value, (dict, list)) and any(isinstance(c, (dict, list)) for c in children)
    if not is_tree or depth >= _INLINE_DEPTH:
        return json.dumps(value, allow_nan=False)
    margin = "  " * (depth + 1)
    if isinstance(value, dict):
        items = [f"{json.dumps(key)}: {_lay_out(item, depth + 1)}" for key, item in value.items()]
    else:
        items = [_lay_out(item, depth + 1) for item in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    body = ",\n".join(margin + item for item in items)
    return f"{opening}\n{body}\n{'  ' * depth}{closing}"
