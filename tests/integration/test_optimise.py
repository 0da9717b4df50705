"""Solutions are made shorter: never longer, always playable, and as short as promised."""

from __future__ import annotations

import pytest

from large_solutions import large_solution
from rearview import (
    Level,
    Limit,
    Objective,
    OptimisingProgress,
    OptionError,
    Outcome,
    SolutionError,
    load_levels,
    optimise,
    read_level,
    solve,
    verify,
)
from rearview.optimising import METHODS
from reference.exhaustive import TooManyStatesError, pushed_from_start
from reference.known_levels import NAMES, spread
from reference.shortest import shortest
from reference.small_levels import random_levels

FEW, MANY = 1_000, 50_000


def length(level: Level, lurd: str, objective: Objective) -> tuple[int, int]:
    played = verify(level, lurd)
    assert played, played.reason
    assert (played.moves, played.pushes) == (len(lurd), sum(map(str.isupper, lurd)))
    lengths = (played.moves, played.pushes)
    return lengths if objective is Objective.MOVES else lengths[::-1]


Lengths = dict[Objective, tuple[int, int]]


def small_solved_levels(seed: int, count: int) -> list[tuple[Level, str, Lengths]]:
    """Small levels with a solution that the search finds, and the lengths of the shortest ones."""
    found = []
    for rows, plain in random_levels(seed=seed, count=20 * count, max_boxes=3):
        try:
            pushed_from_start(plain, 250)
        except TooManyStatesError:
            continue
        level = Level(rows)
        result = solve(level, limit=Limit(backward_nodes=1, forward_nodes=300))
        if result and result.pushes > 3:
            best = {one: shortest(plain, one is Objective.PUSHES) for one in Objective}
            found.append(
                (level, result.lurd, {one: length for one, length in best.items() if length})
            )
        if len(found) == count:
            return found
    raise AssertionError("too few levels")


@pytest.mark.parametrize("objective", Objective)
def test_each_method_alone_never_makes_a_solution_longer(objective: Objective) -> None:
    for level, lurd, best in small_solved_levels(seed=31, count=20):
        before = length(level, lurd, objective)
        for method in METHODS:
            result = optimise(level, lurd, objective=objective, methods=[method], max_nodes=FEW)
            after = length(level, result.lurd, objective)
            assert best[objective] <= after <= before, (method, level)
            assert result.lower_bound is not None
            assert result.lower_bound <= best[objective][0]


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("methods", [["exact"], ["windows"], None])
def test_small_levels_become_as_short_as_can_be(
    methods: list[str] | None, objective: Objective
) -> None:
    """A window that is as long as the solution is the whole level."""
    for level, lurd, best in small_solved_levels(seed=77, count=20):
        result = optimise(level, lurd, objective=objective, methods=methods, max_nodes=MANY)
        if methods == ["windows"] and result.pushes > 16:
            continue
        assert length(level, result.lurd, objective) == best[objective], level
        if methods != ["windows"]:
            assert result.is_optimal


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("objective", Objective)
def test_known_solutions_never_become_longer(name: str, objective: Objective) -> None:
    for known in spread(name, 6):
        level = Level(known.rows)
        result = optimise(level, known.lurd, objective=objective, max_nodes=FEW)
        assert length(level, result.lurd, objective) <= length(level, known.lurd, objective)


CORRIDOR = """\
##########
#        #
# @$    .#
#        #
##########"""
TWO_ROWS = """\
##########
#        #
#@$     .#
#        #
# $     .#
#        #
##########"""
WIDE = """\
###########
#         #
# @$   .  #
#         #
#         #
#         #
#  $   .  #
#         #
#         #
###########"""


@pytest.mark.parametrize(
    ("drawing", "method", "before", "moves", "pushes"),
    [
        pytest.param(CORRIDOR, "walks", ["ud", "RRRRR"], 5, 5, id="walks"),
        # The box goes right, back, and right again.
        pytest.param(CORRIDOR, "loops", ["RR", "urrd", "LL", "ulld", "RRRRR"], 5, 5, id="loops"),
        # So it does here, but meanwhile the other is pushed: the boxes never stand as before.
        pytest.param(
            TWO_ROWS,
            "excursions",
            ["RR", "dlld", "R", "urrru", "LL", "ulld", "RRRRRR", "dllllld", "RRRRR"],
            24,
            12,
            id="excursions",
        ),
        # Up, down, and up again.
        pytest.param(
            WIDE, "reorder", ["R", "dddld", "RRRR", "uuulllu", "RRR"], 16, 8, id="reorder"
        ),
    ],
)
def test_a_method_alone_does_what_it_is_for(
    drawing: str, method: str, before: list[str], moves: int, pushes: int
) -> None:
    level, lurd = read_level(drawing), "".join(before)
    assert verify(level, lurd), verify(level, lurd).reason
    result = optimise(level, lurd, methods=[method])
    assert (result.moves, result.pushes) == (moves, pushes)
    assert (result.moves_before, result.pushes_before) == (len(lurd), sum(map(str.isupper, lurd)))


