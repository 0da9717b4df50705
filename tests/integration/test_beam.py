"""On small boards, a backward beam search takes turns with the rounds."""

from __future__ import annotations

from typing import Any

import pytest

from rearview import Limit, Strategy, load_levels, verify
from rearview._core import Board, Outcome, SearchResult, SolverOptions, solve
from rearview.levels.level import Level
from rearview.search import Search
from rearview.solving import make_options

NODES = 30
MUCH_MEMORY = 1 << 30
SMALL = load_levels("grigr:9")[0]
LARGE = load_levels("sasquatch1:43")[0]


def search(
    level: Level, max_backward_nodes: int, memory: int = MUCH_MEMORY, **strategy: Any
) -> SearchResult:
    """Two small rounds, of which the first is too small for the level."""
    limit = Limit(backward_nodes=max_backward_nodes, forward_nodes=2 * NODES)
    options = make_options(Search(limit=limit, strategy=Strategy(**strategy)))
    options.backward_nodes = options.forward_nodes = NODES
    options.growth = 1
    return solve(Board(level.rows), options, float("inf"), memory)


@pytest.mark.parametrize("meeting", [True, False])
def test_the_beam_solves_a_level_after_a_round_that_did_not(meeting: bool) -> None:
    found = search(SMALL, 10_000_000, meeting=meeting)
    assert (found.outcome, found.rounds, found.forward_nodes) == (Outcome.solved, 1, NODES)
    assert found.backward_nodes > NODES
    assert verify(SMALL, Board(SMALL.rows).to_lurd(found.moves))


def test_meeting_the_forward_tree_saves_pulls() -> None:
    met, alone = (search(SMALL, 10_000_000, meeting=meeting) for meeting in (True, False))
    assert met.backward_nodes < alone.backward_nodes


@pytest.mark.parametrize(
    ("level", "strategy"),
    [(SMALL, {"beam": False}), (SMALL, {"alternation": False}), (LARGE, {})],
    ids=["switched off", "one round only", "large board"],
)
def test_elsewhere_there_is_none(level: Level, strategy: dict[str, bool]) -> None:
    found = search(level, 3 * NODES, **strategy)
    without = search(level, 3 * NODES, **{**strategy, "beam": False})
    assert (found.backward_states, found.backward_nodes, found.rounds) == (
        without.backward_states, without.backward_nodes, without.rounds,
    )  # fmt: skip


def test_no_pass_is_begun_that_the_node_limit_would_cut_off() -> None:
    limit = 400_000
    found, without = (search(SMALL, limit, beam=beam) for beam in (True, False))
    assert found.backward_states == without.backward_states
    assert found.backward_nodes <= limit


def test_a_lack_of_memory_ends_the_beam_and_not_the_search() -> None:
    solved = search(SMALL, 10_000_000)
    assert solved.rounds == 1
    for memory in range(1_000_000, 30_000_000, 1_000_000):
        found = search(SMALL, 10_000_000, memory)
        if found.rounds > 1:
            assert found.backward_nodes > 3 * NODES  # the beam has begun
            return
    pytest.fail("no limit is between what the rounds need and what the beam needs")


def test_it_is_on_unless_switched_off() -> None:
    assert SolverOptions().use_beam
    assert not make_options(Search(strategy=Strategy(beam=False))).use_beam
    assert not make_options(Search(strategy=Strategy.paper())).use_beam
