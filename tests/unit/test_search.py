"""`Search` is checked when it is made, and knows whether it can be repeated."""

from __future__ import annotations

import inspect
import pickle
from dataclasses import replace
from math import inf
from typing import Any

import pytest

import rearview
from rearview import ArgumentError, Limit, Model, Objective, OptionError, Strategy
from rearview.search import MAX_SEED, Search, Share, shares
from rearview.solving import make_options
from rearview.ties import Ties

PAPER = Strategy.paper()


def test_by_default_it_is_what_solve_does() -> None:
    assert Search() == Search(
        limit=Limit(), model=Model.shipped(), seed=0, strategy=Strategy(), objective=None
    )


@pytest.mark.parametrize(
    ("error", "wrong", "why"),
    [
        (ArgumentError, {"limit": 10}, "limit must be a Limit, not an int"),
        (ArgumentError, {"model": "m.json"}, "model must be a Model or None, not a str"),
        (ArgumentError, {"strategy": "paper"}, "strategy must be a Strategy or None, not a str"),
        (OptionError, {"seed": -1}, "the seed must be a whole number from 0 to"),
        (OptionError, {"seed": MAX_SEED + 1}, "the seed must be a whole number from 0 to"),
        (OptionError, {"objective": "time"}, "the objective must be moves or pushes, not 'time'"),
    ],
)
def test_what_makes_no_sense_is_refused_when_it_is_made(
    error: type[Exception], wrong: dict[str, Any], why: str
) -> None:
    with pytest.raises(error, match=why):
        Search(**wrong)
    with pytest.raises(error, match=why):
        replace(Search(), **wrong)


def test_an_objective_may_be_named() -> None:
    assert Search(objective="moves").objective is Objective.MOVES


@pytest.mark.parametrize(
    ("limit", "strategy", "max_nodes"),
    [
        (Limit(), Strategy(), None),
        (Limit(seconds=1, memory_mb=100), Strategy(), None),
        (Limit(backward_nodes=7, forward_nodes=9), Strategy(), (7, 9)),
        # What is not given beside the other is the paper's.
        (Limit(backward_nodes=7), Strategy(), (7, 50_000)),
        (Limit(forward_nodes=9), Strategy(), (10_000, 9)),
        # A single pass would never end.
        (Limit(), PAPER, (10_000, 50_000)),
        (Limit(forward_nodes=9), PAPER, (10_000, 9)),
    ],
)
def test_it_is_repeatable_where_nodes_limit_it(
    limit: Limit, strategy: Strategy, max_nodes: tuple[int, int] | None
) -> None:
    search = Search(limit=limit, strategy=strategy)
    assert search.max_nodes == max_nodes
    assert search.is_repeatable == (max_nodes is not None)
    if max_nodes is not None:
        options = make_options(search)
        assert (options.max_backward_nodes, options.max_forward_nodes) == max_nodes


def test_seeds_follow_each_other_in_a_circle() -> None:
    last = Search(seed=MAX_SEED)
    assert [last.with_seed_after(count).seed for count in (0, 1, 2)] == [MAX_SEED, 0, 1]


def test_rivals_have_seeds_and_rules_of_ties_of_their_own() -> None:
    search = Search(seed=5, strategy=Strategy(ties=Ties.FARTHEST))
    rivals = [search.rival(number) for number in range(4)]
    assert rivals[0] == search
    assert [one.seed for one in rivals] == [5, 6, 7, 8]
    rules = [one.strategy.ties for one in rivals]
    assert rules == [Ties.FARTHEST, Ties.NEAREST, Ties.RANDOM, Ties.FARTHEST]


def test_only_the_first_rival_has_the_beam_which_knows_no_seed() -> None:
    search = Search()
    assert [search.rival(number).strategy.beam for number in range(3)] == [True, False, False]
    without = Search(strategy=Strategy(beam=False))
    assert not without.rival(0).strategy.beam


def test_two_searches_share_the_work_and_further_ones_have_all_rounds() -> None:
    assert shares(1) == (Share.ALL,)
    assert shares(2) == (Share.USUAL, Share.VARIED)
    assert shares(4) == (Share.USUAL, Share.VARIED, Share.ALL, Share.ALL)


def test_the_usual_share_has_the_beam_for_itself_and_does_not_vary() -> None:
    usual, varied = (make_options(Search(), share) for share in (Share.USUAL, Share.VARIED))
    assert (usual.use_beam, usual.beam_share, usual.use_variation) == (True, inf, False)
    assert (varied.use_beam, varied.use_variation, varied.varies_always) == (False, True, True)


def test_a_share_leaves_out_what_the_strategy_has_not() -> None:
    plain = Search(strategy=Strategy(variation=False, beam=False))
    for share in Share:
        options = make_options(plain, share)
        assert not options.use_variation
        assert not options.use_beam


def test_it_can_be_sent_to_another_process() -> None:
    search = Search(seed=3, objective="pushes").shared_among(2)
    assert pickle.loads(pickle.dumps(search)) == search


def test_solve_and_solve_many_take_it_by_name_in_the_same_order() -> None:
    wanted = list(inspect.signature(Search).parameters)
    for function in (rearview.solve, rearview.solve_many):
        _, *given = inspect.signature(function).parameters.values()
        assert [one.name for one in given[: len(wanted)]] == wanted
        assert {one.kind for one in given} == {inspect.Parameter.KEYWORD_ONLY}
