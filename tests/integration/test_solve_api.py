"""`rearview.solve`: what it finds, when it gives up, and that it is the same every time."""

from __future__ import annotations

import pytest

from drawn_levels import (
    EASY,
    HARD,
    INVALID,
    STARTS_SOLVED,
    UNSOLVABLE_AT_SIGHT,
    UNSOLVABLE_BY_SEARCH,
)
from rearview import (
    Level,
    Limit,
    Model,
    Outcome,
    Progress,
    Replay,
    ReplayEnding,
    Result,
    State,
    StopReason,
    Strategy,
    _core,
    load_levels,
    solve,
    verify,
)
from rearview._core import Board, Motion, grow_tree
from rearview.levels import read_level
from rearview.search import Search
from rearview.solving import make_options

PAPERS_NODES = Limit(backward_nodes=10_000, forward_nodes=50_000)


def hard_level() -> Level:
    return load_levels(HARD)[0]


def test_solves_a_level_and_says_what_it_took() -> None:
    level = read_level(EASY)
    result = solve(level)
    assert result.outcome is Outcome.SOLVED
    assert result
    verdict = verify(level, result.lurd)
    assert (verdict.moves, verdict.pushes) == (result.moves, result.pushes)
    assert result.reason is None
    assert result.seconds >= result.backward_seconds + result.forward_seconds
    assert result.backward_nodes > 0
    assert result.rounds == 1


def test_searches_meet_when_each_finds_a_part_of_the_solution() -> None:
    assert solve(read_level(EASY)).met
    assert not solve(read_level(EASY), strategy=Strategy(meeting=False)).met


def test_a_start_that_the_backward_search_finds_alone_is_no_meeting() -> None:
    result = solve(read_level("#####\n#@$.#\n#####"))
    assert (result.backward_nodes, result.forward_nodes, result.met) == (1, 0, False)


def test_a_goal_that_the_forward_search_finds_alone_is_no_meeting() -> None:
    """The backward search, without its time, knows the goal alone: the root of its tree."""
    level = read_level("#######\n#@$  .#\n#######")
    board, options = Board(level.rows), make_options(Search())
    options.max_backward_nodes, options.max_forward_nodes = 0, 100
    found = _core.solve(board, options, 600, 2**30)
    assert (found.outcome, found.met) == (_core.Outcome.solved, False)
    assert (found.backward_nodes, found.forward_nodes) == (0, 1)


@pytest.mark.parametrize("strategy", [Strategy(), Strategy.paper()], ids=["ours", "paper"])
def test_solves_all_of_microban_at_the_papers_budget(strategy: Strategy) -> None:
    for level in load_levels("microban"):
        result = solve(level, limit=PAPERS_NODES, strategy=strategy)
        assert result, level.title
        assert verify(level, result.lurd), level.title


def test_is_the_same_on_every_run() -> None:
    def run(level: Level) -> list[object]:
        result = solve(level, limit=Limit(backward_nodes=500, forward_nodes=2_000), seed=3)
        return [result.outcome, result.lurd, result.backward_nodes, result.forward_nodes]

    levels = load_levels("microban:100-110")
    assert [run(level) for level in levels] == [run(level) for level in levels]


def test_a_level_that_starts_solved_takes_no_moves() -> None:
    result = solve(read_level(STARTS_SOLVED))
    assert result
    assert (result.lurd, result.moves, result.pushes) == ("", 0, 0)


def test_names_everything_that_is_wrong_with_an_invalid_level() -> None:
    result = solve(read_level(INVALID))
    assert result.outcome is Outcome.INVALID
    assert not result
    assert result.error == (
        "2 boxes but 1 target; the player can walk out of the level at row 2, column 6; "
        "no target can ever be reached by the box at row 2, column 2"
    )


def test_calls_a_level_unsolvable_that_validation_proves_to_be() -> None:
    result = solve(read_level(UNSOLVABLE_AT_SIGHT))
    assert result.outcome is Outcome.UNSOLVABLE
    assert "no target can ever be reached by the box at row 2, column 2" in result.error
    assert result.backward_nodes == result.forward_nodes == 0


@pytest.mark.parametrize("strategy", [Strategy(), Strategy.paper(), Strategy(hints=False)])
def test_calls_a_level_unsolvable_that_the_search_proves_to_be(strategy: Strategy) -> None:
    result = solve(read_level(UNSOLVABLE_BY_SEARCH), strategy=strategy)
    assert (result.outcome, result.reason) == (Outcome.UNSOLVABLE, None)


