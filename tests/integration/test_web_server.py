"""The page's server on a real socket: what it answers, and what it refuses."""

from __future__ import annotations

import json
import re
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

pytest.importorskip("uvicorn", reason="the extra `web` is not installed")

from conftest import DATA, Ran
from rearview.levels import load_levels
from rearview.web.application import STATIC
from rearview.web.limits import MAX_LONG_AT_ONCE, MAX_TEXT_BYTES, MAX_WAITING
from web_server import Server, Stream, running

EASY = ["#######", "#@ $ .#", "#######"]
HARD = list(load_levels("xsokoban:50")[0].rows)
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running("xsokoban:1") as one:
        yield one


def start(server: Server, tab: str, purpose: str, **request: object) -> str:
    answer = server.post("/api/questions", {"tab": tab, "purpose": purpose, **request})
    assert answer.status == 202, answer.text
    return str(answer.json["question"])


def wait_until(is_so: Callable[[], bool], seconds: float = 10) -> None:
    """Fails when something that has to come does not come."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_the_page_loads_and_nothing_of_it_comes_from_elsewhere(server: Server) -> None:
    page = server.get("/")
    assert page.status == 200
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert "unsafe" not in page.headers["content-security-policy"]
    assert "http://" not in page.text and "https://" not in page.text  # noqa: PT018
    assert "<style" not in page.text and "style=" not in page.text  # noqa: PT018


def test_the_page_is_light_and_its_modules_are_fetched_at_once(server: Server) -> None:
    files = [file for file in STATIC.rglob("*") if file.is_file()]
    assert sum(file.stat().st_size for file in files) < 300_000
    page = server.get("/").text
    for file in (STATIC / "scripts").iterdir():
        assert f'href="/static/scripts/{file.name}"' in page or file.name == "main.js"
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", text)


def test_it_begins_with_what_was_named(server: Server) -> None:
    first = server.get("/api/start").json["first"]
    assert first["collection"] == "xsokoban"
    assert first["level"]["rows"] == list(load_levels("xsokoban:1")[0].rows)


def test_a_level_is_solved_and_what_lies_behind_is_told(server: Server) -> None:
    with Stream(server) as stream:
        answer = stream.ending(start(server, stream.tab, "solve", rows=EASY))
    assert (answer["outcome"], answer["lurd"]) == ("solved", "rRR")
    assert answer["steps"][-1]["pushes"] == 2
    assert answer["packing_order"] == [[5, 1]]


def test_a_search_begins_where_the_moves_lead(server: Server) -> None:
    with Stream(server) as stream:
        answer = stream.ending(start(server, stream.tab, "solve", rows=EASY, moves="rR"))
    assert answer["lurd"] == "R"


def test_a_dead_position_is_told_with_its_reason_and_the_way_back(server: Server) -> None:
    rows = ["#######", "#     #", "# $@ .#", "#######"]
    with Stream(server) as stream:
        answer = stream.ending(start(server, stream.tab, "diagnose", rows=rows, moves="rlL"))
    assert (answer["verdict"], answer["boxes"], answer["alive_moves"]) == ("dead", [[1, 2]], 2)
    assert answer["why"]


def test_a_hint_says_as_much_as_was_asked_for(server: Server) -> None:
    with Stream(server) as stream:
        first = stream.ending(start(server, stream.tab, "hint", rows=EASY, detail=1))
        last = stream.ending(start(server, stream.tab, "hint", rows=EASY, detail=4))
    assert (first["box"], first["destination"], first["lurd"]) == ([3, 1], None, "")
    assert (last["destination"], last["lurd"]) == ([5, 1], "rRR")


def test_a_solution_is_made_shorter(server: Server) -> None:
    with Stream(server) as stream:
        question = start(server, stream.tab, "optimise", rows=EASY, lurd="rlrRR", objective="moves")
        answer = stream.ending(question)
    assert (answer["lurd"], answer["optimal"]) == ("rRR", True)


def test_a_drawing_is_judged(server: Server) -> None:
    with Stream(server) as stream:
        good = stream.ending(start(server, stream.tab, "judge", rows=EASY))
    assert good["outcome"] == "solved"
    assert good["unused"] == []
    assert good["difficulty"]["parts"]["pushes"] == 2


def test_everything_wrong_with_a_drawing_is_named_with_its_place(server: Server) -> None:
    problems = server.post("/api/check", {"rows": ["####", "#$.#", "####"]}).json["problems"]
    assert problems[0]["kind"] == "no player"
    assert server.post("/api/check", {"rows": ["", ""]}).error == "the board is empty"


def test_a_collection_is_read_and_written_again(server: Server) -> None:
    text = "Title: Two\n\n" + "\n".join(EASY) + "\n\nTitle: One\n\n" + "\n".join(EASY)
    read = server.post("/api/levels", {"text": text}).json
    assert [level["rows"] for level in read["levels"]] == [EASY, EASY]
    levels = [{**level, "solution": "rRR"} for level in read["levels"]]
    written = server.post("/api/sok", {"levels": levels}).json["text"]
    assert written.count("Solution: rRR") == 2


@pytest.mark.parametrize("file", sorted((DATA / "corpus").iterdir()), ids=lambda file: file.name)
def test_hostile_level_texts_get_a_clear_answer(server: Server, file: object) -> None:
    text = file.read_bytes().decode("latin-1")  # type: ignore[attr-defined]
    answer = server.post("/api/levels", {"text": text})
    assert answer.status in (200, 400), answer.text[:200]
    if answer.status == 400:
        assert "bug" not in answer.error
    else:
        for level in answer.json["levels"][:3]:
            assert server.post("/api/check", {"rows": level["rows"]}).status in (200, 400)


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "127.0.0.1:1", "", "a" * 300]
)
def test_another_host_is_refused(server: Server, host: str) -> None:
    assert server.get("/", {"Host": host}).status == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1"])
def test_another_origin_is_refused(server: Server, origin: str) -> None:
    for path in ("/", "/api/start", "/api/events"):
        assert server.get(path, {"Origin": origin}).status == 403
    assert server.post("/api/check", {"rows": EASY}, {"Origin": origin}).status == 403


def test_a_page_of_another_site_cannot_ask_but_may_link(server: Server) -> None:
    across = {"Sec-Fetch-Site": "cross-site"}
    assert server.get("/api/start", {**across, "Sec-Fetch-Mode": "no-cors"}).status == 403
    assert server.get("/", {**across, "Sec-Fetch-Mode": "navigate"}).status == 200


def test_its_own_origin_is_welcome(server: Server) -> None:
    own = {"Origin": f"http://localhost:{server.port}", "Host": f"localhost:{server.port}"}
    assert server.post("/api/check", {"rows": EASY}, own).status == 200


def test_a_form_of_another_page_is_not_json(server: Server) -> None:
    assert server.ask("POST", "/api/check", b"{}", {"Content-Type": "text/plain"}).status == 415


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py",
        "/static/%2e%2e/server.py",
        "/static//etc/passwd",
        "/api/collections/..%2f..%2fetc%2fpasswd",
        "/api/collections/README.md",
    ],
)
def test_no_path_leads_out_of_the_page(server: Server, path: str) -> None:
    answer = server.get(path)
    assert answer.status == 404
    assert answer.error


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"[]", "JSON object"),
        (b"[" * 100_000, "not JSON"),
        (b'{"rows": 1}', "rows must be a list"),
        (b'{"rows": ["x"]}', "board symbol"),
        (json.dumps({"rows": ["#" * 129]}).encode(), "at most 128"),
    ],
)
def test_what_makes_no_sense_is_told(server: Server, body: bytes, why: str) -> None:
    answer = server.ask("POST", "/api/check", body, JSON)
    assert answer.status == 400
    assert why in answer.error


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        ({"purpose": "rule"}, "purpose must be one of"),
        ({"purpose": "solve", "rows": EASY, "seconds": 1e9}, "seconds must be"),
        ({"purpose": "solve", "rows": EASY, "seconds": float("nan")}, "seconds must be"),
        ({"purpose": "solve", "rows": EASY, "moves": "x"}, "letters lurdLURD"),
        ({"purpose": "solve", "rows": EASY, "moves": "u"}, "cannot be made"),
        ({"purpose": "hint", "rows": EASY, "detail": 5}, "detail must be"),
        ({"purpose": "solve", "rows": ["###"]}, "0 players"),
    ],
)
def test_a_search_that_makes_no_sense_is_refused_at_once(
    server: Server, request_: dict[str, object], why: str
) -> None:
    with Stream(server) as stream:
        answer = server.post("/api/questions", {"tab": stream.tab, **request_})
    assert answer.status == 400
    assert why in answer.error


def test_a_page_that_does_not_listen_cannot_search(server: Server) -> None:
    answer = server.post("/api/questions", {"tab": "nobody", "purpose": "solve", "rows": EASY})
    assert answer.status == 409


def test_a_body_of_100_mb_is_refused_unread(server: Server) -> None:
    before = server.memory_mb()
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        head = f"POST /api/levels HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        head += "Content-Type: application/json\r\nContent-Length: 104857600\r\n\r\n"
        connection.sendall(head.encode())
        assert b"413" in connection.recv(64)
    # One that does not say how long it is, is counted.
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        head = head.replace("Content-Length: 104857600", "Transfer-Encoding: chunked")
        connection.sendall(head.encode())
        chunk = b"100000\r\n" + b"x" * 0x100000 + b"\r\n"
        try:
            for _ in range(100):
                connection.sendall(chunk)
        except OSError:
            pass  # It hung up.
    assert server.get("/api/start").status == 200
    assert server.memory_mb() - before < 4 * MAX_TEXT_BYTES / 2**20 + 32


def test_headers_that_do_not_come_to_an_end_end_the_connection(server: Server) -> None:
    """Also those of a second request, and what follows an answer that was given already."""
    host = f"Host: 127.0.0.1:{server.port}\r\n"
    whole = f"GET /api/start HTTP/1.1\r\n{host}\r\n"
    refused = "POST /api/check HTTP/1.1\r\nHost: evil\r\nContent-Length: 9000\r\n\r\n"
    begun = [f"GET / HTTP/1.1\r\n{host}", f"{whole}GET / HTTP/1.1\r\n", refused, ""]
    connections = [socket.create_connection(("127.0.0.1", server.port)) for _ in begun]
    for connection, text in zip(connections, begun, strict=True):
        connection.settimeout(30)
        connection.sendall(text.encode())
    for connection in connections:
        with connection, suppress(ConnectionResetError):
            while connection.recv(65536):
                pass


def test_a_search_ends_with_its_tab(server: Server) -> None:
    with Stream(server) as stream:
        start(server, stream.tab, "solve", rows=HARD, seconds=600)
        wait_until(lambda: server.questions() == (1, 0))
    wait_until(lambda: server.questions() == (0, 0))


def test_a_page_that_is_loaded_again_no_longer_waits_for_its_search(server: Server) -> None:
    """The tab has the same name, but nobody there knows of the search any more."""
    with Stream(server) as stream:
        start(server, stream.tab, "solve", rows=HARD, seconds=600)
    with Stream(server, f"/api/events?tab={stream.tab}&again=0") as again:
        assert again.is_known
        wait_until(lambda: server.questions() == (0, 0))


def test_a_page_that_opens_its_stream_again_still_waits_for_its_search(server: Server) -> None:
    with Stream(server) as stream:
        question = start(server, stream.tab, "solve", rows=HARD, seconds=2)
        with Stream(server, f"/api/events?tab={stream.tab}&again=1") as again:
            assert again.is_known
            assert again.ending(question)["outcome"] in ("solved", "unsolved")


def test_what_follows_a_search_ends_with_its_tab_as_well(server: Server) -> None:
    """How hard it is takes a minute to count on so large a board, long after it is solved."""
    width = 126
    rows = ["#" * (width + 2), *["#" + " " * width + "#"] * width, "#" * (width + 2)]
    rows[60] = "#@" + "  $  ." * 3 + " " * (width - 19) + "#"
    with Stream(server) as stream:
        start(server, stream.tab, "judge", rows=rows)
        time.sleep(1)
    wait_until(lambda: server.questions() == (0, 0), 5)


def test_a_search_that_is_pinned_outlives_its_tab_and_is_told_when_it_comes_back(
    server: Server,
) -> None:
    with Stream(server) as stream:
        question = start(server, stream.tab, "solve", rows=HARD, seconds=2.5)
        pin = {"tab": stream.tab, "pinned": True}
        assert server.post(f"/api/questions/{question}/pin", pin).status == 200
    wait_until(lambda: server.questions() == (0, 0))
    with Stream(server, f"/api/events?tab={stream.tab}") as again:
        assert again.is_known
        assert again.ending(question)["outcome"] in ("solved", "unsolved")


def test_a_stream_that_breaks_is_told_what_it_missed(server: Server) -> None:
    with Stream(server) as stream:
        last = stream.last_id
        question = start(server, stream.tab, "solve", rows=EASY)
        with Stream(server, **{"Last-Event-ID": last}) as again:
            assert again.is_known
            assert again.ending(question)["outcome"] == "solved"


def test_a_newer_search_takes_the_place_of_an_older_one(server: Server) -> None:
    with Stream(server) as stream:
        start(server, stream.tab, "solve", rows=HARD, seconds=600)
        newer = start(server, stream.tab, "solve", rows=EASY)
        assert stream.ending(newer)["outcome"] == "solved"
        wait_until(lambda: server.questions() == (0, 0))


def test_a_search_is_stopped_only_by_its_own_tab(server: Server) -> None:
    with Stream(server) as stream, Stream(server) as other:
        question = start(server, stream.tab, "solve", rows=HARD, seconds=600)
        server.post(f"/api/questions/{question}/stop", {"tab": other.tab})
        assert server.questions()[0] == 1
        server.post(f"/api/questions/{question}/stop", {"tab": stream.tab})
        wait_until(lambda: server.questions() == (0, 0))


def test_200_clients_at_once_get_answers_or_clear_refusals(server: Server) -> None:
    before = server.memory_mb()

    def ask(_number: int) -> tuple[Stream, int, str]:
        stream = Stream(server)
        request = {"tab": stream.tab, "purpose": "solve", "rows": HARD, "seconds": 600}
        answer = server.post("/api/questions", request)
        return stream, answer.status, answer.text

    with ThreadPoolExecutor(40) as pool:
        asked = list(pool.map(ask, range(200)))
    accepted = [one for one in asked if one[1] == 202]
    assert MAX_WAITING <= len(accepted) <= MAX_WAITING + MAX_LONG_AT_ONCE
    assert all(status in (202, 503) for _, status, _ in asked)
    assert all("wait" in json.loads(text)["error"] for _, status, text in asked if status == 503)
    assert server.questions() == (MAX_LONG_AT_ONCE, MAX_WAITING)
    for stream, _, _ in asked:
        stream.close()
    wait_until(lambda: server.questions() == (0, 0))
    assert server.memory_mb() - before < 1_500


def test_a_reader_that_takes_nothing_holds_nobody_up(server: Server) -> None:
    """Of a search's progress only the latest is kept."""
    with Stream(server) as slow, Stream(server) as other:
        start(server, slow.tab, "solve", rows=HARD, seconds=600)
        assert other.ending(start(server, other.tab, "solve", rows=EASY))["outcome"] == "solved"


