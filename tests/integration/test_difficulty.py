"""How hard a level is, floor that a solution does without, and what a search shows of itself."""

from __future__ import annotations

from math import log2

import pytest
from scipy.stats import spearmanr  # type: ignore[import-untyped]

from rearview import (
    BestBoard,
    DifficultyParts,
    Level,
    Limit,
    Outcome,
    Progress,
    SolutionError,
    estimate_difficulty,
    load_levels,
    solve,
    unused_floor,
)
from rearview.reporters.difficulty import describe_difficulty

NODES = Limit(backward_nodes=2_000, forward_nodes=5_000)
TWO_PUSHES = Level(("#######", "#@ $ .#", "#######"))


def test_the_parts_are_counted_along_the_solution() -> None:
    level = Level(("######", "#    #", "#@$ .#", "#    #", "######"))
    difficulty = estimate_difficulty(level)
    assert difficulty.lurd == "RR"
    assert difficulty.parts is not None
    # The box could also stop half way, or be pushed to a wall, where it is lost.
    assert difficulty.parts.box_changes == 1
    assert difficulty.parts.pushes == 2
    assert difficulty.parts.forks == 1
    assert difficulty.parts.dead_ends > 0


def test_the_score_is_the_mean_of_the_logarithms_of_the_parts() -> None:
    difficulty = estimate_difficulty(TWO_PUSHES)
    parts = difficulty.parts
    assert parts == DifficultyParts(box_changes=1, pushes=2, forks=1, dead_ends=0, nodes=1)
    assert difficulty.score == pytest.approx((log2(2) + log2(3) + log2(2) + log2(1) + log2(2)) / 5)


def test_a_known_result_is_not_searched_for_again() -> None:
    result = solve(TWO_PUSHES)
    assert estimate_difficulty(TWO_PUSHES, result=result) == estimate_difficulty(TWO_PUSHES)


def test_a_level_that_is_not_solved_has_no_score() -> None:
    level = load_levels("xsokoban:1")[0]
    difficulty = estimate_difficulty(level, limit=Limit(backward_nodes=1, forward_nodes=1))
    assert (difficulty.outcome, difficulty.score, bool(difficulty)) == (
        Outcome.UNSOLVED,
        None,
        False,
    )


def test_the_limit_holds_for_what_is_counted_beside_the_solution() -> None:
    """On a large and empty board there are tens of thousands of other ways."""
    width = 60
    inside = ["#" + " " * width + "#"] * width
    row = "#@" + "  $  ." * 3 + " " * (width - 19) + "#"
    level = Level(("#" * (width + 2), *inside, row, *inside, "#" * (width + 2)))
    result = solve(level)
    assert result
    difficulty = estimate_difficulty(level, result=result, limit=Limit(seconds=0.001))
    assert (difficulty.outcome, difficulty.score) == (Outcome.SOLVED, None)
    assert "not counted in time" in describe_difficulty(difficulty)


def test_the_estimate_follows_the_order_of_microban() -> None:
    """Its author has put easy levels first; `benchmarks/difficulty_ranks.py` has all of them."""
    levels = load_levels("microban")[::4]
    scores = [estimate_difficulty(level, limit=NODES).score for level in levels]
    known = [(level.index, one) for level, one in zip(levels, scores, strict=True) if one]
    assert len(known) > 30
    assert spearmanr(*zip(*known, strict=True)).statistic > 0.6


def test_floor_that_a_solution_does_without_is_named() -> None:
    level = Level(("#######", "#     #", "#@ $ .#", "#######"))
    assert unused_floor(level, "rRR") == tuple((x, 1) for x in range(1, 6))
    assert unused_floor(TWO_PUSHES, "rRR") == ()


def test_only_a_solution_has_unused_floor() -> None:
    with pytest.raises(
        SolutionError, match="the solution does not solve the level: after the last move"
    ):
        unused_floor(TWO_PUSHES, "rR")


def test_the_best_boards_of_both_agents_are_seen_while_the_search_runs() -> None:
    level = load_levels("sasquatch1:48")[0]
    seen: list[Progress] = []

    def look(progress: Progress) -> bool:
        seen.append(progress)
        return progress.forward_nodes < 200

    solve(level, limit=Limit(seconds=600), on_progress=look)
    last = seen[-1]
    walls = set(level.squares("#"))
    for best in (last.backward_best, last.forward_best):
        assert isinstance(best, BestBoard)
        assert len(set(best.boxes)) == level.box_count
        assert not walls & {*best.boxes, best.player}
        assert best.player not in best.boxes
    assert last.forward_best is not None
    assert last.forward_best.round <= last.round
