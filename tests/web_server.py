"""A real server of the page on loopback, and a plain client for it, for the tests."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conftest import DATA

_READY = re.compile(r"http://([\w.:\[\]]+):(\d+)/(?:\?token=(\S+))?")


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)

    @property
    def error(self) -> str:
        return str(self.json["error"])


class Server:
    """`rearview web` in a process of its own."""

    def __init__(self, *arguments: str, port: int = 0) -> None:
        command = [sys.executable, "-m", "rearview", "web", *arguments]
        self.process = subprocess.Popen(
            [*command, "--no-browser", "--port", str(port)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=DATA,
            env={**os.environ, "PYTHONWARNINGS": "ignore"},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = _READY.search(line)
        if found is None:
            self.process.wait(timeout=10)
            raise AssertionError(line + self._errors())
        self.port = int(found[2])
        self.token = found[3]
        self.url = f"http://127.0.0.1:{self.port}/"

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
        timeout: float = 30,
    ) -> Answer:
        """One request on a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            text = response.read().decode()
            return Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, text)
        finally:
            connection.close()

    def get(self, path: str, headers: dict[str, str] | None = None) -> Answer:
        return self.ask("GET", path, headers=headers)

    def post(self, path: str, body: object, headers: dict[str, str] | None = None) -> Answer:
        kind = {"Content-Type": "application/json"}
        return self.ask("POST", path, json.dumps(body).encode(), {**kind, **(headers or {})})

    def questions(self) -> tuple[int, int]:
        """How many searches run, and how many wait."""
        found = self.get("/api/start").json["questions"]
        return found["running"], found["waiting"]

    def memory_mb(self) -> float:
        """What the process has in memory."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    def stop(self, number: int = signal.SIGINT) -> tuple[int, str]:
        """The exit code, and what was written on standard error."""
        self.process.send_signal(number)
        try:
            code = self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        return code, self._errors()

    def _errors(self) -> str:
        assert self.process.stderr is not None
        assert self.process.stdout is not None
        if self.process.poll() is None:
            return ""
        errors = self.process.stderr.read()
        self.process.stderr.close()
        self.process.stdout.close()
        return errors


@contextmanager
def running(*arguments: str, port: int = 0) -> Iterator[Server]:
    server = Server(*arguments, port=port)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()


class Stream:
    """A tab's stream of events, read line by line."""

    def __init__(self, server: Server, path: str = "/api/events", **headers: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        self._connection.request("GET", path, headers=headers)
        self._response = self._connection.getresponse()
        self.status = self._response.status
        self.last_id = ""
        self.tab = ""
        if self.status == 200:
            _, hello = self.next()
            self.tab, self.is_known = hello["tab"], hello["known"]

    def next(self) -> tuple[str, Any]:
        """The name and data of the next event."""
        fields: dict[str, str] = {}
        while line := self._response.readline().decode().rstrip("\n"):
            name, _, value = line.partition(": ")
            fields[name] = value
        self.last_id = fields.get("id", self.last_id)
        return fields["event"], json.loads(fields["data"])

    def ending(self, search: str) -> Any:
        """The data of the event with which a search ends."""
        while True:
            name, data = self.next()
            if name == "ending" and data["question"] == search:
                return data

    def close(self) -> None:
        self._response.close()
        self._connection.close()

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
