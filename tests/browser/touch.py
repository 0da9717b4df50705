"""A finger on the screen: touches as the screen sends them, not as a script makes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

Place = tuple[float, float]


class Touch:
    """One finger."""

    def __init__(self, page: Page) -> None:
        self._screen = page.context.new_cdp_session(page)

    def tap(self, x: float, y: float) -> None:
        self.stroke((x, y))

    def tap_on(self, what: Locator, may_scroll: bool = True) -> None:
        if may_scroll:
            what.scroll_into_view_if_needed()
        area = what.bounding_box()
        assert area is not None
        self.tap(area["x"] + area["width"] / 2, area["y"] + area["height"] / 2)

    def stroke(self, *places: Place) -> None:
        """Down at the first place, over all others, and up."""
        for number, (x, y) in enumerate(places):
            self._send("touchMove" if number else "touchStart", (x, y))
        self._send("touchEnd")

    def _send(self, kind: str, *touched: Place) -> None:
        points = [{"x": x, "y": y} for x, y in touched]
        self._screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
