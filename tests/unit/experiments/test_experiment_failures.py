"""What failed is what the first rule says that holds, and orders are those of the solution."""

from __future__ import annotations

from dataclasses import replace

import pytest

from drawn_levels import HARD, UNSOLVABLE_BY_SEARCH
from rearview import Level, Limit, Outcome, load_levels
from rearview.experiments.failures import (
    Failure,
    Look,
    LookAgain,
    Medians,
    classify,
    compare_orders,
    known_order,
)
from rearview.search import Search

UNREMARKABLE = Look(
    boxes=9, boxes_left=0, most_home=5, best_home=4, best_outcome=Outcome.UNSOLVED,
    best_nodes=4000, neighbours=8, inverted=4, children=20.0,
)  # fmt: skip
MEDIANS = Medians(children=10.0, expansions_per_second=4000.0)
SEARCH = Search(limit=Limit(600, backward_nodes=200, forward_nodes=200))

# One target lies behind the other, which is filled on the way to it, and for good only later.
DEEP_TARGETS = Level(
    ("########", "#..  $ #", "###  $@#", "#      #", "########"),
    solutions=("no LURD", "u", "uLLLLrrddrUruLLL"),
)


@pytest.mark.parametrize(
    ("change", "failure", "evidence"),
    [
        ({}, Failure.GUIDANCE, "5 of 9 home, and no other rule holds"),
        ({"boxes_left": 3}, Failure.BACKWARD, "3 of 9 boxes left on targets"),
        (
            {"best_outcome": Outcome.UNSOLVABLE, "best_nodes": 1234, "inverted": 8},
            Failure.DEADLOCK,
            "best state, 4 of 9 home: dead, proven in 1,234 nodes",
        ),
        ({"inverted": 5, "children": 99.0}, Failure.HINT, "5 of 8 neighbours inverted"),
        ({"children": 20.1}, Failure.BRANCHING, "20.1 children, median 10.0"),
    ],
)
def test_the_first_rule_that_holds_names_what_failed(
    change: dict[str, object], failure: Failure, evidence: str
) -> None:
    look = replace(UNREMARKABLE, **change)  # type: ignore[arg-type]  # One field at a time.
    assert classify(look, 1000.0, MEDIANS) == (failure, evidence)


def test_slow_is_far_below_the_median() -> None:
    assert classify(UNREMARKABLE, 999.0, MEDIANS) == (
        Failure.SLOW, "999 expansions/s, median 4,000",
    )  # fmt: skip


def test_nothing_is_wide_or_slow_beside_nothing() -> None:
    assert classify(UNREMARKABLE, 1.0, Medians(None, None))[0] is Failure.GUIDANCE


def test_the_known_order_is_that_of_the_last_fillings_in_a_sound_solution() -> None:
    assert known_order(DEEP_TARGETS) == [(1, 1), (2, 1)]
    assert known_order(replace(DEEP_TARGETS, solutions=("u",))) == []


def test_orders_are_compared_where_both_have_something_to_say() -> None:
    a, b, c, d = (0, 0), (0, 1), (0, 2), (0, 3)
    assert compare_orders([a, b, c, d], [a, b, c, d]) == (3, 0)
    assert compare_orders([a, b, c, d], [d, c, b, a]) == (3, 3)
    assert compare_orders([a, b, c, d], [b, a, d]) == (2, 1)
    assert compare_orders([], [a, b]) == (0, 0)


def test_a_look_at_a_hard_level_sees_boxes_and_is_the_same_each_time() -> None:
    look = LookAgain(load_levels(HARD)[0], SEARCH)
    seen = look()
    assert seen.boxes == 15
    assert 0 < seen.boxes_left < 15
    assert 0 <= seen.best_home <= seen.most_home < 15
    assert seen.best_outcome is Outcome.UNSOLVED
    assert seen.children > 1
    assert seen == look()


def test_a_look_finds_out_that_the_best_state_is_dead() -> None:
    seen = LookAgain(Level(tuple(UNSOLVABLE_BY_SEARCH.splitlines())), SEARCH)()
    assert seen.best_outcome is Outcome.UNSOLVABLE
