"""`Folder`: stores the searches, models and results of experiments.

FOLDER/results.db       every search (rearview report shows it)
FOLDER/models/*.json    every trained model, named by what it was trained with
FOLDER/table1.csv ...   the numbers, the plot (.png) and the configuration (.json) of each
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rearview.bench.store import Store
from rearview.errors import OutputError
from rearview.model import Model
from rearview.output.files import write_file
from rearview.version import __version__, engine_hash


def origin(command: str, period: tuple[str, str]) -> dict[str, Any]:
    """The provenance of numbers, to check and reproduce them; the dates are those of the data."""
    began, ended = period
    return {
        "command": command,
        "rearview": __version__,
        "engine": engine_hash(),
        "began": began,
        "ended": ended,
    }


class Folder:
    """Created if it is missing. Raises OutputError if that fails."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self._models = self.path / "models"
        self._make(self._models)

    def open_store(self) -> Store:
        return Store(self.path / "results.db")

    def model_path(self, name: str) -> Path:
        return self._models / f"{name}.json"

    def load_model(self, name: str) -> Model | None:
        """The model stored under this name, if there is one."""
        path = self.model_path(name)
        return Model.load(path) if path.exists() else None

    def keep_model(self, name: str, model: Model) -> None:
        model.save(self.model_path(name))

    def model_time(self, name: str) -> float:
        """When the model was trained, in seconds since 1970."""
        return self.model_path(name).stat().st_mtime

    def write(self, name: str, content: str | bytes) -> Path:
        """Write a file atomically."""
        path = self.path / name
        write_file(path, content)
        return path

    def write_json(self, name: str, fields: Mapping[str, object]) -> Path:
        return self.write(name, json.dumps(fields, indent=2) + "\n")

    def _make(self, path: Path) -> None:
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise OutputError(f"{path}: cannot be written: {why}") from None
