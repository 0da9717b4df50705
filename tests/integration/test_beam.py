"""On small boards, a backward beam search takes turns with the rounds."""

from __future__ import annotations

from typing import Any

import pytest

from rearview import Limit, Strategy, load_levels, verify
from rearview._core import Board, Outcome, Progress, SearchResult, SolverOptions, StopReason, solve
from rearview.errors import CancelledError
from rearview.levels.level import Level
from rearview.search import Search
from rearview.solving import make_options
from rounds import set_rounds

NODES = 30
MANY_NODES = 10_000_000
ENOUGH_MEMORY = 64 << 20
LITTLE_MEMORY = 8 << 20
"""Enough for the trees of the first rounds, and not for the beam."""
SMALL = load_levels("grigr:9")[0]
LARGE = load_levels("sasquatch1:43")[0]


def make(max_backward_nodes: int | None, **strategy: Any) -> SolverOptions:
    """Small rounds, of which the first is too small for the level."""
    limit = Limit(backward_nodes=max_backward_nodes, forward_nodes=2 * NODES)
    options = make_options(Search(limit=limit, strategy=Strategy(**strategy)))
    if max_backward_nodes is None:
        options.max_backward_nodes = SolverOptions().max_backward_nodes
    set_rounds(options, NODES)
    return options


def search(
    max_backward_nodes: int | None = MANY_NODES,
    *,
    level: Level = SMALL,
    memory: int = ENOUGH_MEMORY,
    **strategy: Any,
) -> SearchResult:
    options = make(max_backward_nodes, **strategy)
    return solve(Board(level.rows), options, float("inf"), memory)


def sizes(found: SearchResult) -> tuple[int, ...]:
    return (found.rounds, found.backward_nodes, found.backward_states, found.forward_states)


@pytest.mark.parametrize("meeting", [True, False])
def test_the_beam_solves_a_level_after_a_round_that_did_not(meeting: bool) -> None:
    found = search(meeting=meeting)
    assert (found.outcome, found.rounds, found.forward_nodes) == (Outcome.solved, 1, NODES)
    assert found.met == meeting
    assert verify(SMALL, Board(SMALL.rows).to_lurd(found.moves))
    without = search(meeting=meeting, beam=False)
    assert (without.outcome, without.reason) == (Outcome.unsolved, StopReason.memory)


def test_meeting_the_forward_tree_saves_pulls() -> None:
    assert search().backward_nodes < search(meeting=False).backward_nodes


def test_a_large_board_has_none() -> None:
    with_and_without = [
        sizes(search(level=LARGE, memory=LITTLE_MEMORY, beam=beam)) for beam in (True, False)
    ]
    assert with_and_without[0] == with_and_without[1]


def test_a_single_round_has_none() -> None:
    with_and_without = [sizes(search(alternation=False, beam=beam)) for beam in (True, False)]
    assert with_and_without[0] == with_and_without[1]


@pytest.mark.parametrize(("max_nodes", "has_beam"), [(400_000, False), (600_000, True)])
def test_no_pass_is_begun_that_the_node_limit_would_cut_off(max_nodes: int, has_beam: bool) -> None:
    found, without = (search(max_nodes, beam=beam) for beam in (True, False))
    assert (sizes(found) != sizes(without)) == has_beam
    assert found.backward_nodes <= max_nodes


def test_a_lack_of_memory_ends_the_beam_and_not_the_search() -> None:
    found, without = (search(None, memory=LITTLE_MEMORY, beam=beam) for beam in (True, False))
    assert found.backward_nodes > without.backward_nodes
    assert found.rounds == without.rounds > 1


def test_with_a_node_limit_memory_does_not_decide_how_a_search_goes_on() -> None:
    found = search(memory=LITTLE_MEMORY)
    assert (found.outcome, found.reason, found.rounds) == (Outcome.unsolved, StopReason.memory, 1)


def test_a_pass_reports_and_can_be_stopped() -> None:
    seen: list[Progress] = []

    def stop_the_beam(progress: Progress) -> None:
        seen.append(progress)
        if progress.backward_nodes > 2 * NODES:
            raise CancelledError

    with pytest.raises(CancelledError):
        solve(Board(SMALL.rows), make(None), float("inf"), ENOUGH_MEMORY, stop_the_beam, 0.0)
    assert 2 * NODES < seen[-1].backward_nodes < search().backward_nodes
    assert (seen[-1].is_forward, seen[-1].round, seen[-1].boxes_done) == (False, 0, 0)


def test_it_is_on_unless_switched_off() -> None:
    assert SolverOptions().use_beam
    assert not make_options(Search(strategy=Strategy(beam=False))).use_beam
    assert not make_options(Search(strategy=Strategy.paper())).use_beam


def test_with_an_infinite_share_the_rounds_wait_for_the_beam() -> None:
    level = load_levels("grigr:59")[0]
    options = make(MANY_NODES)
    taking_turns = solve(Board(level.rows), options, float("inf"), ENOUGH_MEMORY)
    options.beam_share = float("inf")
    alone = solve(Board(level.rows), options, float("inf"), ENOUGH_MEMORY)
    assert taking_turns.outcome == alone.outcome == Outcome.solved
    assert taking_turns.rounds > alone.rounds == 1
