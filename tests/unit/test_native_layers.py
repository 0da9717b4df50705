"""Dependencies of the native core point one way, and only its bindings know Python."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

NATIVE = Path(__file__).parents[2] / "native"
HEADERS = NATIVE / "include" / "rearview"
SOURCES = NATIVE / "src"

# From the bottom up. A folder that is not named here has to be put somewhere.
LAYERS = ["support", "board", "deadlock", "value", "optimise", "search", "learning", "bindings"]
FILES = sorted(file for file in NATIVE.rglob("*") if file.suffix in (".h", ".cpp"))
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^">]+)[">]', re.MULTILINE)


def layer_of(file: Path) -> str:
    root = HEADERS if file.is_relative_to(HEADERS) else SOURCES
    return file.relative_to(root).parts[0]


def includes_of(file: Path) -> list[str]:
    return INCLUDE.findall(file.read_text(encoding="utf-8"))


def name_of(file: Path) -> str:
    return str(file.relative_to(NATIVE))


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_includes_only_from_below(file: Path) -> None:
    layer = layer_of(file)
    assert layer in LAYERS, f"put {layer} into a layer"
    included = {name.split("/")[1] for name in includes_of(file) if name.startswith("rearview/")}
    above = included - set(LAYERS[: LAYERS.index(layer) + 1])
    assert not above, f"{layer} includes {above} from above"


@pytest.mark.parametrize(
    "file", [file for file in FILES if layer_of(file) != "bindings"], ids=name_of
)
def test_below_the_bindings_there_is_the_standard_library_alone(file: Path) -> None:
    foreign = [
        name
        for name in includes_of(file)
        if not name.startswith("rearview/") and not re.fullmatch(r"[a-z_]+", name)
    ]
    assert not foreign


def test_every_include_of_the_core_exists() -> None:
    for file in FILES:
        for name in includes_of(file):
            if name.startswith("rearview/"):
                assert (HEADERS.parent / name).is_file(), f"{name_of(file)} includes {name}"
