"""The TD error and one learning step as arithmetic."""

from __future__ import annotations

import pytest

from rearview._core import Board, Motion, Schedule, feature_names, train_agent
from rearview._core.testing import td_error


@pytest.mark.parametrize(
    ("reward", "discount", "next_value", "value", "error"),
    [
        (0.0, 0.95, 0.5, 0.25, 0.225),  # 0.95 x 0.5 - 0.25
        (1.0, 0.95, 0.0, 0.25, 0.75),  # the reward ends it: nothing comes next
        (0.0, 0.95, 0.0, 0.5, -0.5),  # a dead end is worth nothing
        (1.0, 0.5, 2.0, 2.0, 0.0),  # exactly as promised
        (0.0, 1.0, -0.25, 0.75, -1.0),
        (0.0, 0.95, 0.0, 0.0, 0.0),
    ],
)
def test_is_what_the_step_promises_less_what_was_thought(
    reward: float, discount: float, next_value: float, value: float, error: float
) -> None:
    assert td_error(reward, discount, next_value, value) == pytest.approx(error, abs=1e-15)


def test_a_search_without_reward_teaches_nothing_where_only_rewarded_ones_do() -> None:
    """The first level is done after one move, the second would need two and has one."""
    one_move = Board(["######", "#@$ .#", "######"])
    two_moves = Board(["########", "#@ $ . #", "#  $ . #", "########"])
    schedule = Schedule()
    schedule.iterations, schedule.max_nodes = 2, 1

    def bias_learned(*boards: Board) -> float:
        history = train_agent(boards, Motion.push, [], [], schedule, ["bias"], [], 0)
        return history[-1][0][feature_names().index("bias")]

    expected = pytest.approx(0.01 + 0.0098 * (1 - 0.01))
    assert bias_learned(one_move) == expected
    assert bias_learned(one_move, two_moves) != expected
    schedule.rewarded_only = True
    assert bias_learned(one_move, two_moves) == expected
