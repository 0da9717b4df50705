from __future__ import annotations

from pathlib import Path

import pytest

from rearview.levels import CREDITS, load_bundled, validate
from rearview.levels import bundled as bundled_module

COUNTS = {"grigr": 140, "microban": 155, "microban2": 135, "sasquatch1": 50, "xsokoban": 90}


@pytest.mark.parametrize(("name", "count"), COUNTS.items())
def test_has_every_level_by_title_and_author(name: str, count: int) -> None:
    collection = load_bundled(name)
    assert [level.title for level in collection] == [f"{name} {n}" for n in range(1, count + 1)]
    assert {level.author for level in collection} == {collection.author} == {CREDITS[name].author}


@pytest.mark.parametrize("name", COUNTS)
def test_has_no_level_with_anything_wrong(name: str) -> None:
    assert {level.index: validate(level) for level in load_bundled(name) if validate(level)} == {}


def test_every_data_file_is_credited() -> None:
    data = Path(bundled_module.__file__).parent / "data"
    assert {file.stem for file in data.glob("*.xsb")} == set(CREDITS) == set(COUNTS)
    text = (data / "CREDITS.md").read_text()
    for name, credit in CREDITS.items():
        assert f"| {name} | {COUNTS[name]} | {credit.author} | {credit.terms} |" in text
