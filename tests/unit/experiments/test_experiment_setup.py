"""The experiments are the paper's: rows, budgets, and what may stand beside its numbers."""

from __future__ import annotations

from dataclasses import replace

from rearview import Limit
from rearview.experiments.figure3 import Curve, rows
from rearview.experiments.setup import Setup
from rearview.experiments.variants import ALL, CURRICULUM, NO_HINTS, TABLE_1


def test_the_rows_are_the_papers() -> None:
    switches = [(row.overlap, row.perm, row.connectivity) for row in TABLE_1]
    assert switches == [
        (False, False, False),
        (False, False, True),
        (True, False, False),
        (True, False, True),
        (True, True, False),
        (True, True, True),
    ]
    assert [row.paper for row in TABLE_1] == [55, 60, 82, 86, 86, 88]
    assert "connectivity" not in TABLE_1[4].features
    assert {"overlap", "perm"} <= set(ALL.features)
    assert CURRICULUM.features == NO_HINTS.features


def test_the_setup_is_the_papers_and_quick_is_not() -> None:
    setup = Setup.paper()
    assert (len(setup.levels), len(setup.training_levels)) == (90, 155)
    assert (setup.limit.backward_nodes, setup.limit.forward_nodes) == (10_000, 50_000)
    assert setup.is_papers
    assert replace(setup, seeds=(9,)).is_papers
    assert not replace(setup, limit=Limit(backward_nodes=1, forward_nodes=1)).is_papers
    assert not Setup.quick().is_papers
    assert len(Setup.quick().levels) == 15


def test_a_curve_counts_levels_solved_within_a_tree() -> None:
    curve = Curve("with hints", {0: {1: 10, 2: None, 3: 500}, 1: {1: 20, 2: 20, 3: 501}})
    assert [curve.solved(0, size) for size in (9, 10, 499, 500)] == [0, 1, 1, 2]
    assert curve.mean_solved(500) == 2.0
    assert rows([curve])[1] == {
        "curve": "with hints", "seed": 0, "level": 2, "forward_nodes": None,
    }  # fmt: skip
