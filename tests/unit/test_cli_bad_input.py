"""Whatever a user gives: a sentence and code 2, never a traceback, a hang or a full memory."""

from __future__ import annotations

import fcntl
import os
import resource
import signal
import subprocess
import sys
import termios
from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import IO

import pytest

from conftest import DATA, Ran

CORPUS = sorted((DATA / "corpus").iterdir())
ONE_GIB = 2**30
Cli = Callable[..., Ran]


def run_for_real(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """A process of its own, with bounds on memory and on the time of the processor."""

    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (ONE_GIB, ONE_GIB))
        resource.setrlimit(resource.RLIMIT_CPU, (100, 100))

    return subprocess.run(
        [sys.executable, "-m", "rearview", *arguments],
        input=given,
        capture_output=True,
        preexec_fn=bound,
        check=False,
    )


def assert_refused(ran: Ran, *, message: str = "") -> None:
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("rearview: ")
    assert ran.err.count("\n") == 1
    assert message in ran.err


@pytest.mark.parametrize("command", ["hint", "diagnose"])
@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.name)
def test_a_nasty_file_gets_no_hint_and_no_diagnosis(file: Path, command: str, cli: Cli) -> None:
    assert_refused(cli(command, f"{file}:1"))


@pytest.mark.parametrize("command", ["show", "levels", "verify"])
@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.name)
def test_a_nasty_file_is_refused_or_its_problems_are_named(
    file: Path, command: str, cli: Cli
) -> None:
    ran = cli(command, str(file))
    assert "Traceback" not in ran.err + ran.out
    assert not any(ord(symbol) < 32 for symbol in ran.out + ran.err if symbol != "\n")
    if ran.out:
        verified = 2 if "invalid: " in ran.out else 1
        assert ran.code == {"show": 2, "levels": 0, "verify": verified}[command]
        assert command != "show" or "invalid: " in ran.out
    else:
        assert_refused(ran, message=file.name)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"#" * 10_000_000, id="ten-million-walls"),
        pytest.param(b"#\n" * 1_900_000, id="rows-without-end"),
        pytest.param(b"#@\n\n" * 400_000, id="levels-without-end"),
        pytest.param(b"x\n" * 1_900_000, id="prose-without-end"),
        pytest.param(b"\t" * 1_900_000 + b"#\n", id="tabs-without-end"),
        pytest.param((b"#" * 1_900_000 + b"\n") * 8, id="eight-huge-rows"),
        pytest.param(b"Comment:\n" * 1_000_000, id="comments-without-end"),
        pytest.param(b"(" * 1_900_000 + b"#", id="groups-without-end"),
        pytest.param(b"#@$.#\nSolution: " + b"9(" * 900_000 + b"r", id="a-solution-bomb"),
        pytest.param(b"\n" * 5_000_000, id="lines-without-end"),
        pytest.param(b"#" * 17 * 2**20, id="a-file-over-the-limit"),
    ],
)
def test_huge_input_is_refused_within_bounds_of_time_and_memory(data: bytes) -> None:
    ran = run_for_real("verify", "-", given=data)
    assert ran.returncode in (1, 2)
    assert b"Traceback" not in ran.stderr
    assert b"bug" not in ran.stderr
    assert len(ran.stdout + ran.stderr) < 1_000


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("nowhere.xsb", "nowhere.xsb: no such file"),
        ("", "empty name"),
        (".", "is a directory"),
        ("microban:0", "counted from 1"),
        ("microban:999", "microban has 155 levels: there is no level 999"),
        ("microban:a-b", "'a-b' is not a list of level numbers"),
        ("microban:9-3", "is backwards"),
        ("microban:" + "9" * 1_000, "more than 9 digits"),
        ("Microbann", "no such file or bundled collection"),
        ("x" * 5_000, "file name too long"),
        ("evil\x1b[31m\nname", "evil [31m name: no such file"),
        ("\udcff.xsb", "no such file"),
        ("a\0b", "null"),
    ],
)
@pytest.mark.parametrize("command", ["show", "levels", "verify"])
def test_what_is_not_there_is_named(command: str, what: str, message: str, cli: Cli) -> None:
    assert_refused(cli(command, what), message=message)


