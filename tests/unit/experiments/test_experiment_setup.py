"""The experiments are the paper's: rows, budgets, and what may stand beside its numbers."""

from __future__ import annotations

from dataclasses import replace

from rearview import Limit, Strategy
from rearview._core import SolverOptions
from rearview.experiments.figure3 import Curve, Curves, Figure3
from rearview.experiments.seeds import Seed, Seeds, SeedsExperiment
from rearview.experiments.setup import Setup
from rearview.experiments.variants import ALL, CURRICULUM, NO_HINTS, TABLE_1, SearchKind


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
    assert (setup.level_count, len(setup.training.levels)) == (90, 155)
    assert (setup.limit.backward_nodes, setup.limit.forward_nodes) == (10_000, 50_000)
    assert setup.is_papers
    assert replace(setup, seeds=(9,)).is_papers
    assert not replace(setup, limit=Limit(backward_nodes=1, forward_nodes=1)).is_papers
    assert not Setup.quick().is_papers
    assert Setup.quick().level_count == 9


def test_the_quick_budget_is_enough_to_look_back_again() -> None:
    limit, rounds = Setup.quick().limit, SolverOptions()
    assert limit.backward_nodes is not None
    assert limit.forward_nodes is not None
    assert limit.backward_nodes > rounds.backward_nodes
    assert limit.forward_nodes > rounds.forward_nodes


def test_a_curve_counts_levels_solved_within_a_tree() -> None:
    trees: dict[int, dict[int, int | None]] = {
        0: {1: 10, 2: None, 3: 500},
        1: {1: 20, 2: 20, 3: 501},
    }
    states = {
        seed: {level: n and 30 * n for level, n in some.items()} for seed, some in trees.items()
    }
    curve = Curve("with hints", "expansions", trees)
    wider = Curve("with hints", "states", states)
    assert [curve.solved(0, size) for size in (9, 10, 499, 500)] == [0, 1, 1, 2]
    assert curve.mean_solved(500) == 2.0
    assert (wider.mean_solved(500), wider.mean_solved(30 * 500)) == (0.5, 2.0)
    rows = list(Figure3().rows(Curves([curve, wider], 501, 3)))
    assert rows[1:3] == [
        {"curve": "with hints", "seed": 0, "level": 2, "forward_nodes": None,
         "forward_states": None},
        {"curve": "with hints", "seed": 0, "level": 3, "forward_nodes": 500,
         "forward_states": 15_000},
    ]  # fmt: skip


def test_the_kinds_of_search_differ_in_what_is_ours() -> None:
    assert SearchKind.PAPER.strategy == Strategy.paper()
    assert SearchKind.MEETING.strategy == replace(Strategy.paper(), meeting=True)
    assert SearchKind.DEFAULT.strategy == Strategy()


def make_seed(number: int, solved: tuple[int, int, int], **forward: float) -> Seed:
    weights = {
        "perm": 0.4, "overlap": 0.3, "connectivity": -0.2, "targets": -0.1,
        "distance": 0.05, "gamma2": 0.5, **forward,
    }  # fmt: skip
    return Seed(
        number,
        {"forward": weights, "backward": weights},
        dict(zip(SearchKind, solved, strict=True)),
        88,
    )


def test_a_seed_knows_whether_its_signs_are_the_papers() -> None:
    assert make_seed(0, (1, 2, 3)).has_papers_signs
    assert make_seed(0, (1, 2, 3), distance=-1).has_papers_signs
    for wrong in ({"perm": -0.1}, {"overlap": 0.0}, {"connectivity": 0.1}, {"targets": 0.1}):
        assert not make_seed(0, (1, 2, 3), **wrong).has_papers_signs
    row = make_seed(7, (1, 2, 3)).fields()
    assert (row["seed"], row["forward_perm"], row["signs_as_paper"]) == (7, 0.4, "yes")
    assert [row[name] for name in ("paper_search", "meeting_search", "default_search")] == [1, 2, 3]


def test_seeds_are_told_with_mean_least_and_most() -> None:
    seeds = [make_seed(0, (81, 84, 85)), make_seed(1, (82, 84, 88), perm=-0.2)]
    lines = SeedsExperiment().text(Seeds(seeds, 90))
    assert lines[:9] == [
        "solved       paper  meeting  default",
        "seed 0          81       84       85",
        "seed 1          82       84       88",
        "mean          81.5     84.0     86.5",
        "least           81       84       85",
        "most            82       84       88",
        "the paper       88",
        "signs of weights as in the paper: 1 of 2",
        "",
    ]
    assert lines[9].split() == [
        "forward", "perm", "overlap", "connectivity", "targets", "distance", "gamma2",
    ]  # fmt: skip
    assert lines[12].split()[:2] == ["mean", "0.100"]
