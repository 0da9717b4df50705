"""Takes the pictures of the page, in a real browser: those of docs/web.md and of the README.

python docs/pictures/web.py [FOLDER]
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from playwright.sync_api import Browser, Page, expect, sync_playwright

from chromium import FLAGS, find_chromium
from web_server import Server, running

HERE = Path(__file__).parent
DESKTOP = {"viewport": {"width": 1200, "height": 760}, "device_scale_factor": 1}
PHONE = {
    "viewport": {"width": 390, "height": 800},
    "device_scale_factor": 1,
    "is_mobile": True,
    "has_touch": True,
    "color_scheme": "dark",
}


def play(page: Page) -> None:
    """Microban 1 with a dead end."""
    for key in ("Down", "Left", "Up", "Right", "Right", "Right", "Down", "Left", "Left"):
        page.keyboard.press(f"Arrow{key}")
    page.wait_for_selector(".dead-box")


def solve(page: Page) -> None:
    """Some boxes home, the value beside."""
    page.keyboard.press("f")
    page.wait_for_selector(".curves")
    slider = page.get_by_role("slider", name="Place in the moves")
    slider.evaluate("one => { one.value = one.max * .66; one.dispatchEvent(new Event('input')) }")


def think(page: Page) -> None:
    page.keyboard.press("f")
    expect(page.locator(".round")).to_contain_text("Round 3", timeout=60_000)


def hint(page: Page) -> None:
    for _ in range(3):
        page.keyboard.press("h")
        page.wait_for_timeout(1_000)
    page.wait_for_selector(".hint-marks .arrow")


def wait_for_boards(page: Page) -> None:
    page.wait_for_selector(".tile .rating:not(:empty)")
    page.wait_for_timeout(4_000)


def judge(page: Page) -> None:
    page.wait_for_selector(".verdict.good")


PICTURES: dict[str, tuple[str, dict[str, object], Callable[[Page], None]]] = {
    "web-dead": ("#play/microban/1", DESKTOP, play),
    "web-solved": ("#play/xsokoban/1", DESKTOP, solve),
    "web-thinking": ("#play/xsokoban/50", {**DESKTOP, "color_scheme": "dark"}, think),
    "web-levels": ("#levels/microban", DESKTOP, wait_for_boards),
    "web-draw": ("#draw", DESKTOP, judge),
    "web-phone": ("#play/microban/1", PHONE, hint),
}


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    path = find_chromium()
    assert path, "there is no Chromium"
    with running("microban") as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        for name in PICTURES:
            take(browser, server, name, folder)
        browser.close()


def take(browser: Browser, server: Server, name: str, folder: Path) -> None:
    fragment, options, act = PICTURES[name]
    context = browser.new_context(**options)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(server.url + fragment)
    page.wait_for_selector("[aria-current=page]")
    act(page)
    page.mouse.move(0, 0)
    page.wait_for_timeout(700)
    page.screenshot(path=folder / f"{name}.png")
    context.close()


if __name__ == "__main__":
    main()
