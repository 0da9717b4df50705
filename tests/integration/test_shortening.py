"""A level without a solution is solved several times before its solutions are shortened."""

from __future__ import annotations

from rearview import Limit, Objective, load_levels
from rearview.search import Search
from rearview.shortening import Shortening, shorten_level
from rearview.solving import search_level

LEVEL = load_levels("microban:100")[0]
SEARCH = Search(limit=Limit(600, backward_nodes=1_000, forward_nodes=2_000))


def test_each_seed_has_another_rule_of_ties_and_the_shortest_solution_is_kept() -> None:
    found = [search_level(LEVEL, SEARCH.rival(number)).pushes for number in range(3)]
    assert len(set(found)) > 1
    for seeds in (1, 2, 3):
        shortening = Shortening(SEARCH, Objective.PUSHES, seeds, methods=("walks",))
        result = shorten_level(LEVEL, shortening)
        assert (result.pushes_before, result.pushes) == (min(found[:seeds]),) * 2
