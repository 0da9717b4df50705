"""The TD error and one learning step as arithmetic."""

from __future__ import annotations

import pytest

from rearview._core import td_error


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
