"""The page for everybody: contrast, names, keys alone, touch alone, and no motion."""

from __future__ import annotations

from collections.abc import Callable

import pytest

pytest.importorskip("playwright", reason="NO BROWSER: Playwright is not installed")
pytest.importorskip("uvicorn", reason="the extra `web` is not installed")

from playwright.sync_api import Page, expect

from browser.page_actions import count, middle_of, notice, press
from browser.touch import Touch

OpenPage = Callable[..., Page]

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
FAINT_TEXTS = """() => {
  const parse = colour => colour.match(/[\\d.]+/g).map(Number);
  const over = (top, below) => {
    const alpha = top[3] ?? 1;
    return [0, 1, 2].map(n => top[n] * alpha + below[n] * (1 - alpha));
  };
  const ground = element => {
    const below = element.parentElement ? ground(element.parentElement) : [255, 255, 255];
    return over(parse(getComputedStyle(element).backgroundColor), below);
  };
  const light = colour => colour.map(n => n / 255)
    .map(n => (n <= 0.04045 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4))
    .reduce((sum, n, place) => sum + n * [0.2126, 0.7152, 0.0722][place], 0);
  const faint = [];
  for (const element of document.querySelectorAll('body *')) {
    const text = [...element.childNodes].filter(one => one.nodeType === 3).map(one => one.data);
    const isSeen = element.checkVisibility() && !element.closest('.unseen, :disabled, svg');
    if (!isSeen || !text.join('').trim() || element.tagName === 'OPTION') continue;
    const below = ground(element);
    const ratio = [light(over(parse(getComputedStyle(element).color), below)), light(below)]
      .sort((one, other) => other - one).map(n => n + 0.05).reduce((one, other) => one / other);
    if (ratio < 4.5) faint.push(`${ratio.toFixed(2)} ${element.className}: ${text.join('')}`);
  }
  return faint;
}"""
COLOURS = """names => names.map(name => {
  const element = document.createElement('i');
  element.style.color = `var(--${name})`;
  document.body.append(element);
  const colour = getComputedStyle(element).color;
  element.remove();
  return colour.match(/\\d+/g).map(Number);
})"""
TOP_OF_TOOLBAR = "document.querySelector('.game').getBoundingClientRect().top"
OUTLINE = "getComputedStyle(document.activeElement).outlineStyle"


