"""Shortest solutions are as short as a naive search finds them, and bounds are never above that."""

from __future__ import annotations

import pytest

from rearview import Level, Limit, Objective, OptionError, Progress, load_levels, read_level, solve
from rearview._core import Board, Motion, detector_names, find_best
from rearview._core import Objective as NativeObjective
from rearview._core import StopReason as NativeReason
from rearview.solution import verify
from reference.exhaustive import TooManyStatesError, pushed_from_start
from reference.shortest import shortest
from reference.small_levels import random_levels

LEVELS, CHUNKS, MAX_STATES = 2000, 8, 250
HOUR, MEGABYTE, GIGABYTE = 3600.0, 2**20, 2**30
TWO_ROUNDS = Limit(backward_nodes=5_000, forward_nodes=12_500)
ROOMY = """\
########
#      #
# $ @. #
#  $ . #
#   $. #
########"""


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_as_short_as_a_naive_search_finds_and_bounds_never_above(chunk: int) -> None:
    """Each detector that calls states dead is in use: they must keep a shortest solution."""
    checked = 0
    for rows, level in random_levels(seed=900 + chunk, count=LEVELS, max_boxes=3):
        try:
            pushed_from_start(level, MAX_STATES)
        except TooManyStatesError:
            continue
        board, names = Board(rows), detector_names(Motion.push)
        for objective in NativeObjective:
            truth = shortest(level, objective is NativeObjective.pushes)
            found = find_best(board, objective, names, HOUR, GIGABYTE)
            assert found.is_found == (truth is not None), rows
            if truth is None:
                assert found.lower_bound is None
                continue
            replay = verify(Level(rows), found.lurd)
            assert replay
            lengths = (replay.moves, replay.pushes)
            assert (lengths if objective is NativeObjective.moves else lengths[::-1]) == truth, rows
            assert found.lower_bound == truth[0]
            few = find_best(board, objective, [], HOUR, 1)  # Out of memory at once.
            assert few.reason is NativeReason.memory
            assert few.lower_bound is not None
            assert few.lower_bound <= truth[0]
        checked += 1
        if checked == LEVELS // CHUNKS:
            break
    assert checked == LEVELS // CHUNKS


@pytest.mark.parametrize("objective", NativeObjective)
def test_pulls_from_the_end_find_lengths_as_short(objective: NativeObjective) -> None:
    found = 0
    for rows, level in random_levels(seed=950, count=400, max_boxes=3):
        try:
            pushed_from_start(level, MAX_STATES)
        except TooManyStatesError:
            continue
        truth = shortest(level, objective is NativeObjective.pushes)
        names = detector_names(Motion.pull)
        best = find_best(Board(rows), objective, names, HOUR, GIGABYTE, backwards=True)
        if truth is None or truth[0] == 0:
            assert not best.lurd
            continue
        replay = verify(Level(rows), best.lurd)
        assert replay
        lengths = (replay.moves, replay.pushes)
        assert (lengths if objective is NativeObjective.moves else lengths[::-1]) == truth, rows
        found += 1
    assert found > 100


@pytest.mark.parametrize("objective", ["moves", "pushes", Objective.PUSHES])
def test_solve_proves_what_it_finds(objective: Objective | str) -> None:
    level = read_level(ROOMY)
    result = solve(level, objective=objective)
    assert result
    assert result.is_optimal
    assert result.objective is Objective(objective)
    assert result.lower_bound == getattr(result, result.objective.value)
    assert verify(level, result.lurd)


def test_without_an_objective_nothing_is_said_of_proofs() -> None:
    result = solve(read_level(ROOMY))
    assert (result.objective, result.is_optimal, result.lower_bound) == (None, False, None)


def test_a_level_without_a_solution_is_proven_so() -> None:
    level = read_level("#######\n#@$ $.#\n#  .  #\n##$####\n##.####\n#######")
    result = solve(level, objective="moves")
    assert result.outcome is solve(level).outcome


def test_what_memory_does_not_allow_to_prove_has_a_bound_all_the_same() -> None:
    """The known solution of XSokoban 1 has 97 pushes."""
    board = Board(load_levels("xsokoban:1")[0].rows)
    names = detector_names(Motion.push)
    cut = find_best(board, NativeObjective.pushes, names, HOUR, 4 * MEGABYTE)
    assert (cut.is_found, cut.reason) == (False, NativeReason.memory)
    assert cut.lower_bound is not None
    assert 0 < cut.lower_bound <= 97


def test_a_solution_that_is_known_is_only_replaced_by_a_shorter_one() -> None:
    board = Board(read_level(ROOMY).rows)
    names = detector_names(Motion.push)
    best = find_best(board, NativeObjective.pushes, names, HOUR, GIGABYTE)
    replay = verify(read_level(ROOMY), best.lurd)
    known = (replay.moves, replay.pushes)
    again = find_best(board, NativeObjective.pushes, names, HOUR, GIGABYTE, known)
    assert (again.is_found, again.lower_bound) == (False, replay.pushes)
    longer = find_best(
        board, NativeObjective.pushes, names, HOUR, GIGABYTE, (known[0] + 1, known[1])
    )
    assert longer.is_found


def test_progress_can_stop_the_proof_and_keeps_what_was_found() -> None:
    level = load_levels("xsokoban:1")[0]
    is_solved = solve(level, limit=TWO_ROUNDS)
    assert is_solved

    def stop_the_proof(progress: Progress) -> bool:
        # The ordinary search has fewer nodes than it may have.
        return progress.forward_nodes <= 12_500

    result = solve(level, limit=TWO_ROUNDS, on_progress=stop_the_proof, objective="moves")
    assert result
    assert (result.lurd, result.is_optimal) == (is_solved.lurd, False)


def test_refuses_an_objective_that_there_is_not() -> None:
    with pytest.raises(OptionError, match="the objective must be moves or pushes, not 'steps'"):
        solve(read_level(ROOMY), objective="steps")