def test_a_node_limit_ends_the_search_after_one_round() -> None:
    result = solve(hard_level(), limit=Limit(backward_nodes=20, forward_nodes=30))
    assert (result.outcome, result.reason) == (Outcome.UNSOLVED, StopReason.NODES)
    assert (result.backward_nodes, result.forward_nodes, result.rounds) == (20, 30, 1)


def test_counts_expansions_states_and_dead_leaves_of_a_tree() -> None:
    """A single forward pass, beside the same tree grown step by step."""
    level, model = hard_level(), Model.shipped()
    strategy = Strategy(hints=False, meeting=False, alternation=False, cells=False)
    result = solve(level, limit=Limit(backward_nodes=1, forward_nodes=300), strategy=strategy)
    tree = grow_tree(
        Board(level.rows),
        Motion.push,
        list(model.forward.values()),
        strategy.detectors_used,
        [],
        result.forward_nodes + result.forward_dead,
        ties=strategy.ties.native,
        epsilon_scale=strategy.forward_epsilon_scale,
    )
    nodes = tree.nodes
    assert result.forward_nodes == sum(node.is_expanded for node in nodes) == 300
    assert result.forward_states == len(nodes)
    assert result.forward_dead == sum(not nodes[leaf].is_expanded for leaf in tree.leaves) > 0
    assert result.backward_nodes == result.backward_states == result.backward_dead == 0


def test_a_time_limit_ends_the_search() -> None:
    result = solve(hard_level(), limit=Limit(seconds=0.05))
    assert (result.outcome, result.reason) == (Outcome.UNSOLVED, StopReason.TIME)


def test_a_memory_limit_ends_the_search() -> None:
    result = solve(hard_level(), limit=Limit(memory_mb=2))
    assert (result.outcome, result.reason) == (Outcome.UNSOLVED, StopReason.MEMORY)


def test_reports_progress_and_stops_when_told() -> None:
    seen: list[Progress] = []

    def stop_at_the_third(progress: Progress) -> bool:
        seen.append(progress)
        return len(seen) < 3

    result = solve(hard_level(), on_progress=stop_at_the_third)
    assert (result.outcome, result.reason) == (Outcome.UNSOLVED, StopReason.CANCELLED)
    assert len(seen) == 3
    assert result.backward_nodes + result.forward_nodes > 0
    assert result.rounds == seen[-1].round + 1
    assert seen[0].seconds < seen[2].seconds


def test_what_a_callback_raises_comes_out() -> None:
    def fail(_: Progress) -> None:
        raise ZeroDivisionError("oops")

    with pytest.raises(ZeroDivisionError, match="oops"):
        solve(hard_level(), on_progress=fail)


def test_a_solution_that_the_checker_refuses_is_a_loud_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(_level: Level, _lurd: str) -> Replay:
        return Replay(ReplayEnding.WALL, 3, 1, "move 4 (r): the player walks into a wall")

    monkeypatch.setattr("rearview.solving.verify", refuse)
    with pytest.raises(RuntimeError, match=r"the checker rejects .* walks into a wall"):
        solve(read_level(EASY))


def test_hands_out_the_trajectory_in_the_levels_own_coordinates() -> None:
    level = read_level(EASY)
    result = solve(level, limit=PAPERS_NODES, strategy=Strategy.paper())
    goal = result.trajectory[0]
    assert isinstance(goal, State)
    assert goal.boxes == set(level.squares(".*+"))
    assert not result.trajectory[-1].boxes & goal.boxes or not result.cleared


def test_boxes_that_never_move_are_part_of_a_trajectory() -> None:
    level = read_level("########\n#@ $ .*#\n#   ####\n#   #\n#####")
    result = solve(level, limit=PAPERS_NODES, strategy=Strategy.paper())
    assert result
    assert all((6, 1) in state.boxes for state in result.trajectory)


def test_without_hints_there_is_no_trajectory() -> None:
    result = solve(read_level(EASY), strategy=Strategy(hints=False))
    assert result.trajectory == ()


def test_a_model_without_hints_needs_no_look_back() -> None:
    shipped = Model.shipped()
    blind = Model(shipped.backward, {**shipped.forward, "overlap": 0.0, "perm": 0.0})
    result = solve(read_level(EASY), model=blind, strategy=Strategy.paper())
    assert result
    assert result.backward_nodes == 0


def test_the_model_steers_the_search() -> None:
    shipped = Model.shipped()
    contrary = Model(shipped.backward, {name: -w for name, w in shipped.forward.items()})
    level = load_levels("microban:30")[0]

    def nodes(model: Model) -> Result:
        return solve(level, limit=PAPERS_NODES, model=model, strategy=Strategy.paper())

    assert nodes(shipped).forward_nodes != nodes(contrary).forward_nodes
