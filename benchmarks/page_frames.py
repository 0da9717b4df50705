"""Measures the page in Chromium: frame times by its own tracing, weight, and the first board.

A frame's time is what the browser's main thread works for it (scripts, style, layout, paint; the
spans of `RunTask` in the page's main thread, summed between two frames), and the interval is the
time from one frame that was drawn to the next. On a machine without a graphics processor, as in a
container, the pixels are drawn by the processor too, in other threads. An empty page with a square
that glides is measured first: what its intervals have above 16.7 ms is the browser's own.

    python benchmarks/page_frames.py [COLLECTION/N]
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from playwright.sync_api import Browser, Page, sync_playwright

from chromium import FLAGS, find_chromium
from web_server import Server, running

CATEGORIES = [
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
    "toplevel",
]
SECONDS = 4
EMPTY = """<style>
@keyframes glide { to { transform: translateX(500px); } }
i { display: block; width: 40px; height: 40px; background: #888; animation: glide 1s infinite; }
</style><i></i>"""


def main() -> None:
    level = sys.argv[1] if len(sys.argv) > 1 else "xsokoban/50"
    path = find_chromium()
    assert path, "there is no Chromium"
    with running("microban") as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        tell_load(browser, server)
        with empty_page(browser) as page:
            tell_frames("a square on an empty page", frames_while(browser, page, look))
        with page_of(browser, server, level) as page:
            tell_frames("playing", frames_while(browser, page, play))
        with page_of(browser, server, level) as page:
            page.keyboard.press("f")
            page.wait_for_selector(".thinking")
            tell_frames("playing while a search runs", frames_while(browser, page, play))
        with page_of(browser, server, "xsokoban/1") as page:
            page.keyboard.press("f")
            page.wait_for_selector(".curves")
            tell_frames("watching a solution", frames_while(browser, page, watch))
        browser.close()


@contextmanager
def page_of(browser: Browser, server: Server, level: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.goto(f"{server.url}#play/{level}")
    page.wait_for_selector("#board .box")
    page.wait_for_timeout(500)
    yield page
    context.close()


@contextmanager
def empty_page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.set_content(EMPTY)
    page.wait_for_timeout(500)
    yield page
    context.close()


def look(page: Page) -> None:
    page.wait_for_timeout(SECONDS * 1000)


def play(page: Page) -> None:
    """Walks and pushes as keys that are held down do it."""
    for _ in range(SECONDS * 6):
        for key in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"):
            page.keyboard.press(key)
            page.wait_for_timeout(40)  # Half of a step's animation: something always moves.


def watch(page: Page) -> None:
    page.keyboard.press(" ")
    look(page)


def frames_while(browser: Browser, page: Page, act: Callable[[Page], None]) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "trace.json"
        browser.start_tracing(page=page, path=file, categories=CATEGORIES)
        act(page)
        browser.stop_tracing()
        events: list[dict[str, Any]] = json.loads(file.read_text())["traceEvents"]
    return events


def tell_frames(what: str, events: list[dict[str, Any]]) -> None:
    """The work of the main thread for each frame, and the intervals between frames drawn."""
    main = main_thread(events)
    mine = [one for one in events if (one["pid"], one["tid"]) == main]
    begins = sorted(
        one["ts"] for one in mine if one["name"] in ("BeginMainThreadFrame", "BeginFrame")
    )
    tasks = sorted(
        (one["ts"], one["dur"]) for one in mine if one["name"] == "RunTask" and one.get("ph") == "X"
    )
    work = [
        sum(duration for begin, duration in tasks if first <= begin < last) / 1000
        for first, last in pairwise(begins)
    ]
    drawn = sorted(
        one["ts"] for one in events if one["name"] == "DrawFrame" and one["pid"] == main[0]
    )
    gaps = [(b - a) / 1000 for a, b in pairwise(drawn)]
    moving = [gap for gap in gaps if gap < 100]  # Longer ones are pauses in which nothing moved.
    print(f"{what}: {summary('main thread', work)}; {summary('interval', moving)}")


def summary(name: str, values: list[float]) -> str:
    if len(values) < 2:
        return f"{name}: nothing measured"
    ordered = sorted(values)
    p95 = ordered[int(len(ordered) * 0.95)]
    return f"{name} median {median(ordered):.1f} ms, p95 {p95:.1f} ms ({len(ordered)} frames)"


def main_thread(events: list[dict[str, Any]]) -> tuple[int, int]:
    """Of the page: the renderer's main thread with the most tasks."""
    threads = {
        (one["pid"], one["tid"])
        for one in events
        if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"
    }
    counts = {
        thread: sum((one["pid"], one["tid"]) == thread for one in events) for thread in threads
    }
    return max(counts, key=lambda thread: counts[thread])


def tell_load(browser: Browser, server: Server) -> None:
    """What a first visit fetches, and when the first board is on screen."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    times = []
    for _ in range(5):
        page.goto("about:blank")
        page.goto(f"{server.url}#play/xsokoban/1", wait_until="commit")
        page.wait_for_selector("#board .box")
        times.append(page.evaluate("performance.getEntriesByName('first-board')[0].startTime"))
        if len(times) == 1:
            page.wait_for_timeout(300)
            weight = sum(
                page.evaluate(
                    """performance.getEntriesByType('resource').concat(
                   performance.getEntriesByType('navigation'))
                   .filter(one => !one.name.includes('/api/')).map(one => one.decodedBodySize)"""
                )
            )
    print(f"weight {weight / 1000:.0f} kB; first board after {sorted(map(round, times))} ms")
    context.close()


if __name__ == "__main__":
    main()
