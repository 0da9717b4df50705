"""`hint`: graded, the same whenever it is asked for, and it leads to the end."""

from __future__ import annotations

from random import Random

import pytest

import rearview
from rearview import Hint, HintKind, Level, Limit, OptionError, hint, load_levels, verify
from rearview.hinting import plan_starts
from rearview.remembering import forget_everything
from reference.following import follow, random_live_moves

NODES = Limit(backward_nodes=2_000, forward_nodes=5_000)
MICROBAN_1 = load_levels("microban:1")[0]
DEAD = Level(("######", "#$   #", "#@  .#", "#    #", "######"))


def test_each_detail_says_a_little_more() -> None:
    one, two, three, four = (hint(MICROBAN_1, detail=detail) for detail in (1, 2, 3, 4))
    assert one == Hint(HintKind.NEXT, "Push the box at row 4, column 2.", box=(1, 3))
    assert two.destination == (1, 2)
    assert two.text == "Push the box at row 4, column 2 to row 3, column 2."
    assert (two.push, two.walk, two.lurd) == ("", "", "")
    assert (three.walk, three.push, three.lurd) == ("dl", "U", "")
    assert three.text == "Push the box at row 4, column 2 up, on its way to row 3, column 2."
    assert four.lurd.startswith("dlU")
    assert verify(MICROBAN_1, four.lurd)
    assert (four.box, four.destination, four.push) == (one.box, two.destination, three.push)


def test_a_walk_changes_the_way_to_the_next_push_and_nothing_else() -> None:
    before, after = hint(MICROBAN_1, detail=4), hint(MICROBAN_1, "rr", detail=4)
    assert (after.box, after.destination, after.push) == (
        before.box,
        before.destination,
        before.push,
    )
    assert verify(MICROBAN_1, "rr" + after.lurd)


def test_a_box_that_comes_back_to_its_square_is_told_so() -> None:
    level = load_levels("microban:101")[0]
    advice = hint(level, detail=3, limit=NODES)
    assert advice.text == "Push the box at row 8, column 4 down, and back again."
    assert hint(level, detail=2, limit=NODES).destination == advice.box


def test_a_solved_level_needs_no_hint() -> None:
    level = Level(("#######", "#@ $ .#", "#######"))
    advice = hint(level, "rRR", 4)
    assert (advice.kind, bool(advice), advice.lurd) == (HintKind.SOLVED, False, "")


def test_a_dead_position_is_told_with_its_reason() -> None:
    advice = hint(DEAD, detail=4)
    assert advice.kind is HintKind.DEAD
    assert advice.text == (
        "This position cannot be solved any more: "
        "this box can never reach a target from where it stands."
    )


def test_a_position_that_only_a_search_proves_dead_is_told_so() -> None:
    level = Level(("######", "#@   #", "# $**#", "# $..#", "######"))
    assert hint(level, "rrrD").kind is HintKind.DEAD


def test_without_a_solution_there_is_no_hint_and_no_exception() -> None:
    level = load_levels("xsokoban:1")[0]
    advice = hint(level, limit=Limit(backward_nodes=1, forward_nodes=1))
    assert advice.kind is HintKind.NOT_FOUND
    assert advice.box is None


def test_progress_can_stop_it() -> None:
    level = load_levels("sasquatch1:48")[0]
    advice = hint(level, limit=Limit(seconds=600), on_progress=lambda _: False)
    assert advice.kind is HintKind.NOT_FOUND


@pytest.mark.parametrize("detail", [0, 5, 1.5, "2", True, None])
def test_a_detail_that_does_not_exist_is_refused(detail: object) -> None:
    with pytest.raises(OptionError, match="the detail must be from 1 to 4"):
        hint(MICROBAN_1, detail=detail)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [3, 6, 11, 17, 36, 58, 91])
@pytest.mark.parametrize("is_forgetful", [False, True])
def test_hints_followed_from_a_random_live_position_solve_the_level(
    number: int, is_forgetful: bool
) -> None:
    level = load_levels(f"microban:{number}")[0]
    moves = random_live_moves(level, Random(number), 20, NODES)
    assert follow(level, moves, NODES, is_forgetful=is_forgetful)[0] == ""


def test_a_player_who_comes_back_to_the_plan_is_led_along_it_again() -> None:
    level = Level(("########", "#      #", "# $  . #", "#@     #", "########"))
    plan = hint(level, detail=4, limit=NODES).lurd
    there_and_back = "uRurrdL"
    assert rearview.State.after(level, there_and_back).boxes == {(2, 2)}
    forget_everything()
    rest = hint(level, there_and_back, 4, limit=NODES).lurd
    assert rest.lstrip("lurd") == plan.lstrip("lurd")
    assert verify(level, there_and_back + rest)


def test_plans_are_asked_from_few_positions_that_later_questions_share() -> None:
    assert plan_starts(0) == [0]
    assert plan_starts(37) == [0, 32, 36, 37]
    assert plan_starts(64) == [0, 64]
    for pushes in range(1, 200):
        power = 1 << (pushes.bit_length() - 1)
        assert plan_starts(pushes)[:2] == [0, power]
        assert plan_starts(pushes)[-1] == pushes
