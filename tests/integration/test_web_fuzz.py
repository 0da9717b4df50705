"""Requests that nobody would send: whatever comes, the answer is JSON that says what is wrong."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("uvicorn", reason="the extra `web` is not installed")

from web_server import Server, Stream, running

JSON = {"Content-Type": "application/json"}
PATHS = ["/api/levels", "/api/sok", "/api/check", "/api/questions", "/api/questions/x/stop"]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
ROWS = st.lists(st.text("# .$*@+", max_size=9), max_size=9)
FIELDS = st.fixed_dictionaries(
    {},
    optional={
        "tab": st.just("TAB") | VALUES,
        "purpose": st.sampled_from(["solve", "judge", "hint", "diagnose", "optimise"]) | VALUES,
        "rows": ROWS | VALUES,
        "moves": st.text("lurdLURD", max_size=6) | VALUES,
        "lurd": st.text("lurdLURD", max_size=6) | VALUES,
        "seconds": st.just(0.01) | VALUES,
        "detail": st.integers(0, 5) | VALUES,
        "text": st.text(max_size=80) | ROWS.map("\n".join) | VALUES,
        "levels": st.lists(st.fixed_dictionaries({"rows": ROWS | VALUES}), max_size=3) | VALUES,
    },
)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running("microban:1") as one:
        yield one


@settings(max_examples=300)
@given(path=st.sampled_from(PATHS), fields=FIELDS)
def test_every_command_is_answered_or_refused(
    server: Server, path: str, fields: dict[str, object]
) -> None:
    with Stream(server) as stream:
        body = json.dumps(fields).replace('"TAB"', json.dumps(stream.tab))
        answer = server.ask("POST", path, body.encode(), JSON)
        assert answer.status in (200, 202, 400, 404, 409, 503), answer.text
        if answer.status == 202:
            ending = stream.ending(answer.json["question"])
            assert "bug" not in ending.get("error", "")
        elif answer.status != 200:
            assert answer.error
            assert "bug" not in answer.error


@settings(max_examples=60)
@given(
    method=st.sampled_from(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "X"]),
    path=st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=30),
    body=st.binary(max_size=200),
)
def test_any_other_request_is_told_what_it_is(
    server: Server, method: str, path: str, body: bytes
) -> None:
    answer = server.ask(method, f"/{path}", body, JSON)
    assert answer.status in (200, 307, 400, 404, 405)
    if answer.status >= 400 and method != "HEAD" and "json" in answer.headers["content-type"]:
        assert answer.error


@settings(max_examples=60)
@given(st.binary(min_size=1, max_size=300))
def test_what_is_not_http_ends_the_connection_and_nothing_else(server: Server, data: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(4096):
            pass
    assert server.process.poll() is None


def test_it_still_answers_and_nothing_is_left_running(server: Server) -> None:
    assert server.get("/api/start").status == 200
    assert server.stop() == (130, "")