def test_beyond_loopback_a_token_is_needed() -> None:
    with running("microban:1", "--host", "0.0.0.0") as server:
        assert server.token
        assert server.get("/").status == 401
        assert server.get("/api/start", {"Cookie": f"rearview-{server.port}=wrong"}).status == 401
        entered = server.get(f"/?token={server.token}")
        assert entered.status == 303
        cookie = entered.headers["set-cookie"]
        assert "HttpOnly" in cookie and "SameSite=strict" in cookie  # noqa: PT018
        allowed = {"Cookie": cookie.partition(";")[0]}
        assert server.get("/", allowed).status == 200
        assert server.get("/", {**allowed, "Host": f"evil.example:{server.port}"}).status == 403


def test_ctrl_c_ends_everything_at_once() -> None:
    with running("microban:1") as server, Stream(server) as stream:
        start(server, stream.tab, "solve", rows=HARD, seconds=600)
        wait_until(lambda: server.questions() == (1, 0))
        assert server.stop() == (130, "")


def test_it_ends_when_it_is_told_to_as_every_command_does() -> None:
    with running("microban:1") as server, Stream(server) as stream:
        start(server, stream.tab, "solve", rows=HARD, seconds=600)
        assert server.stop(signal.SIGTERM) == (143, "")


def test_a_port_in_use_is_told_in_one_line(server: Server, cli: Callable[..., Ran]) -> None:
    ran = cli("web", "--no-browser", "--port", str(server.port))
    assert ran.code == 2
    assert ran.err == (
        f"rearview: port {server.port} is in use: choose another with --port, or --port 0 for any "
        "free one\n"
    )


def test_a_missing_extra_is_told_with_what_to_install(
    cli: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "rearview.web.server", raising=False)
    ran = cli("web", "--no-browser")
    assert ran.code == 2
    assert ran.err == (
        "rearview: the page needs uvicorn, which is not installed: pip install 'rearview[web]'\n"
    )


def test_what_is_not_there_is_told_before_anything_is_served(cli: Callable[..., Ran]) -> None:
    ran = cli("web", "--no-browser", "nothing.sok")
    assert ran.code == 2
    assert "no such file" in ran.err


def test_half_a_character_in_a_title_is_no_trouble(server: Server) -> None:
    """JSON can say it, UTF-8 cannot."""
    text = "\n".join([*EASY, "Title: \ud800 half"])
    answer = server.post("/api/levels", {"text": text, "name": "\udfff"})
    assert answer.status == 200
    assert answer.json["levels"][0]["title"].strip().endswith("half")
    level = {"rows": EASY, "title": "\ud800", "comment": "\ud800"}
    assert server.post("/api/sok", {"levels": [level]}).status == 200
    assert server.post("/api/questions", {"tab": "\ud800", "purpose": "\ud800"}).status == 409