def contrast(one: list[int], other: list[int]) -> float:
    """As WCAG defines it."""

    def light(colour: list[int]) -> float:
        parts = [part / 255 for part in colour]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return sum(p * weight for p, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_can_be_read(open_page: OpenPage, scheme: str) -> None:
    """At 4.5:1 as WCAG AA asks for, in everything that is shown."""
    page = open_page("#play/microban/1", color_scheme=scheme)
    faint: list[str] = page.evaluate(FAINT_TEXTS)
    page.keyboard.press("f")
    expect(page.locator(".curves")).to_be_visible()
    faint += page.evaluate(FAINT_TEXTS)
    press(page, "dlUrrrdLl")
    expect(notice(page)).to_contain_text("Dead end")
    faint += page.evaluate(FAINT_TEXTS)
    page.keyboard.press("b")
    page.keyboard.press("h")
    expect(page.locator(".hint-marks")).to_be_visible()
    faint += page.evaluate(FAINT_TEXTS)
    page.keyboard.press("l")
    expect(page.locator(".tile").first).to_be_visible()
    faint += page.evaluate(FAINT_TEXTS)
    page.keyboard.press("e")
    expect(page.locator(".verdict.good")).to_be_visible()
    page.keyboard.press("?")
    faint += page.evaluate(FAINT_TEXTS)
    assert faint == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_matters_on_the_board_stands_out(open_page: OpenPage, scheme: str) -> None:
    """At 3:1 from the floor: a piece by its body or by its edge."""
    page = open_page("#play/microban/1", color_scheme=scheme)
    names = ["floor", "wall", "target", "hint", "dead", "player", "box", "box-edge", "home"]
    names += ["home-edge", "home-mark", "home-inner", "edge", "surface", "page"]
    of = dict(zip(names, page.evaluate(COLOURS, names), strict=True))
    for name in ("wall", "target", "hint", "dead", "player"):
        assert contrast(of[name], of["floor"]) >= 3, name
    for name in ("box", "home"):
        edge = contrast(of[f"{name}-edge"], of["floor"])
        assert max(contrast(of[name], of["floor"]), edge) >= 3, name
    assert contrast(of["home-mark"], of["home-inner"]) >= 3
    assert contrast(of["edge"], of["surface"]) >= 3
    assert contrast(of["edge"], of["page"]) >= 3


def test_levels_are_chosen_with_keys_alone(open_page: OpenPage) -> None:
    page = open_page("#levels/microban")
    first = page.get_by_role("button", name="1 6\u00d77, 2 boxes").first
    first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    assert page.evaluate(OUTLINE) == "solid"
    page.keyboard.press("Enter")
    expect(page.locator(".title h1")).to_have_text("microban 2")


def test_the_bar_is_skipped_in_every_view(open_page: OpenPage) -> None:
    page = open_page("#play/microban/1")
    for view, wanted in (("p", "#board"), ("l", ".tile >> nth=0"), ("e", ".draw .board")):
        page.keyboard.press(view)
        expect(page.locator(wanted)).to_be_visible()
        page.locator(".skip").press("Enter")
        expect(page.locator(wanted)).to_be_focused()


def test_the_board_has_a_ring_for_who_uses_keys_and_none_for_the_mouse(open_page: OpenPage) -> None:
    page = open_page("#play/microban/1")
    page.mouse.click(*middle_of(page, 1, 1))
    expect(page.locator("#board")).to_be_focused()
    assert page.evaluate(OUTLINE) == "none"
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(page.locator("#board")).to_be_focused()
    assert page.evaluate(OUTLINE) == "solid"


def test_keys_in_the_menu_are_not_moves(open_page: OpenPage) -> None:
    page = open_page("#play/microban/1")
    press(page, "dl")
    page.get_by_role("button", name="More", exact=True).click()
    page.keyboard.press("Home")
    page.keyboard.press("z")
    expect(count(page, "Moves")).to_have_text("2")
    page.keyboard.press("Escape")
    page.keyboard.press("z")
    expect(count(page, "Moves")).to_have_text("1")


def test_each_view_has_one_heading_that_names_it(open_page: OpenPage) -> None:
    page = open_page("#play/microban/1")
    for key, name in (("p", "microban 1"), ("l", "Levels"), ("e", "Draw")):
        page.keyboard.press(key)
        expect(page.get_by_role("heading", level=1)).to_have_text(name)


def test_nothing_glides_where_motion_is_unwanted(open_page: OpenPage) -> None:
    page = open_page("#play/microban/1", reduced_motion="reduce")
    press(page, "d")
    duration = "getComputedStyle(document.querySelector('.player')).transitionDuration"
    assert page.evaluate(duration) == "0s"


def test_a_hint_on_a_phone_moves_no_button_and_hides_none(open_page: OpenPage) -> None:
    page = open_page("#play/microban/1", **PHONE)
    press(page, "dlUrrrdL")
    button = page.get_by_role("toolbar", name="Game").get_by_role("button", name="Hint")
    top = page.evaluate(TOP_OF_TOOLBAR)
    touch = Touch(page)
    for said in ("Push the box at row", "column", "Make this push", "pushes in all"):
        touch.tap_on(button)
        expect(notice(page)).to_contain_text(said)
        expect(button).to_be_in_viewport(ratio=1)
        assert page.evaluate(TOP_OF_TOOLBAR) == top
    touch.tap_on(page.get_by_role("button", name="Make this push"), may_scroll=False)
    expect(count(page, "Pushes")).to_have_text("3")


def test_a_search_on_a_phone_comes_into_sight(open_page: OpenPage) -> None:
    page = open_page("#play/xsokoban/50", **PHONE)
    Touch(page).tap_on(page.get_by_role("button", name="Solve", exact=True))
    expect(page.locator(".agents")).to_be_in_viewport(ratio=0.5)
    stop = page.get_by_role("toolbar", name="Game").get_by_role("button", name="Stop")
    Touch(page).tap_on(stop)
    expect(page.locator(".solver h2")).to_have_text("Watch it think")


def test_a_level_is_drawn_by_touch_alone(open_page: OpenPage) -> None:
    """A wall that shuts a box in, by a tap; one along the floor, by a stroke."""
    page = open_page("#draw", **PHONE)
    board, touch = ".draw .board", Touch(page)
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text("Can be solved")
    expect(verdict).to_be_in_viewport()
    touch.tap(*middle_of(page, 2, 3, board))
    expect(verdict).to_contain_text("Cannot be solved")
    touch.tap_on(
        page.get_by_role("toolbar", name="Drawing tools").get_by_role("button", name="Undo")
    )
    expect(verdict).to_contain_text("Can be solved")
    touch.stroke(middle_of(page, 1, 4, board), middle_of(page, 1, 3, board))
    expect(verdict).to_contain_text("Can be solved")
    rows = page.evaluate("JSON.parse(localStorage.getItem('rearview.drawing'))")
    assert rows[3:5] == ["## $.$  #", "##  @   #"]
    assert page.evaluate("scrollY") == 0
