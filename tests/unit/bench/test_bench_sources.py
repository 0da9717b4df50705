"""`Sources`: every level of a batch, however many there are."""

from __future__ import annotations

from pathlib import Path

import pytest

import rearview.bench.sources
from rearview.bench.sources import Sources
from rearview.errors import SelectionError
from rearview.levels import load_levels


@pytest.mark.parametrize("max_kept", [0, 40, 1_000])
def test_has_the_same_levels_whether_it_keeps_them_or_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, max_kept: int
) -> None:
    monkeypatch.setattr(rearview.bench.sources, "_MAX_KEPT", max_kept)
    file = tmp_path / "levels.xsb"
    file.write_text("\n\n".join(str(level) for level in load_levels("microban:1-9")))
    names = ["microban:1-30", str(file), f"{file}:2-3"]
    sources = Sources(names)
    assert sources.level_count == 41
    assert list(sources) == list(map(load_levels, names))


def test_tells_what_cannot_be_read_before_anything_begins() -> None:
    with pytest.raises(SelectionError, match="no such file"):
        Sources(["microban:1", "missing.xsb"])
