"""A person's way through the page, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="NO BROWSER: Playwright is not installed")
pytest.importorskip("uvicorn", reason="the extra `web` is not installed")

from playwright.sync_api import Dialog, Page, expect

from browser.page_actions import SOLUTION, click_square, count, middle_of, notice, press
from browser.touch import Touch
from rearview.box_moves import split
from rearview.levels import load_levels

OpenPage = Callable[..., Page]

UNNAMED = """[...document.querySelectorAll('button, a, input, select')].filter(
  one => !(one.ariaLabel || one.textContent.trim() || one.labels?.length)).length"""
DROP = """text => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], 'two.sok'));
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
}"""
SOLVED = re.compile("Solved")
TWO_LEVELS = (
    "Title: First of two\n\n#####\n#@$.#\n#####\n\nTitle: <b>Second</b>\n\n######\n#@ $.#\n######\n"
)


def test_a_level_is_played_by_keys_to_the_end(open_page: OpenPage) -> None:
    page = open_page("#play/microban/1")
    expect(page.locator(".title h1")).to_have_text("microban 1")
    press(page, SOLUTION[:-1])
    page.keyboard.press("z")
    expect(count(page, "Moves")).to_have_text("31")
    page.keyboard.press("y")
    press(page, SOLUTION[-1])
    expect(notice(page)).to_contain_text("Solved! 33 moves, 8 pushes, your best")
    expect(count(page, "Best")).to_have_text("33 / 8")
    page.keyboard.press("Home")
    expect(count(page, "Moves")).to_have_text("0")
    page.keyboard.press("End")
    expect(notice(page)).to_contain_text(SOLVED)
    page.keyboard.press("PageDown")
    expect(page.locator(".title h1")).to_have_text("microban 2")


def test_a_level_is_played_by_mouse_to_the_end(open_page: OpenPage) -> None:
    """A click on the floor walks there; on a box and then on a dot, pushes the box there."""
    page = open_page("#play/microban/1")
    click_square(page, 1, 1)
    expect(count(page, "Moves")).to_have_text("3")
    pushes = 0
    for move in split(load_levels("microban:1")[0], SOLUTION):
        click_square(page, *move.source)
        expect(page.locator(".reach").first).to_be_visible()
        click_square(page, *move.destination)
        pushes += move.pushes
        expect(count(page, "Pushes")).to_have_text(str(pushes))
    expect(notice(page)).to_contain_text("Solved!")


def test_a_dead_end_is_told_with_its_reason_and_left_again(open_page: OpenPage) -> None:
    page = open_page("#play/microban/1")
    press(page, "dlUrrrdLl")
    expect(notice(page)).to_contain_text("Dead end:")
    expect(page.locator(".dead-box").first).to_be_visible()
    page.get_by_role("button", name="Go back").click()
    expect(page.locator(".dead-box")).to_have_count(0)
    expect(count(page, "Moves")).to_have_text("8")
    page.reload()  # It goes on where it was.
    expect(count(page, "Moves")).to_have_text("8")


def test_hints_in_four_grades_lead_to_the_end(open_page: OpenPage) -> None:
    page = open_page("#play/microban/1")
    page.keyboard.press("h")
    expect(notice(page)).to_contain_text("Push the box at row")
    expect(page.locator(".hint-marks .ghost")).to_have_count(1)
    page.keyboard.press("h")
    expect(page.locator(".hint-marks .ghost")).to_have_count(2)
    page.keyboard.press("h")
    expect(page.locator(".hint-marks .arrow")).to_have_count(1)
    page.get_by_role("button", name="Make this push").click()
    expect(count(page, "Pushes")).to_have_text("1")
    for _ in range(20):
        if SOLVED.search(page.locator(".notice").inner_text()):
            break
        before = page.locator(".counts div", has_text="Pushes").locator("dd").inner_text()
        for detail in range(1, 4):
            page.keyboard.press("h")
            mark = (".hint-marks .ghost", ".hint-marks .ghost-fill", ".hint-marks .arrow")[
                detail - 1
            ]
            expect(page.locator(mark).first).to_be_visible()
        page.get_by_role("button", name="Make this push").click()
        expect(count(page, "Pushes")).not_to_have_text(before)
    expect(notice(page)).to_contain_text("Solved!")


def test_xsokoban_1_is_solved_and_its_solution_scrubbed(open_page: OpenPage) -> None:
    page = open_page("#play/xsokoban/1")
    page.get_by_role("button", name="Solve from here").click()
    expect(page.locator(".solver h2")).to_have_text("Solved")
    slider = page.get_by_role("slider", name="Place in the moves")
    last = int(slider.get_attribute("max") or 0)
    assert last > 100
    slider.evaluate(
        "(one, place) => { one.value = place; one.dispatchEvent(new Event('input')) }", last // 2
    )
    expect(count(page, "Moves")).to_have_text(str(last // 2))
    page.keyboard.press(".")
    expect(count(page, "Moves")).not_to_have_text(str(last // 2))
    page.locator(".film-frame").first.hover()
    expect(page.locator(".pieces .box.home")).to_have_count(6)
    page.locator(".chart").hover()
    page.mouse.move(0, 0)
    page.get_by_role("button", name="Number the targets").click()
    expect(page.locator(".order")).to_have_count(6)
    slider.evaluate(
        "(one, place) => { one.value = place; one.dispatchEvent(new Event('input')) }", last
    )
    expect(notice(page)).to_contain_text("Solved by rearview")
    expect(count(page, "Best")).to_have_text("\u2013")


def test_a_solution_is_made_shorter_and_proven_shortest(open_page: OpenPage) -> None:
    page = open_page("#play/microban/1")
    press(page, "lrlrlr")
    page.keyboard.press("f")
    page.get_by_role("button", name="Find fewer moves").click()
    expect(page.locator(".improvements")).to_contain_text("Proven: no solution has fewer moves")
    expect(page.locator(".improvements li").last).to_have_text("33 moves, 8 pushes")


def test_a_drawing_becomes_unsolvable_and_solvable_again(open_page: OpenPage) -> None:
    page = open_page("#draw")
    board = ".draw .board"
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text("Can be solved")
    page.get_by_role("button", name="Wall").click()
    click_square(page, 2, 3, board)
    expect(verdict).to_contain_text("Cannot be solved")
    page.keyboard.press("z")
    expect(verdict).to_contain_text("Can be solved")
    page.get_by_role("button", name="Box").click()
    click_square(page, 6, 4, board)
    expect(page.locator(".problems")).to_contain_text("4 boxes but 3 targets")
    page.keyboard.press("z")
    expect(verdict).to_contain_text("Can be solved")
    page.get_by_role("button", name="Rotate").click()
    expect(page.locator(".sizes .quiet")).to_have_text("8 \u00d7 9")
    expect(verdict).to_contain_text("Can be solved")
    page.evaluate("text => navigator.clipboard.writeText(text)", "#####\n#@$.#\n#####\n")
    page.keyboard.press("Control+v")
    expect(verdict).to_contain_text("Can be solved: 1 move, 1 push")
    page.get_by_role("button", name="Play it").click()
    expect(page.locator(".title p")).to_contain_text("your drawing")
    page.reload()
    expect(page.locator(".title p")).to_contain_text("your drawing")


def test_a_drawing_that_is_not_a_level_yet_is_not_played(open_page: OpenPage) -> None:
    page = open_page("#draw")
    page.get_by_role("button", name="Blank").click()
    expect(page.locator(".verdict")).to_contain_text("Not a level yet")
    page.get_by_role("button", name="Play it").click()
    expect(page.locator(".toast")).to_have_text("This is not a level yet: there is no player")
    expect(page.locator(".draw .board")).to_be_visible()


def test_a_collection_is_pasted_and_its_texts_stay_texts(open_page: OpenPage) -> None:
    page = open_page()
    page.evaluate("text => navigator.clipboard.writeText(text)", TWO_LEVELS)
    page.keyboard.press("Control+v")
    expect(page.locator(".tile")).to_have_count(2)
    second = page.locator(".tile", has_text="<b>Second</b>")
    expect(second).to_be_visible()
    second.click()
    expect(page.locator(".title h1")).to_have_text("<b>Second</b>")
    press(page, "rR")
    expect(notice(page)).to_contain_text(SOLVED)
    page.get_by_role("link", name="Levels").click()
    expect(page.locator(".badge.solved")).to_have_count(1)
    page.get_by_role("searchbox").fill("first")
    expect(page.locator(".tile")).to_have_count(1)


def test_hostile_texts_stay_texts_and_turn_nothing_around(open_page: OpenPage) -> None:
    """Markup, a script, an override of the direction of writing, and a bell."""
    title = "\u202e<img src=x onerror=alert(1)> \x07" + "W" * 300
    text = f"Title: {title}\nAuthor: </p><script>alert(2)</script>\n\n#####\n#@$.#\n#####\n"
    page = open_page()
    asked: list[Dialog] = []
    page.on("dialog", lambda dialog: asked.append(dialog))
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.keyboard.press("Control+v")
    heading = page.locator(".title h1")
    expect(heading).to_contain_text("<img src=x onerror=alert(1)>")
    expect(page.locator(".title p")).to_contain_text("<script>alert(2)</script>")
    assert heading.evaluate("one => getComputedStyle(one).unicodeBidi") == "isolate"
    assert page.locator("main img, main script").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") == 1280
    assert asked == []


def test_a_file_is_dropped_anywhere(open_page: OpenPage) -> None:
    page = open_page()
    page.evaluate(DROP, TWO_LEVELS)
    expect(page.locator(".tile")).to_have_count(2)
    expect(page.get_by_role("button", name="two.sok 2 levels")).to_be_visible()


def test_a_file_is_opened_and_its_levels_downloaded_with_what_was_solved(
    open_page: OpenPage, tmp_path: Path
) -> None:
    file = tmp_path / "two.sok"
    file.write_text(TWO_LEVELS)
    page = open_page()
    page.get_by_role("button", name="Open or paste levels").click()
    page.locator("dialog input[type=file]").set_input_files(file)
    page.locator(".tile").first.click()
    press(page, "R")
    page.get_by_role("link", name="Levels").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download .sok").click()
    levels = load_levels(download.value.path())
    assert [level.solutions for level in levels] == [("R",), ()]


def test_progress_is_exported_and_imported(open_page: OpenPage) -> None:
    page = open_page("#play/microban/1")
    press(page, SOLUTION)
    expect(notice(page)).to_contain_text(SOLVED)
    page.get_by_role("link", name="Levels").click()
    page.get_by_role("button", name="Your progress").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    other = open_page("#levels/microban")
    expect(other.locator(".badge.solved")).to_have_count(0)
    other.get_by_role("button", name="Your progress").click()
    other.locator("dialog input[type=file]").set_input_files(download.value.path())
    expect(other.locator(".badge.solved")).to_have_count(1)


def test_moves_are_pasted_into_the_level_that_is_played(open_page: OpenPage) -> None:
    page = open_page("#play/microban/1")
    expect(page.locator("#board .box").first).to_be_visible()
    page.evaluate("text => navigator.clipboard.writeText(text)", SOLUTION)
    page.keyboard.press("Control+v")
    expect(notice(page)).to_contain_text(SOLVED)


def test_a_shared_link_opens_at_the_same_position(open_page: OpenPage) -> None:
    page = open_page("#play/microban/1")
    press(page, SOLUTION[:5])
    page.get_by_role("button", name="More").click()
    page.get_by_role("menuitem", name="Copy a link").click()
    expect(page.locator(".toast")).to_have_text("Link copied")
    link = page.evaluate("navigator.clipboard.readText()")
    other = open_page(link[link.index("#") :])
    expect(other.locator(".title h1")).to_have_text("microban 1")
    expect(count(other, "Moves")).to_have_text("5")
    press(other, SOLUTION[5:])
    expect(notice(other)).to_contain_text("Solved! 33 moves")


def test_on_a_phone_in_the_dark_everything_fits_and_swipes_move(open_page: OpenPage) -> None:
    size = {"width": 360, "height": 740}
    page = open_page(
        "#play/microban/1", viewport=size, has_touch=True, is_mobile=True, color_scheme="dark"
    )
    expect(page.locator("#board .box").first).to_be_visible()
    for view in ("Levels", "Draw", "Play"):
        page.get_by_role("link", name=view, exact=True).click()
        assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(19, 22, 28)"
    page.get_by_role("button", name="Light or dark").click()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(246, 244, 239)"
    x, y = middle_of(page, 2, 3)
    Touch(page).stroke((x, y), (x, y + 40))
    expect(count(page, "Moves")).to_have_text("1")


@pytest.mark.parametrize("width", [320, 390])
def test_on_a_small_phone_nothing_is_cut_off(open_page: OpenPage, width: int) -> None:
    page = open_page("#play/microban/1", viewport={"width": width, "height": 568}, has_touch=True)
    for view in ("Levels", "Draw", "Play"):
        page.get_by_role("link", name=view, exact=True).click()
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_real_touches_walk_and_push(open_page: OpenPage) -> None:
    """As the screen sends them: down, left, then up, which pushes a box."""
    page = open_page("#play/microban/1", viewport={"width": 390, "height": 844}, has_touch=True)
    expect(page.locator("#board .box").first).to_be_visible()
    x, y = middle_of(page, 2, 3)
    for made, (dx, dy) in enumerate([(0, 1), (-1, 0), (0, -1)], 1):
        Touch(page).stroke((x, y), (x + dx * 20, y + dy * 20), (x + dx * 60, y + dy * 60))
        expect(count(page, "Moves")).to_have_text(str(made))
    expect(count(page, "Pushes")).to_have_text("1")


def test_half_an_escape_in_the_address_is_no_trouble(open_page: OpenPage) -> None:
    page = open_page("#%E0%A4%A")
    expect(page.locator(".title h1")).to_have_text("microban 1")


def test_a_search_that_finds_nothing_says_so(open_page: OpenPage) -> None:
    page = open_page("#levels/microban")
    page.get_by_role("searchbox").fill("zzz")
    expect(page.locator(".grid")).to_contain_text("No level fits")


def test_without_a_clipboard_a_link_is_copied_all_the_same(open_page: OpenPage) -> None:
    """Beyond loopback a browser gives none to a page without https."""
    page = open_page("#play/microban/1")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.get_by_role("button", name="More").click()
    page.get_by_role("menuitem", name="Copy a link").click()
    expect(page.locator(".toast")).to_have_text("Link copied")


def test_everything_is_reached_and_named_for_who_does_not_see(open_page: OpenPage) -> None:
    page = open_page("#play/microban/1")
    expect(page.locator("#board")).to_have_attribute("aria-label", re.compile("microban 1: 6 by 7"))
    page.keyboard.press("i")
    expect(page.locator("#announcer")).to_contain_text("1 of 2 boxes home")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("ZBackspaceundo")
    page.keyboard.press("Escape")
    assert page.evaluate(UNNAMED) == 0
