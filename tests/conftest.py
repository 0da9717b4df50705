"""What every test shares: repeatable fuzzing, golden files, the command line in this process."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,  # Nor may a slow machine fail otherwise.
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("repeatable")

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


@pytest.fixture
def data() -> Path:
    return DATA


def pytest_configure() -> None:
    """Signals are tested in processes started here, which would ignore what this one ignores.

    A shell without job control has what it starts in the background ignore Ctrl-C, `nohup` the end
    of the terminal. A handler that does nothing is the same here, and not handed on.
    """
    for number in (signal.SIGINT, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite-golden",
        action="store_true",
        help="write tests/data/golden anew instead of comparing with it; then read the diff",
    )


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A page that nobody has looked at must not pass in silence."""
    skipped = terminalreporter.stats.get("skipped", [])
    unseen = [one for one in skipped if "NO BROWSER" in str(one.longrepr)]
    if unseen:
        terminalreporter.write_line(
            f"NO BROWSER: {len(unseen)} tests of the page were skipped. They need Playwright "
            "(pip install playwright) and a Chromium (apt-get install chromium, or name one in "
            "REARVIEW_CHROMIUM)",
            red=True,
            bold=True,
        )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with the one that is kept under a name, or keep it: `--rewrite-golden`."""

    def compare(name: str, text: str) -> None:
        file = DATA / "golden" / name
        if request.config.getoption("--rewrite-golden"):
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
        assert text == file.read_text(encoding="utf-8")

    return compare


@pytest.fixture
def cli(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Callable[..., Ran]:
    """Run `rearview ARGUMENTS` in an empty folder and see what a user would see in a pipe."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, given: bytes = b"") -> Ran:
        from rearview.cli.main import main

        monkeypatch.setattr(sys, "argv", ["rearview", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        with pytest.raises(SystemExit) as stop:
            main()
        captured = capsys.readouterr()
        return Ran(int(stop.value.code or 0), captured.out, captured.err)

    return run
