"""Models: written the same every time, and read with no trust at all."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rearview import Model, ModelError, OutputError, Provenance, Schedule
from rearview.model import BACKWARD_FEATURES, FEATURES, Iteration
from rearview.model.reading import MAX_MODEL_BYTES, read_model
from rearview.model.schedule import MAX_ITERATIONS

BACKWARD = dict.fromkeys(BACKWARD_FEATURES, 0.5)
FORWARD = dict.fromkeys(FEATURES, -0.1)
PROVENANCE = Provenance(
    levels="microban:1-2",
    level_count=2,
    levels_hash="0" * 64,
    seed=7,
    schedule=Schedule(iterations=2),
    features=FEATURES,
    detectors=("freeze",),
    version="0.1.0",
    backward=(Iteration(BACKWARD, 1), Iteration(BACKWARD, 2)),
    forward=(Iteration(FORWARD, 0), Iteration(FORWARD, 2)),
)
MODEL = Model(BACKWARD, FORWARD, PROVENANCE)


def test_reads_back_what_it_wrote() -> None:
    assert Model.from_json(MODEL.to_json()) == MODEL
    bare = Model(BACKWARD, FORWARD)
    assert Model.from_json(bare.to_json()) == bare


def test_is_written_with_one_line_for_each_thing() -> None:
    lines = MODEL.to_json().splitlines()
    assert lines[:3] == ["{", '  "format": "rearview model",', '  "version": 1,']
    assert lines[-4].startswith('      {"rewards": 2, "weights": {"targets": -0.1, ')
    assert json.loads(MODEL.to_json())["forward"] == FORWARD


def test_the_order_of_weights_that_were_given_does_not_show() -> None:
    turned = Model(dict(reversed(BACKWARD.items())), dict(reversed(FORWARD.items())), PROVENANCE)
    assert turned.to_json() == MODEL.to_json()


def test_content_hash_is_that_of_the_file() -> None:
    expected = hashlib.sha256(MODEL.to_json().encode()).hexdigest()
    assert MODEL.content_hash == expected
    assert Model(BACKWARD, {**FORWARD, "perm": 0.2}, PROVENANCE).content_hash != expected


@given(st.floats(-1e6, 1e6))
def test_every_weight_survives_exactly(weight: float) -> None:
    model = Model(BACKWARD, {**FORWARD, "perm": weight})
    assert Model.from_json(model.to_json()).forward["perm"] == weight


def test_the_longest_schedule_fits_into_a_file_that_is_read() -> None:
    longest = len(json.dumps({"rewards": 10**6, "weights": dict.fromkeys(FEATURES, -1 / 3e5)}))
    assert 2 * MAX_ITERATIONS * (longest + 10) < MAX_MODEL_BYTES


def test_the_shipped_model_is_there_and_is_read_once() -> None:
    assert Model.shipped() is Model.shipped()
    assert Model.shipped().provenance is not None


def test_files_of_every_version_are_still_read(data: Path) -> None:
    files = sorted((data / "models").glob("version-*.json"))
    assert [file.name for file in files] == ["version-1.json"]
    for file in files:
        model = Model.load(file)
        assert model.forward["perm"] > 0
        assert model.to_json() == file.read_text(encoding="utf-8")


def test_knows_whether_hints_matter() -> None:
    assert MODEL.uses_hints
    assert not Model(BACKWARD, {**FORWARD, "perm": 0, "overlap": 0}).uses_hints


@pytest.mark.parametrize(
    ("forward", "message"),
    [
        ({**FORWARD, "magic": 1.0}, "the forward agent has an unknown feature 'magic'"),
        ({"bias": 1.0}, "the forward agent has no weight for targets, distance"),
        ({**FORWARD, "perm": float("nan")}, "weight for perm is not a number"),
        ({**FORWARD, "perm": float("inf")}, "weight for perm is not a number"),
        ({**FORWARD, "perm": 10**400}, "weight for perm is not a number up to 1,000,000"),
        ({**FORWARD, "perm": 1e7}, "weight for perm is not a number up to 1,000,000"),
    ],
)
def test_weights_by_hand_are_checked_too(forward: dict[str, float], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Model(BACKWARD, forward)


def changed(change: Callable[[dict[str, Any]], object]) -> str:
    fields = json.loads(MODEL.to_json())
    change(fields)
    return json.dumps(fields)


def provenance(**fields: object) -> str:
    return changed(lambda model: model["provenance"].update(fields))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a model, or damaged: Expecting value at line 1, column 1"),
        ("{}", "'format' is not 'rearview model'"),
        ("[]", "'format' is not 'rearview model'"),
        ("null", "'format' is not 'rearview model'"),
        ("17", "'format' is not 'rearview model'"),
        (b"\xff\xfe\x00", "not UTF-8 text"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ("9" * 1_000_000, "more than 20 digits"),
        (" " * (MAX_MODEL_BYTES + 1), "larger than 8 MiB"),
        ('{"format": "rearview model", "format": "x"}', "given twice"),
        (
            changed(lambda m: m.update(version=2)),
            "version 2 is not supported: this",
        ),
        (changed(lambda m: m.update(version=True)), "version True"),
        (changed(lambda m: m.update(version=1.0)), "version 1.0"),
        (changed(lambda m: m.pop("version")), "version None"),
        (changed(lambda m: m.update(version="x" * 999)), "version 'xxx"),
        (changed(lambda m: m.update(more=1)), "the model has an unknown field 'more'"),
        (changed(lambda m: m.pop("forward")), "the model has no field 'forward'"),
        (changed(lambda m: m.update(forward=[1])), "'forward' is not an object"),
        (changed(lambda m: m["forward"].pop("perm")), "has no weight for perm"),
        (changed(lambda m: m["forward"].update(perm="1")), "weight for perm is not a number"),
        (changed(lambda m: m["forward"].update(perm=None)), "weight for perm is not a number"),
        (changed(lambda m: m["forward"].update(perm=True)), "weight for perm is not a number"),
        (changed(lambda m: m["forward"].update(perm=[0.1])), "weight for perm is not a number"),
        (
            changed(lambda m: m["backward"].update(perm=1)),
            "agent has an unknown feature 'perm'",
        ),
        (changed(lambda m: m["backward"].update(bias=float("nan"))), "NaN is not a finite number"),
        (
            changed(lambda m: m["backward"].update(bias=float("-inf"))),
            "-Infinity is not a finite",
        ),
        (MODEL.to_json().replace("0.5", "1e999", 1), "is not a number up to"),
        (
            changed(lambda m: m["forward"].update({"x" * 5_000_000: 1})),
            "an unknown feature 'xxx",
        ),
        ('{"format', "or damaged: Unterminated string starting at line 1, column 2"),
        (changed(lambda m: m.pop("provenance")), "the model has no field 'provenance'"),
        (changed(lambda m: m.update(provenance=7)), "'provenance' is not an object"),
        (changed(lambda m: m.update(provenance=False)), "'provenance' is not an object"),
        (changed(lambda m: m.update(provenance=[])), "'provenance' is not an object"),
        (provenance(seed=-1), "'seed' is not a whole number"),
        (provenance(seed=0.5), "'seed' is not a whole number"),
        (provenance(features=["magic"]), "unknown feature 'magic'"),
        (provenance(features="magic"), "'features' is not a list"),
        (provenance(detectors=[7]), "'detectors' has an entry that is not a short string"),
        (provenance(rearview="x\x1b[31m"), "'rearview' has an entry that is not a short string"),
        (provenance(rearview="x" * 10_000), "'rearview' has an entry that is not a short string"),
        (provenance(levels={}), "'levels' has no field 'name'"),
        (provenance(schedule={}), "'schedule' has no field 'iterations'"),
        (provenance(backward_iterations=[{}]), "iteration 1 of 'backward_iterations' has no field"),
        (provenance(backward_iterations=[7]), "of 'backward_iterations' is not an object"),
        (provenance(forward_iterations=[0] * 20_000), "is not a list of at most 10,000"),
    ],
)
def test_a_damaged_or_hostile_model_is_refused_with_a_reason(
    text: str | bytes, message: str
) -> None:
    with pytest.raises(ModelError) as refusal:
        read_model(text)
    assert message in str(refusal.value)
    assert len(str(refusal.value)) < 200
    assert str(refusal.value).isprintable()


def test_a_schedule_that_makes_no_sense_is_refused() -> None:
    schedule = json.loads(MODEL.to_json())["provenance"]["schedule"]
    with pytest.raises(ModelError, match="rate must be over 0 and at most 1, not 7"):
        read_model(provenance(schedule={**schedule, "rate": 7}))


def test_a_truncated_file_is_refused_wherever_it_ends() -> None:
    text = MODEL.to_json()
    for end in range(0, len(text) - 2, 7):
        with pytest.raises(ModelError):
            read_model(text[:end])


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists, max_leaves=5))
def test_nothing_in_the_place_of_a_field_is_more_than_a_model_error(junk: object) -> None:
    whole = json.loads(MODEL.to_json())
    for place in (whole, whole["provenance"], whole["provenance"]["schedule"], whole["forward"]):
        for name in list(place):
            kept, place[name] = place[name], junk
            with suppress(ModelError):
                read_model(json.dumps(whole))
            place[name] = kept


@pytest.mark.parametrize("name", ["nowhere.json", "", ".", "a\0b", "/dev/zero"])
def test_a_file_that_cannot_be_read_is_named(name: str) -> None:
    with pytest.raises(ModelError):
        Model.load(name)


def test_an_empty_name_is_told_as_such() -> None:
    with pytest.raises(ModelError, match="empty name of a model file"):
        Model.load("")


def test_a_model_is_saved_whole_and_loaded_again(tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    Model.shipped().save(path)
    assert Model.load(path) == Model.shipped()
    assert path.read_text(encoding="utf-8") == Model.shipped().to_json()
    with pytest.raises(OutputError, match="cannot be written"):
        Model.shipped().save(tmp_path / "nowhere" / "model.json")
