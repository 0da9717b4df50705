"""Everything that has a colour can be read on black and on white."""

from __future__ import annotations

import pytest
from rich.color import Color
from rich.color_triplet import ColorTriplet
from rich.style import Style

from rearview.reporters import marked_boards, solve_live
from rearview.reporters.boards import SYMBOL_STYLES

BLACK, WHITE = ColorTriplet(0, 0, 0), ColorTriplet(255, 255, 255)
LEAST_CONTRAST = 3.0


def contrast(one: ColorTriplet, other: ColorTriplet) -> float:
    """As the Web Content Accessibility Guidelines 2.1 define it."""
    dark, light = sorted(
        0.2126 * r + 0.7152 * g + 0.0722 * b
        for r, g, b in (
            [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in one.normalized]
            for one in (one, other)
        )
    )
    return (light + 0.05) / (dark + 0.05)


def triplet(colour: Color) -> ColorTriplet:
    assert colour.number is None or colour.number >= 16, "terminals choose the first sixteen"
    return colour.get_truecolor()


@pytest.mark.parametrize(
    "style", sorted({*SYMBOL_STYLES.values(), *solve_live._STYLES.values()} - {""})
)
def test_letters_can_be_read_on_black_and_on_white(style: str) -> None:
    colour = Style.parse(style).color
    assert colour is not None
    for background in (BLACK, WHITE):
        assert contrast(triplet(colour), background) > LEAST_CONTRAST


@pytest.mark.parametrize(
    "mark", [marked_boards._DEAD_STYLE, marked_boards._FROZEN_STYLE, marked_boards._LOST_STYLE]
)
@pytest.mark.parametrize("symbol", "@$*")
def test_marks_are_seen_and_what_stands_on_them_is_read(mark: str, symbol: str) -> None:
    style = Style.parse(f"{SYMBOL_STYLES[symbol]} {mark}")
    assert style.color is not None
    assert style.bgcolor is not None
    for background in (BLACK, WHITE):
        assert contrast(triplet(style.bgcolor), background) > LEAST_CONTRAST
    assert contrast(triplet(style.color), triplet(style.bgcolor)) > LEAST_CONTRAST
