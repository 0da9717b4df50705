"""Every second round has another rule of ties, another epsilon and other weights."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rearview import Limit, Strategy, Ties, load_levels
from rearview._core import Board, Progress, SearchResult, SolverOptions, solve
from rearview.model import FEATURES
from rearview.search import Search, Share
from rearview.solving import make_options
from rounds import set_rounds

LEVEL = Board(load_levels("xsokoban:29")[0].rows)
NODES = 50


def make(rounds: int, share: Share = Share.ALL, **strategy: Any) -> SolverOptions:
    """Small rounds, all with new trees."""
    nodes = rounds * NODES
    limit = Limit(backward_nodes=nodes, forward_nodes=nodes)
    strategy = {"persistence": False, "beam": False, **strategy}
    options = make_options(Search(limit=limit, strategy=Strategy(**strategy)), share)
    set_rounds(options, NODES)
    return options


def run(
    options: SolverOptions, on_progress: Callable[[Progress], object] | None = None
) -> SearchResult:
    """With `on_progress` called as often as possible."""
    return solve(LEVEL, options, float("inf"), 1 << 30, on_progress, 0)


def search(rounds: int, **strategy: Any) -> SearchResult:
    found = run(make(rounds, **strategy))
    assert found.rounds == rounds
    return found


def sizes(found: SearchResult) -> tuple[int, ...]:
    return (
        found.backward_states, found.forward_states, found.backward_dead, found.forward_dead,
    )  # fmt: skip


def test_the_first_round_is_never_varied_and_the_second_is() -> None:
    assert sizes(search(1)) == sizes(search(1, variation=False))
    assert sizes(search(2)) != sizes(search(2, variation=False))


@pytest.mark.parametrize("ties", [Ties.NEAREST, Ties.FARTHEST])
@pytest.mark.parametrize("scale", [0.25, 1.0])
@pytest.mark.parametrize("has_own_weights", [False, True])
def test_only_rules_that_the_rounds_do_not_have_anyway_make_a_difference(
    ties: Ties, scale: float, has_own_weights: bool
) -> None:
    varied, plain = (
        make(3, ties=ties, forward_epsilon_scale=scale, variation=variation)
        for variation in (True, False)
    )
    if not has_own_weights:
        varied.varied_forward_weights = varied.forward_weights
    is_same = sizes(run(varied)) == sizes(run(plain))
    assert is_same == (ties is Ties.NEAREST and scale == 1 and not has_own_weights)


def test_a_varied_round_does_not_count_boxes_on_targets() -> None:
    options = make(1)
    weights = zip(FEATURES, options.forward_weights, options.varied_forward_weights, strict=True)
    changed = {name: varied for name, usual, varied in weights if usual != varied}
    assert changed == {"targets": 0, "gamma2": 0}


@pytest.mark.parametrize("persistence", [False, True])
def test_the_share_of_varied_rounds_has_no_others(persistence: bool) -> None:
    """The trees of the first round, which go on with persistence, are varied as well."""
    varied = make(3, Share.VARIED, persistence=persistence)
    assert not varied.use_beam
    same = make(
        3, variation=False, ties=Ties.NEAREST, forward_epsilon_scale=1, persistence=persistence
    )
    varied.max_narrow = same.max_narrow = float("inf")
    same.forward_weights = varied.varied_forward_weights
    assert sizes(run(varied)) == sizes(run(same)) != sizes(run(make(3)))


def test_the_usual_share_has_none_of_them() -> None:
    assert sizes(run(make(3, Share.USUAL))) == sizes(run(make(3, variation=False)))


def test_it_is_on_unless_switched_off() -> None:
    assert SolverOptions().use_variation
    assert not make_options(Search(strategy=Strategy(variation=False))).use_variation
    assert not make_options(Search(strategy=Strategy.paper())).use_variation


def test_a_search_without_node_limits_looks_back_longer_in_varied_rounds() -> None:
    """A node limit mostly allows few backward nodes, which one such round would spend."""

    def sizes_of_passes(limit: Limit) -> list[int]:
        options = make_options(Search(limit=limit))
        return [
            options.backward_nodes, options.varied_backward_nodes,
            options.forward_nodes, options.varied_forward_nodes,
        ]  # fmt: skip

    assert sizes_of_passes(Limit(1)) == [2_000, 15_000, 5_000, 3_000]
    assert sizes_of_passes(Limit(1, 10_000, 50_000)) == [2_000, 2_000, 5_000, 5_000]


def test_the_passes_of_a_varied_round_have_their_own_size() -> None:
    options = make(1)
    options.varied_backward_nodes, options.varied_forward_nodes = 70, 30
    options.max_backward_nodes = NODES + 70 + 1  # One more, as the last round takes all.
    options.max_forward_nodes = 1_000
    first_seen: dict[int, tuple[int, int]] = {}

    def see(now: Progress) -> None:
        first_seen.setdefault(now.round, (now.backward_nodes, now.forward_nodes))

    assert run(options, see).rounds == 3
    assert first_seen[1][1] == NODES
    assert first_seen[2][0] >= NODES + 70
    assert first_seen[2][1] == NODES + 30
