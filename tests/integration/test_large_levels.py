"""Large boards: what takes long must still end, and be written out quickly."""

from __future__ import annotations

from rearview import Limit, Outcome, Strategy, solve, verify
from rearview.levels import read_level


def open_room(side: int, boxes: int) -> str:
    """A room without inner walls: boxes in a diagonal, targets near the far corner."""
    rows = [["#"] * side, *([*"#", *" " * (side - 2), *"#"] for _ in range(side - 2)), ["#"] * side]
    rows[1][1] = "@"
    for i in range(boxes):
        rows[3 + 3 * i][3 + 3 * i] = "$"
        rows[side - 3 - 3 * i][3 + 3 * i] = "."
    return "\n".join("".join(row) for row in rows)


def test_the_solution_of_a_large_open_level_is_written_out() -> None:
    level = read_level(open_room(100, 4))
    result = solve(level, limit=Limit(600, backward_nodes=50, forward_nodes=50))
    assert result.outcome is Outcome.SOLVED
    assert verify(level, result.lurd)


def test_a_level_without_a_pull_is_searched_forward_alone() -> None:
    level = read_level("#######\n#     #\n#*$. *#\n#   @ #\n#######")
    strategy = Strategy(hints=False, meeting=False)
    result = solve(
        level, limit=Limit(600, backward_nodes=50, forward_nodes=5_000), strategy=strategy
    )
    assert result.outcome is Outcome.UNSOLVABLE
