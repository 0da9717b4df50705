from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from rearview.errors import LevelError, SelectionError
from rearview.levels import load_levels

BOARD = "#####\n#@$.#\n#####\n\n"


def numbers(what: str) -> list[int]:
    return [level.index for level in load_levels(what)]


@pytest.mark.parametrize(
    ("numbers_asked", "expected"),
    [
        (":7", [7]),
        (":3-6", [3, 4, 5, 6]),
        (":4,1,9", [4, 1, 9]),
        (":2-3,9,3-4", [2, 3, 9, 4]),
        (":155", [155]),
        (":007", [7]),
    ],
)
def test_picks_levels_in_the_order_named_each_once(numbers_asked: str, expected: list[int]) -> None:
    assert numbers(f"microban{numbers_asked}") == expected


def test_without_numbers_picks_all() -> None:
    assert numbers("sasquatch1") == list(range(1, 51))


@pytest.mark.parametrize(
    ("numbers_asked", "message"),
    [
        (":0", "counted from 1"),
        (":0-3", "counted from 1"),
        (":156", "microban has 155 levels: there is no level 156"),
        (":1-999", "there is no level 999"),
        (":9-3", "range 9-3 is backwards: write 3-9"),
        (":a-b", "'a-b' is not a list of level numbers"),
        (":", "not a list of level numbers"),
        (":-3", "not a list of level numbers"),
        (":3-", "not a list of level numbers"),
        (":1,,2", "not a list of level numbers"),
        (":1.5", "not a list of level numbers"),
        (":\u0663", "not a list of level numbers"),
        (":" + "9" * 5_000, "more than 9 digits"),
    ],
)
def test_says_what_is_wrong_with_numbers(numbers_asked: str, message: str) -> None:
    with pytest.raises(SelectionError, match=message):
        load_levels(f"microban{numbers_asked}")


def test_reads_a_file(tmp_path: Path) -> None:
    file = tmp_path / "three.xsb"
    file.write_text(BOARD * 3)
    assert numbers(str(file)) == [1, 2, 3]
    assert numbers(f"{file}:2-3") == [2, 3]
    assert load_levels(file) == load_levels(str(file))


def test_a_file_may_have_colons_in_its_name(tmp_path: Path) -> None:
    file = tmp_path / "a:b:1"
    file.write_text(BOARD * 3)
    assert numbers(str(file)) == [1, 2, 3]
    assert numbers(f"{file}:2") == [2]


def test_a_drive_letter_is_no_collection() -> None:
    with pytest.raises(SelectionError, match=r"C:\\levels.sok: no such file"):
        load_levels("C:\\levels.sok")
    with pytest.raises(SelectionError, match=r"C:\\levels.sok: no such file"):
        load_levels("C:\\levels.sok:3")


def test_a_bundled_name_wins_over_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("microban").write_text(BOARD)
    assert len(load_levels("microban")) == 155
    assert len(load_levels("./microban")) == 1
    assert len(load_levels(Path("microban"))) == 1


@pytest.mark.parametrize("what", ["Microban:2", "MICROBAN:2", "microban:2"])
def test_a_bundled_name_is_known_in_any_case(what: str) -> None:
    collection = load_levels(what)
    assert (collection.name, collection[0].title) == ("microban", "microban 2")


def test_a_file_wins_over_a_bundled_name_in_another_case(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("Microban").write_text(BOARD)
    assert len(load_levels("Microban")) == len(load_levels("Microban:1")) == 1
    assert len(load_levels("MICROBAN")) == 155


def test_the_text_of_a_level_is_told_where_it_can_be_read() -> None:
    with pytest.raises(SelectionError, match=r"^[^\n]*rearview\.read_level\(text\)$"):
        load_levels(BOARD)


def test_a_name_of_several_lines_is_told_in_one() -> None:
    with pytest.raises(SelectionError, match=r"^no where: no such file[^\n]*$"):
        load_levels("no\nwhere")


def test_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(BOARD.encode() * 2)))
    collection = load_levels("-:2")
    assert (collection.name, [level.index for level in collection]) == ("-", [2])


@pytest.mark.parametrize("what", ["", "nowhere", "nowhere:3", "no/where", ":3", "mic\0roban"])
def test_names_what_does_not_exist(what: str) -> None:
    with pytest.raises(SelectionError):
        load_levels(what)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(SelectionError, match="is a directory"):
        load_levels(str(tmp_path))


def test_an_unreadable_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(SelectionError, match=r"x\.xsb: permission denied"):
        load_levels(str(tmp_path / "x.xsb"))


def test_an_endless_device_ends_at_the_limit() -> None:
    with pytest.raises(LevelError, match="/dev/zero: larger than 16 MiB"):
        load_levels("/dev/zero")
