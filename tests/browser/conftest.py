"""A real Chromium and a real server, shared by the tests of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from chromium import FLAGS, find_chromium
from web_server import Server, running

if TYPE_CHECKING:  # The tests are skipped where Playwright is not installed.
    from playwright.sync_api import Browser, ConsoleMessage, Page

_PATIENCE = 15_000
"""Milliseconds: the machine may be busy."""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Not for the session: while Playwright runs, no other test of this process may use asyncio."""

    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=_PATIENCE)
    path = find_chromium()
    if path is None:
        pytest.skip("NO BROWSER: there is no Chromium (apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def page_server() -> Iterator[Server]:
    with running("microban") as server:
        yield server


@pytest.fixture
def open_page(chromium: Browser, page_server: Server) -> Iterator[Callable[..., Page]]:
    """Opens the page at a fragment, in a fresh profile. An error in any of its scripts fails."""
    errors: list[str] = []
    contexts = []

    def note(told: ConsoleMessage) -> None:
        if told.type == "error":
            errors.append(told.text)

    def open_at(fragment: str = "", server: Server = page_server, **options: Any) -> Page:
        context = chromium.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        if server is page_server:  # Another may be stopped, which the console tells.
            page.on("console", note)
        page.goto(server.url + fragment)
        page.locator("[aria-current=page]").wait_for(timeout=_PATIENCE)
        return page

    yield open_at
    for context in contexts:
        context.close()
    assert errors == []