@pytest.mark.parametrize(
    "arguments",
    [
        "solve set.sok:1 -o set.sok",
        "solve microban:1 ./set.sok -o set.sok",
        "solve microban:1 --model set.sok -o set.sok",
        "solve microban:1 -o set.sok --model ./link.sok",
        "solve set.sok.part -o set.sok",
        "train --levels set.sok:1 -o set.sok",
    ],
)
def test_a_file_is_never_read_and_written(arguments: str, cli: Cli) -> None:
    for name in ("set.sok", "set.sok.part"):
        Path(name).write_text("#####\n#@$.#\n#####\n")
    Path("link.sok").symlink_to("set.sok")
    assert_refused(cli(*arguments.split()), message="the same command reads it")
    assert Path("set.sok").read_text().startswith("#####\n#@$.#")


def test_an_empty_standard_input_is_named(cli: Cli) -> None:
    assert_refused(cli("show", "-"), message="standard input: no level found")


@pytest.mark.parametrize(
    "arguments",
    [["frob"], ["show"], ["verify"], ["--frob"], ["show", "--frob", "x"], ["levels", "a", "b"]],
)
def test_bad_usage_says_how_to_get_help(arguments: list[str], cli: Cli) -> None:
    ran = cli(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert "Try 'rearview" in ran.err


def test_a_lack_of_memory_is_no_bug(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(_: str) -> None:
        raise MemoryError

    monkeypatch.setattr("rearview.cli.levels.load_levels", break_down)
    ran = cli("levels", "microban")
    assert (ran.code, ran.err) == (2, "rearview: system error: out of memory\n")


def test_a_bug_is_told_in_one_line_and_shown_on_request(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_down(_: str) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("rearview.cli.levels.load_levels", break_down)
    ran = cli("levels", "microban")
    assert (ran.code, ran.err.count("\n")) == (70, 1)
    assert "this is a bug: ZeroDivisionError: oops" in ran.err
    monkeypatch.setenv("REARVIEW_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        cli("levels", "microban")


def test_a_reader_that_stops_reading_is_no_error() -> None:
    show = f"{sys.executable} -m rearview show --no-marks xsokoban"
    command = f"{show} | head -n 1; echo ${{PIPESTATUS[0]}}"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert ran.stderr == ""
    assert ran.stdout.split()[-1] in ("0", "141")


def test_an_interrupt_ends_quietly_with_130() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "rearview", "show", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdin is not None
    process.stdin.write(b"#")
    process.stdin.flush()
    while waiting_bytes(process.stdin):
        sleep(0.01)  # Once the byte is read, it waits for more.
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert (process.returncode, out, err) == (130, b"", b"")


def waiting_bytes(pipe: IO[bytes]) -> int:
    """What was written to a pipe and is not yet read."""
    count = fcntl.ioctl(pipe, termios.FIONREAD, bytes(4))
    return int.from_bytes(count, sys.byteorder)


def test_a_title_that_the_terminal_cannot_show_is_no_error() -> None:
    level = "#####\n#@$.#\n#####\nTitle: \u65e5\u672c\n"
    ran = subprocess.run(
        [sys.executable, "-m", "rearview", "levels", "-"],
        input=level.encode(),
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        check=True,
    )
    assert b"\\u65e5\\u672c" in ran.stdout


@pytest.mark.parametrize("to", [">/dev/full", ">&-"])
def test_output_that_cannot_be_written_is_said_in_one_line(to: str) -> None:
    for command in ("levels", "solve microban:1", "solve microban:1 --json"):
        process = _run_in_shell(f"{command} {to}")
        assert process.returncode == 2
        assert process.stderr.startswith("rearview: system error: ")
        assert len(process.stderr.splitlines()) == 1


@pytest.mark.parametrize("to", ["2>/dev/full", "2>&-"])
def test_a_complaint_that_cannot_be_written_keeps_its_exit_code(to: str) -> None:
    assert _run_in_shell(f"levels {to}").returncode == 0
    assert _run_in_shell(f"solve nowhere {to}").returncode == 2
    assert _run_in_shell(f"frob {to}").returncode == 2


def test_boards_of_a_file_expand_to_so_much_and_no_more(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.xsb"
    bomb.write_text(("#99990-#\n" * 9000 + "\n") * 4)
    process = _run_in_shell(f"show {bomb}")
    assert process.returncode == 2
    assert "expand past" in process.stderr


def _run_in_shell(arguments: str) -> subprocess.CompletedProcess[str]:
    command = f"{sys.executable} -m rearview {arguments}"
    return subprocess.run(command, shell=True, capture_output=True, text=True, timeout=300)
