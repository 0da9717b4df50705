"""A run's configuration is what was really done, and reads back as the same."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import rearview
from rearview import Limit, Model, Strategy, Ties
from rearview.bench.configuration import Configuration
from rearview.search import Search

SEARCH = Search(limit=Limit(5), seed=7)


def test_reads_back_as_the_same() -> None:
    for limit in (Limit(5), Limit(0.5, 1, 2, 3)):
        one = Configuration.of(replace(SEARCH, limit=limit))
        assert Configuration.from_json(one.to_json()) == one


@pytest.mark.parametrize("part", ["cells", "persistence", "variation", "beam"])
def test_a_run_from_before_there_was_a_part_was_without_it(part: str) -> None:
    fields = Configuration.of(SEARCH).fields()
    older = {name: value for name, value in fields.items() if name != part}
    without = json.dumps({**fields, part: False})
    assert Configuration.from_json(json.dumps(older)) == Configuration.from_json(without)


def test_the_rule_of_ties_is_another_configuration_and_was_the_nearest_before() -> None:
    nearest, farthest = (
        Configuration.of(replace(SEARCH, strategy=Strategy(ties=ties)))
        for ties in (Ties.NEAREST, Ties.FARTHEST)
    )
    assert nearest != farthest == Configuration.from_json(farthest.to_json())
    fields = {name: value for name, value in nearest.fields().items() if name != "ties"}
    assert Configuration.from_json(json.dumps(fields)) == nearest


@pytest.mark.parametrize(
    ("name", "before", "other"),
    [("forward_epsilon_scale", 1.0, 0.5), ("whole_look_back", False, True)],
)
def test_what_the_paper_leaves_open_is_another_configuration_and_had_one_value_before(
    name: str, before: Any, other: Any
) -> None:
    older, newer = (
        Configuration.of(replace(SEARCH, strategy=replace(Strategy(), **{name: value})))
        for value in (before, other)
    )
    assert older != newer == Configuration.from_json(newer.to_json())
    fields = {key: value for key, value in older.fields().items() if key != name}
    assert Configuration.from_json(json.dumps(fields)) == older
    with pytest.raises(ValueError, match=name):
        Configuration.from_json(json.dumps({**fields, name: "much"}))


def test_without_a_look_back_none_is_whole() -> None:
    no_look = Strategy(hints=False, meeting=False)
    whole = replace(no_look, whole_look_back=True)
    assert Configuration.of(replace(SEARCH, strategy=whole)) == Configuration.of(
        replace(SEARCH, strategy=no_look)
    )


def test_says_what_decides_the_results() -> None:
    one = Configuration.of(SEARCH)
    assert one.version == rearview.__version__
    assert one.model == Model.shipped().content_hash
    assert (one.seed, one.limit) == (7, Limit(5))
    assert len(one.engine) == 16


def test_a_switch_that_has_no_effect_makes_no_other_configuration() -> None:
    every = replace(SEARCH, strategy=Strategy(detectors=Strategy().detectors_used))
    assert Configuration.of(SEARCH) == Configuration.of(every)


def test_without_hint_weights_there_are_no_hints() -> None:
    weights = {**Model.shipped().forward, "overlap": 0.0, "perm": 0.0}
    blind = replace(SEARCH, model=replace(Model.shipped(), forward=weights))
    assert Configuration.of(SEARCH).hints
    assert not Configuration.of(blind).hints


@pytest.mark.parametrize(
    ("smaller", "larger"),
    [
        (Limit(5), Limit(6)),
        (Limit(5, 10), Limit(5, 20)),
        (Limit(5, 10, 20), Limit(9, 10, 30)),
        (Limit(5, 10), Limit(5)),
        (Limit(5, memory_mb=100), Limit(5, memory_mb=200)),
        (Limit(5, 10), Limit(5, 10, 60_000)),  # 50,000 is the default beside a limit of nodes.
    ],
)
def test_more_time_nodes_or_memory_extends_a_configuration(smaller: Limit, larger: Limit) -> None:
    one, other = (Configuration.of(replace(SEARCH, limit=limit)) for limit in (smaller, larger))
    assert other.extends(one)
    assert not one.extends(other)
    assert not replace(other, seed=8).extends(one)
    assert not replace(other, engine="another").extends(one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Limit(5), Limit(5)),
        (Limit(5, 10), Limit(6, 9)),
        (Limit(5, 10, 20), Limit(5, 20, 10)),
        (Limit(5), Limit(5, memory_mb=10**6)),
        (Limit(5, 10), Limit(9, 10, 40_000)),
    ],
)
def test_what_is_less_somewhere_extends_nothing(one: Limit, other: Limit) -> None:
    first, second = (Configuration.of(replace(SEARCH, limit=limit)) for limit in (one, other))
    assert not second.extends(first)


def test_a_search_that_is_shared_out_is_small_and_has_its_part_of_the_memory() -> None:
    half, quarter = SEARCH.shared_among(1), SEARCH.shared_among(2)
    assert len(half.model.to_json()) < len(SEARCH.model.to_json()) / 10
    assert half.limit.memory_mb is not None
    assert quarter.limit.memory_mb is not None
    assert quarter.limit.memory_mb < half.limit.memory_mb
