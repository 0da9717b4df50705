"""A file is written whole or not at all, and what was there survives any failure."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rearview.errors import OutputError
from rearview.output.files import OutputFile, refuse_inputs


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_writes_a_new_file_as_any_program_would() -> None:
    before = os.umask(0o027)
    try:
        with OutputFile("new.txt") as file:
            file.write("héllo\n")
    finally:
        os.umask(before)
    assert Path("new.txt").read_bytes() == "héllo\n".encode()
    assert Path("new.txt").stat().st_mode & 0o777 == 0o640
    assert list(Path().iterdir()) == [Path("new.txt")]


def test_standard_output_is_no_file() -> None:
    with pytest.raises(OutputError, match="standard output"), OutputFile("-"):
        pass
    assert list(Path().iterdir()) == []


def test_keeps_what_is_there_until_the_new_text_is_complete() -> None:
    Path("old.txt").write_text("precious")
    with pytest.raises(KeyboardInterrupt), OutputFile("old.txt"):
        raise KeyboardInterrupt
    assert Path("old.txt").read_text() == "precious"
    assert list(Path().iterdir()) == [Path("old.txt")]


def test_keeps_what_is_there_when_writing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def disk_is_full(_: int) -> None:
        raise OSError(28, "No space left on device")

    Path("old.txt").write_text("precious")
    monkeypatch.setattr(os, "fsync", disk_is_full)
    message = "old.txt: cannot be written: no space left"
    with pytest.raises(OutputError, match=message), OutputFile("old.txt") as file:
        file.write("new")
    assert Path("old.txt").read_text() == "precious"
    assert list(Path().iterdir()) == [Path("old.txt")]


def test_keeps_mode_and_link_of_an_existing_file() -> None:
    Path("real.txt").write_text("old")
    Path("real.txt").chmod(0o600)
    Path("link.txt").symlink_to("real.txt")
    with OutputFile("link.txt") as file:
        file.write("new")
    assert Path("link.txt").is_symlink()
    assert Path("real.txt").read_text() == "new"
    assert Path("real.txt").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("path", ["", ".", "no/such/folder/x", "a\0b"])
def test_refuses_a_bad_place_before_any_work_is_done(path: str) -> None:
    with pytest.raises(OutputError), OutputFile(path):
        pytest.fail("the work began")


def test_a_read_only_file_is_not_replaced() -> None:
    Path("old.txt").write_text("precious")
    Path("old.txt").chmod(0o400)
    message = "old.txt: cannot be written: the file is read-only"
    with pytest.raises(OutputError, match=message), OutputFile("old.txt"):
        pytest.fail("the work began")
    assert list(Path().iterdir()) == [Path("old.txt")]


def test_a_file_that_is_read_is_not_written() -> None:
    Path("old.txt").write_text("precious")
    Path("link.txt").symlink_to("old.txt")
    with Path("old.txt").open() as file:
        for one in ("./old.txt", "link.txt", file.fileno()):
            with pytest.raises(OutputError, match="the same command reads it"):
                refuse_inputs("old.txt", None, "other.txt", one)
    refuse_inputs("new.txt", "old.txt", "new.txt", "a\0b")
    refuse_inputs("/dev/null", "/dev/null")


def test_writes_to_a_device_without_replacing_it() -> None:
    with OutputFile("/dev/null") as file:
        file.write("gone")
    assert not Path("/dev/null").is_file()
