"""What a part is worth: one part is off at a time, and differences are taken seed by seed."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import stdev
from types import MappingProxyType
from typing import Any

import pytest

from rearview import Strategy
from rearview.experiments.ablation import AblationExperiment, make_strategies
from rearview.experiments.calibration import CalibrationExperiment
from rearview.experiments.controls import FESTIVAL, UNTRAINED, ControlsExperiment, draw_model
from rearview.experiments.disclosure import DisclosureExperiment, make_differences
from rearview.experiments.experiment import Experiment
from rearview.experiments.parts import Part, Parts, SeedTotals, read_parts
from rearview.experiments.steps import StepsExperiment, make_steps
from rearview.model import FEATURES
from rearview.strategy import SWITCHES, detector_names


def make_part(name: str, **solved: int) -> Part:
    """Made up: solved levels by seed, as `s0=40`."""
    return Part(name, {int(seed[1:]): SeedTotals(count, 50, 9) for seed, count in solved.items()})


def make_ablation(
    *parts: Part, unsolved_by: Mapping[str, int] = MappingProxyType({}), hopeless: int = 0
) -> Parts:
    return Parts(list(parts), 50, unsolved_by, hopeless)


ALL = make_part("all", s0=40, s1=42, s2=44)
WITHOUT = make_part("no hints", s0=31, s1=32, s2=33)


def test_the_first_row_is_the_default_search() -> None:
    name, strategy = next(iter(make_strategies().items()))
    assert (name, strategy) == ("all", Strategy())


@pytest.mark.parametrize("switch", SWITCHES)
def test_each_switch_is_off_in_one_row_and_nothing_else_there(switch: str) -> None:
    off = {name: one for name, one in make_strategies().items() if not getattr(one, switch)}
    ((name, strategy),) = off.items()
    assert name == f"no {switch}"
    assert [getattr(strategy, one) for one in SWITCHES].count(True) == len(SWITCHES) - 1
    assert strategy.detectors_used == detector_names()


@pytest.mark.parametrize("detector", detector_names())
def test_each_detector_is_off_in_one_row_and_nothing_else_there(detector: str) -> None:
    strategies = make_strategies().items()
    off = {name: one for name, one in strategies if detector not in one.detectors_used}
    ((name, strategy),) = off.items()
    assert name == f"no {detector}"
    assert all(getattr(strategy, one) for one in SWITCHES)
    assert len(strategy.detectors_used) == len(detector_names()) - 1


def test_there_are_no_other_rows() -> None:
    assert len(make_strategies()) == 1 + len(SWITCHES) + len(detector_names())


def test_a_part_has_mean_and_deviation_over_its_seeds() -> None:
    assert (ALL.solved.mean, ALL.solved.deviation) == (42, 2)
    assert (WITHOUT.solved.mean, WITHOUT.solved.deviation) == (32, 1)


def test_the_difference_is_that_of_the_same_seeds() -> None:
    difference = WITHOUT.difference(ALL)
    assert (difference.mean, difference.deviation) == (-10, stdev([-9, -10, -11]))
    turned = make_part("no hints", s2=33, s1=32, s0=31)
    assert turned.difference(ALL) == difference


def test_one_seed_has_no_deviation() -> None:
    one = make_part("all", s0=40)
    assert one.solved.deviation is None
    assert AblationExperiment().text(make_ablation(one, make_part("no hints", s0=41)))[1:] == [
        "all         40.0          -",
        "no hints    41.0          -               +1.0",
    ]


def test_the_table_has_mean_deviation_and_difference() -> None:
    assert AblationExperiment().text(make_ablation(ALL, WITHOUT, unsolved_by={"nodes": 7})) == [
        "part        mean  deviation  difference to all",
        "all         42.0        2.0",
        "no hints    32.0        1.0       -10.0 +- 1.0",
    ]


def test_what_no_part_could_have_changed_is_told() -> None:
    found = make_ablation(ALL, unsolved_by={"nodes": 7, "crashed": 2, "time": 1}, hopeless=1)
    assert AblationExperiment().text(found)[2:] == [
        "",
        "1 level invalid or unsolvable, solved by no search",
        "",
        "3 searches cut short by the machine, not by nodes",
    ]


def test_what_is_written_can_be_read() -> None:
    rows = [row for part in (ALL, WITHOUT) for row in part.rows()]
    assert rows[0] == {"part": "all", "seed": 0, "solved": 40, "levels": 50, "nodes": 9}
    texts = [{name: str(value) for name, value in row.items()} for row in rows]
    assert read_parts(texts) == [ALL, WITHOUT]


@pytest.mark.parametrize("quick", [False, True])
@pytest.mark.parametrize(
    ("kind", "nodes"),
    [
        (AblationExperiment, (5_000, 12_500)),
        (DisclosureExperiment, (2_000, 5_000)),
        (ControlsExperiment, (2_000, 5_000)),
        (CalibrationExperiment, (2_000, 5_000)),
        (StepsExperiment, (5_000, 12_500)),
    ],
)
def test_choices_are_made_on_other_levels_than_xsokoban_and_by_nodes(
    kind: type[Experiment[Any]], nodes: tuple[int, int], quick: bool
) -> None:
    setup = kind().setup(quick)
    assert {one.name for one in setup.collections} <= {"grigr", "sasquatch1"}
    assert (setup.limit.backward_nodes, setup.limit.forward_nodes) == nodes
    assert setup.limit.seconds >= 600


def test_what_is_disclosed_is_the_papers_search_with_one_thing_another_at_a_time() -> None:
    differences = make_differences()
    first = next(iter(differences.values()))
    assert (first.variant.features, first.variant.changes, first.strategy) == (FEATURES, (), None)
    for name, one in differences.items():
        others = [
            one.variant.features != first.variant.features,
            bool(one.variant.changes),
            one.strategy is not None,
        ]
        assert sum(others) == (one is not first), name
    strategies = [one.strategy or {} for one in differences.values()]
    left_out = [one["detectors"] for one in strategies if "detectors" in one]
    assert [set(detector_names()) - set(some) for some in left_out[:-1]] == [
        {name} for name in detector_names()
    ]
    assert left_out[-1] == ()


def test_controls_have_weights_that_nobody_here_has_trained() -> None:
    assert not UNTRAINED.uses_hints
    assert FESTIVAL.forward["perm"] > FESTIVAL.forward["overlap"] > 0 > FESTIVAL.forward["targets"]
    assert draw_model(1) == draw_model(1) != draw_model(2)
    assert all(model.provenance is None for model in (UNTRAINED, FESTIVAL, draw_model(0)))


def test_each_step_is_one_part_away_from_the_search_that_it_is_compared_with() -> None:
    steps, experiment = make_steps(), StepsExperiment()
    bases = [name for name in steps if experiment.base(name) == name]
    assert len(bases) == 4
    for name, step in steps.items():
        base = steps[experiment.base(name)]
        assert (step.kind, step.variant.features) == (base.kind, base.variant.features)
        assert len(step.strategy) + len(step.variant.changes) == (name not in bases), name


def test_a_step_is_compared_with_its_own_search() -> None:
    parts = [
        make_part("all features: paper search", s0=40),
        make_part("all features: paper search + cells", s0=43),
        make_part("all features: default search", s0=50),
        make_part("all features: default search - cells", s0=48),
    ]
    lines = StepsExperiment().text(make_ablation(*parts))
    assert [line.split()[-1] for line in lines] == ["difference", "-", "+3.0", "-", "-2.0"]
