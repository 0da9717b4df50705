"""Sets that are searched together: each level once, under a name that a store can keep."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rearview import load_levels
from rearview.errors import OptionError
from rearview.experiments.setup import merge


def test_selections_of_one_collection_are_put_together() -> None:
    (one,) = merge([load_levels("microban:3,1"), load_levels("microban:1-2")])
    assert (one.name, [level.index for level in one]) == ("microban", [3, 1, 2])


def test_a_file_is_the_same_under_all_its_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.sok").write_text("#####\n#@$.#\n#####\n")
    Path("b.sok").symlink_to("a.sok")
    names = ["a.sok", "./a.sok", "b.sok", str(tmp_path / "a.sok")]
    (one,) = merge(map(load_levels, names))
    assert (one.name, len(one)) == ("a.sok", 1)


def test_sets_that_a_store_could_not_tell_apart_are_refused() -> None:
    levels = load_levels("microban:1")
    names = ["c\udcff.sok", "c\\udcff.sok"]
    with pytest.raises(OptionError, match="2 sets have the same name"):
        merge(replace(levels, name=name) for name in names)
