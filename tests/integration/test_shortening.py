"""A level without a solution is solved several times before its solutions are shortened."""

from __future__ import annotations

from rearview import Limit, Objective, load_levels
from rearview.search import Search
from rearview.shortening import Shortening, shorten_level
from rearview.solving import search_level

LEVEL = load_levels("grigr:24")[0]
SEARCH = Search(limit=Limit(600, backward_nodes=1_000, forward_nodes=2_000))


def pushes(search: Search) -> int:
    found = search_level(LEVEL, search).pushes
    assert found is not None
    return found


def test_other_seeds_have_other_rules_of_ties_and_the_shortest_solution_is_kept() -> None:
    first, second, third = (pushes(SEARCH.rival(number)) for number in range(3))
    assert first > second > third
    assert third < min(pushes(SEARCH.with_seed_after(number)) for number in range(3))
    for seeds, fewest in ((1, first), (2, second), (3, third)):
        shortening = Shortening(SEARCH, Objective.PUSHES, seeds, methods=("walks",))
        result = shorten_level(LEVEL, shortening)
        assert (result.pushes_before, result.pushes) == (fewest, fewest)