def test_of_several_solutions_the_best_parts_are_put_together() -> None:
    """Each of them takes a way around with the other box."""
    level = read_level(WIDE)
    upper, lower = "urDldRRRRdrU", "dddlllDldRRRRdrU"
    one, other = f"RRRR{lower}", f"{upper}ddllllldRRRR"
    result = optimise(level, [one, other], methods=["merge"])
    assert result.lurd == "RRRRdddlllldRRRR"
    assert (result.moves_before, result.pushes_before) == (20, 10)
    assert optimise(level, [one], methods=["merge"]).lurd == one


def test_with_a_limit_of_nodes_the_result_is_always_the_same() -> None:
    level = load_levels("grigr:10")[0]
    lurd = solve(level, limit=Limit(backward_nodes=2_000, forward_nodes=10_000)).lurd
    results = [optimise(level, lurd, max_nodes=20_000) for _ in range(2)]
    assert results[0].lurd == results[1].lurd
    assert results[0].forward_nodes == results[1].forward_nodes <= 20_000
    assert results[0].moves < len(lurd)


@pytest.mark.parametrize("nodes", [1, 10, 100])
def test_however_few_nodes_there_are_the_solution_stays_one(nodes: int) -> None:
    known = spread("xsokoban", 2)[0]
    level = Level(known.rows)
    result = optimise(level, known.lurd, max_nodes=nodes)
    assert verify(level, result.lurd)
    assert result.moves <= len(known.lurd)
    assert result.forward_nodes <= nodes


def test_progress_tells_each_improvement_and_can_end_the_work() -> None:
    level = load_levels("sasquatch1:4")[0]
    lurd = solve(level, limit=Limit(backward_nodes=2_000, forward_nodes=10_000)).lurd
    heard: list[OptimisingProgress] = []

    def stop_after_three(progress: OptimisingProgress) -> bool:
        heard.append(progress)
        return len(heard) < 3

    result = optimise(level, lurd, on_progress=stop_after_three)
    assert len(heard) in (3, 4)  # Once more with the last of all.
    assert result.lurd == heard[-1].lurd
    assert result.moves < heard[0].moves_before == len(lurd)
    for one in heard:
        assert verify(level, one.lurd).moves == one.moves
        assert one.method in METHODS
        assert 0 <= one.part[0] <= one.part[1] <= one.pushes
    assert heard[0].is_better


def test_what_progress_raises_is_raised() -> None:
    level = load_levels("sasquatch1:4")[0]
    lurd = solve(level, limit=Limit(backward_nodes=2_000, forward_nodes=10_000)).lurd

    def fail(_: OptimisingProgress) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        optimise(level, lurd, on_progress=fail)


def test_with_little_memory_it_ends_by_itself() -> None:
    """Nothing larger than what fits is tried, and what fits is tried to its end."""
    known = spread("grigr", 20)[3]
    result = optimise(Level(known.rows), known.lurd, limit=Limit(memory_mb=1), max_nodes=3_000_000)
    assert result
    assert result.forward_nodes < 3_000_000


def test_a_level_that_starts_solved_and_one_that_is_no_level() -> None:
    assert optimise(read_level("#####\n#@ *#\n#####"), "").is_optimal
    assert optimise(Level(("#$@$.",)), "r").outcome is Outcome.INVALID


def test_foreign_letters_are_welcome_if_they_replay() -> None:
    level = read_level(CORRIDOR)
    assert optimise(level, " ud 5r ").lurd == "RRRRR"


@pytest.mark.parametrize(
    ("lurd", "why"),
    [
        ("R", "the solution does not solve the level: after the last move, 1 box"),
        ("rx", "not a solution"),
        ([], "there is no solution to optimise"),
    ],
)
def test_refuses_what_does_not_solve_the_level(lurd: str | list[str], why: str) -> None:
    with pytest.raises(SolutionError, match=why):
        optimise(read_level(CORRIDOR), lurd)


def test_refuses_what_there_is_not() -> None:
    level = read_level(CORRIDOR)
    with pytest.raises(OptionError, match="unknown method 'magic'"):
        optimise(level, "RRRRR", methods=["magic"])
    with pytest.raises(OptionError, match="the node limit"):
        optimise(level, "RRRRR", max_nodes=0)
    with pytest.raises(OptionError, match="objective must be"):
        optimise(level, "RRRRR", objective="steps")


def test_a_large_board_with_a_long_solution_is_worked_on_within_its_nodes() -> None:
    """For longer: `benchmarks/large_solution.py`."""
    level, lurd = large_solution(moves=50_000)
    result = optimise(level, lurd, limit=Limit(memory_mb=256), max_nodes=300)
    assert verify(level, result.lurd)
    assert result.moves < 20_000
