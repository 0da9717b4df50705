"""Parses the text of a model file (see `rearview.model.writing`) and checks everything.

Written by hand, because importing a schema library would slow down every start of the program.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar

from rearview.arguments import is_number, is_whole, shown
from rearview.errors import ModelError, OptionError
from rearview.model.model import (
    AGENTS,
    BACKWARD_FEATURES,
    FEATURES,
    MAX_NAME_LENGTH,
    Agent,
    Iteration,
    Model,
    Provenance,
    check_weights,
)
from rearview.model.schedule import MAX_ITERATIONS, Schedule
from rearview.model.writing import FORMAT, VERSION
from rearview.ties import Ties

MAX_MODEL_BYTES: Final = 8 * 1024 * 1024
"""A model of MAX_ITERATIONS fits; the shipped one has a hundredth of that."""

_MAX_DIGITS = 20

_T = TypeVar("_T")


def load_model(path: str | os.PathLike[str]) -> Model:
    """Read a model file. Raises ModelError."""
    name = os.fspath(path)
    if not name:
        raise ModelError("empty name of a model file")
    try:
        with Path(name).open("rb") as file:
            # One byte over the limit is enough to know; a device may never end.
            data = file.read(MAX_MODEL_BYTES + 1)
    except FileNotFoundError:
        raise ModelError(f"{name}: no such file") from None
    except OSError as error:
        raise ModelError(f"{name}: {(error.strerror or str(error)).lower()}") from None
    except ValueError as error:
        raise ModelError(f"{name!r}: {error}") from None
    try:
        return read_model(data)
    except ModelError as error:
        raise ModelError(f"{name}: {error}") from None


def read_model(text: str | bytes) -> Model:
    """Read the text of a model file. Raises ModelError."""
    if len(text) > MAX_MODEL_BYTES:
        raise ModelError(f"larger than {MAX_MODEL_BYTES // 2**20} MiB")
    fields = _parse(text)
    if not isinstance(fields, dict) or fields.get("format") != FORMAT:
        raise ModelError(f"not a model: the field 'format' is not {FORMAT!r}")
    version = fields.get("version")
    if not is_whole(version) or version != VERSION:
        raise ModelError(
            f"model version {shown(version)} is not supported: this rearview reads {VERSION}"
        )
    whole = _Fields(fields, "the model")
    whole.allow("format", "version", "backward", "forward", "provenance")
    return Model(
        backward=whole.mapping("backward"),
        forward=whole.mapping("forward"),
        provenance=whole.take("provenance", _read_provenance),
    )


class _Fields:
    """An object of the file: fields are read by name and type, and unknown ones are refused."""

    def __init__(self, fields: object, where: str) -> None:
        if not isinstance(fields, dict):
            raise ModelError(f"{where} is not an object")
        self._fields: dict[str, Any] = fields
        self._where = where

    def allow(self, *names: str) -> None:
        unknown = sorted(set(self._fields) - set(names))
        if unknown:
            raise ModelError(f"{self._where} has an unknown field {shown(unknown[0])}")

    def has(self, name: str) -> bool:
        """Whether an optional field is present, which is written only for unusual values."""
        return name in self._fields

    def take(self, name: str, read: Callable[[object, str], _T]) -> _T:
        if name not in self._fields:
            raise ModelError(f"{self._where} has no field '{name}'")
        return read(self._fields[name], f"'{name}'")

    def whole(self, name: str, least: int, most: int) -> int:
        value = self.take(name, lambda value, _: value)
        if not is_whole(value) or not least <= value <= most:
            raise ModelError(f"'{name}' is not a whole number from {least} to {most:,}")
        return value

    def number(self, name: str) -> float:
        value = self.take(name, lambda value, _: value)
        if not is_number(value):
            raise ModelError(f"'{name}' is not a number")
        return float(value)

    def flag(self, name: str) -> bool:
        """A field that is written only if it is true."""
        if self._fields.get(name, True) is not True:
            raise ModelError(f"'{name}' is not true")
        return name in self._fields

    def text(self, name: str) -> str:
        return self.take(name, _read_text)

    def mapping(self, name: str) -> Mapping[str, Any]:
        return self.take(name, lambda value, where: _Fields(value, where)._fields)

    def names(self, name: str) -> tuple[str, ...]:
        return tuple(_read_text(value, f"'{name}'") for value in self.items(name))

    def items(self, name: str) -> list[Any]:
        value = self.take(name, lambda value, _: value)
        if not isinstance(value, list) or len(value) > MAX_ITERATIONS:
            raise ModelError(f"'{name}' is not a list of at most {MAX_ITERATIONS:,} entries")
        return value


def _read_provenance(value: object, where: str) -> Provenance | None:
    if value is None:
        return None
    fields = _Fields(value, where)
    fields.allow(
        "rearview", "levels", "seed", "schedule", "features", "detectors", "curriculum", "start",
        "only", "backward_iterations", "forward_iterations",
    )  # fmt: skip
    levels = _Fields(fields.mapping("levels"), "'levels'")
    levels.allow("name", "count", "hash")
    features = fields.names("features")
    if unknown := sorted(set(features) - set(FEATURES)):
        raise ModelError(f"unknown feature {shown(unknown[0])}")
    return Provenance(
        levels=levels.text("name"),
        level_count=levels.whole("count", 1, 2**31),
        levels_hash=levels.text("hash"),
        seed=fields.whole("seed", 0, 2**64 - 1),
        schedule=fields.take("schedule", _read_schedule),
        features=features,
        detectors=fields.names("detectors"),
        version=fields.text("rearview"),
        backward=_read_history(fields, "backward", BACKWARD_FEATURES),
        forward=_read_history(fields, "forward", FEATURES),
        curriculum=fields.flag("curriculum"),
        start=fields.text("start") if fields.has("start") else "",
        only=fields.take("only", _read_agent) if fields.has("only") else None,
    )


def _read_schedule(value: object, where: str) -> Schedule:
    fields = _Fields(value, where)
    names = Schedule.__dataclass_fields__
    fields.allow(*names)
    defaults = Schedule()
    read: dict[str, Any] = {
        name: fields.whole(name, 1, 2**31)
        if isinstance(getattr(defaults, name), int)
        else fields.number(name)
        for name in names
        if name not in ("ties", "forward_epsilon_scale")
    }
    # Older models name neither; they were trained with these.
    read["ties"] = fields.text("ties") if fields.has("ties") else Ties.NEAREST.value
    scale = "forward_epsilon_scale"
    read[scale] = fields.number(scale) if fields.has(scale) else 1.0
    try:
        return Schedule(**read)
    except OptionError as error:
        raise ModelError(f"{where}: {error}") from None


def _read_history(fields: _Fields, agent: str, names: tuple[str, ...]) -> tuple[Iteration, ...]:
    iterations = []
    for number, item in enumerate(fields.items(f"{agent}_iterations"), 1):
        iteration = _Fields(item, f"iteration {number} of '{agent}_iterations'")
        iteration.allow("rewards", "weights")
        weights = check_weights(iteration.mapping("weights"), names, agent)
        iterations.append(Iteration(weights, iteration.whole("rewards", 0, 2**31)))
    return tuple(iterations)


def _read_agent(value: object, where: str) -> Agent:
    for agent in AGENTS:
        if value == agent:
            return agent
    raise ModelError(f"{where} is not an agent")


def _read_text(value: object, where: str) -> str:
    if not isinstance(value, str) or len(value) > MAX_NAME_LENGTH or not value.isprintable():
        raise ModelError(f"{where} has an entry that is not a short string")
    return value


def _parse(text: str | bytes) -> object:
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        return json.loads(
            text,
            object_pairs_hook=_refuse_duplicates,
            parse_int=_parse_int,
            parse_constant=_refuse_constant,
        )
    except UnicodeDecodeError:
        raise ModelError("not a model: not UTF-8 text") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        what = error.msg.removesuffix(" at")  # Only some of Python's messages have it.
        raise ModelError(f"not a model, or damaged: {what} at {where}") from None
    except RecursionError:
        raise ModelError("not a model: nested too deeply") from None


def _parse_int(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise ModelError(f"a number of more than {_MAX_DIGITS} digits")
    return int(digits)


def _refuse_constant(name: str) -> NoReturn:
    raise ModelError(f"{name} is not a finite number")


def _refuse_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ModelError("a field is given twice")
    return fields
