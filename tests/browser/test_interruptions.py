"""What comes in between: reloads, restarts, sleep, and a player who does not wait."""

from __future__ import annotations

from collections.abc import Callable

import pytest

pytest.importorskip("playwright", reason="NO BROWSER: Playwright is not installed")
pytest.importorskip("uvicorn", reason="the extra `web` is not installed")

from playwright.sync_api import Page, Route, expect

from browser.page_actions import SOLUTION, count, notice, press
from web_server import Server, running

OpenPage = Callable[..., Page]

HIDE = """state => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def hold_back(page: Page, purpose: str) -> list[Route]:
    """Questions for a purpose, which do not reach the server until they are told to go on."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        if f'"purpose":"{purpose}"' in (route.request.post_data or ""):
            held.append(route)
        else:
            route.continue_()

    page.route("**/api/questions", hold)
    return held


def test_who_plays_on_during_a_search_keeps_the_moves(open_page: OpenPage) -> None:
    """Also when the moves before the search were taken back; the solution waits to be watched."""
    page = open_page("#play/microban/1")
    press(page, "dl")
    held = hold_back(page, "solve")
    page.keyboard.press("f")
    expect(page.get_by_role("button", name="Stop").first).to_be_visible()
    page.keyboard.press("z")
    press(page, "d")
    held[0].continue_()
    expect(page.locator(".solver h2")).to_have_text("Solved")
    expect(count(page, "Moves")).to_have_text("2")
    page.get_by_label("Speed").select_option("10\u00d7")
    page.get_by_role("button", name="Watch").click()
    expect(notice(page)).to_contain_text("Solved by rearview: 33 moves")
    page.keyboard.press("Home")
    press(page, SOLUTION[0])
    press(page, "u")
    expect(count(page, "Moves")).to_have_text("2")


def test_a_shorter_solution_does_not_take_the_moves_away_either(open_page: OpenPage) -> None:
    page = open_page("#play/microban/1")
    press(page, "rlrlr")
    page.keyboard.press("f")
    held = hold_back(page, "optimise")
    page.get_by_role("button", name="Find fewer moves").click()
    press(page, "r")
    held[0].continue_()
    expect(page.locator(".improvements")).to_contain_text("Proven: no solution has fewer moves")
    expect(count(page, "Moves")).to_have_text("6")
    page.locator(".chart").click(position={"x": 2, "y": 20})  # To its first point, which shows it.
    expect(count(page, "Moves")).to_have_text("0")


def test_to_stop_looking_for_a_shorter_solution_keeps_the_one_that_is_known(
    open_page: OpenPage,
) -> None:
    page = open_page("#play/microban/1")
    page.keyboard.press("f")
    hold_back(page, "optimise")
    page.get_by_role("button", name="Find fewer pushes").click()
    expect(page.locator(".improvements")).to_contain_text("Looking for fewer pushes")
    page.keyboard.press("f")
    expect(page.locator(".improvements")).to_contain_text("Stopped.")
    expect(page.get_by_role("button", name="Watch")).to_be_visible()


def test_a_page_that_is_loaded_again_leaves_no_search_behind(
    open_page: OpenPage, page_server: Server
) -> None:
    page = open_page("#play/xsokoban/50")
    page.keyboard.press("f")
    expect(page.locator(".round")).to_contain_text("Round")
    page.reload()
    expect(page.locator(".solver h2")).to_have_text("Watch it think")
    for _ in range(300):  # A warning of a dead end is looked for, too, for two seconds.
        if page_server.questions() == (0, 0):
            break
        page.wait_for_timeout(50)
    assert page_server.questions() == (0, 0)


def test_the_page_recovers_when_its_server_is_started_again(open_page: OpenPage) -> None:
    with running("microban") as server:
        page = open_page("#play/microban/1", server=server)
        press(page, SOLUTION[:8])
        server.stop()
        expect(page.locator("#offline")).to_be_visible()
        page.keyboard.press("h")  # Asked for while nobody answers.
        press(page, "l")
        page.keyboard.press("f")
    with running("microban", port=server.port):
        expect(page.locator("#offline")).to_be_hidden()
        expect(notice(page)).to_contain_text("Dead end:")
        page.keyboard.press("b")
        page.keyboard.press("h")
        expect(notice(page)).to_contain_text("Push the box")


def test_a_tab_that_was_hidden_for_a_while_goes_on(open_page: OpenPage) -> None:
    """Hidden, it lets go of its connection."""
    page = open_page("#play/microban/1")
    for state in ("hidden", "visible"):
        page.evaluate(HIDE, state)
        page.wait_for_timeout(300)
    page.keyboard.press("h")
    expect(notice(page)).to_contain_text("Push the box at")


def test_a_search_that_is_pinned_goes_on_when_the_page_is_loaded_again(open_page: OpenPage) -> None:
    page = open_page("#play/xsokoban/50")
    page.keyboard.press("f")
    expect(page.locator(".round")).to_contain_text("Round")
    pin = page.get_by_role("button", name="Keep it running")
    pin.click()
    expect(pin).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(page.locator(".round")).to_contain_text("Round")
    page.locator(".solver").get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Solve from here")).to_be_visible()
