"""What the tests of the page do again and again."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

KEYS = {"l": "ArrowLeft", "u": "ArrowUp", "r": "ArrowRight", "d": "ArrowDown"}
SOLUTION = "dlUrrrdLullddrUluRuulDrddrruLdlUU"
"""Of Microban 1."""


def press(page: Page, moves: str) -> None:
    for move in moves:
        page.keyboard.press(KEYS[move.lower()])


def notice(page: Page) -> Locator:
    return page.locator(".notice")


def count(page: Page, name: str) -> Locator:
    return page.locator(".counts div", has_text=name).locator("dd")


def middle_of(page: Page, column: int, row: int, board: str = "#board") -> tuple[float, float]:
    """Of a square, on the screen."""
    area = page.locator(board).bounding_box()
    width, height = (int(n) for n in page.locator(board).get_attribute("viewBox").split()[2:])  # type: ignore[union-attr]
    assert area is not None
    x = area["x"] + (column + 0.5) * area["width"] / width
    return x, area["y"] + (row + 0.5) * area["height"] / height


def click_square(page: Page, column: int, row: int, board: str = "#board") -> None:
    """As the mouse does it."""
    page.mouse.click(*middle_of(page, column, row, board))
