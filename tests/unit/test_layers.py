"""Dependencies point one way: a module imports only from its own layer or from those below."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "rearview"

# From the bottom up. A module that is not named here has to be put somewhere.
LAYERS = [
    {"_core", "arguments", "errors", "output", "progress", "version"},
    {"levels"},
    {
        "box_moves",
        "deadlock_words",
        "floor",
        "frames",
        "limit",
        "marks",
        "objective",
        "positions",
        "proving",
        "result",
        "solution",
        "state",
        "strategy",
        "ties",
        "walking",
    },
    {"model"},
    {"search"},
    {
        "clock",
        "diagnosing",
        "difficulty",
        "evaluating",
        "explaining",
        "growing",
        "hinting",
        "optimising",
        "parallel",
        "remembering",
        "shortening",
        "solving",
        "solving_optimally",
        "training",
    },
    {"api", "bench", "experiments"},
    {"reporters"},
    {"cli", "web"},
]
RANKS = {name: rank for rank, layer in enumerate(LAYERS) for name in layer}
MODULES = [
    file
    for file in sorted(SOURCE.rglob("*.py"))
    if file.parent != SOURCE or not file.name.startswith("_")
]


def imports_of(file: Path) -> set[str]:
    """The parts of rearview that a file imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            module = node.module or ""
            found |= {f"{module}.{alias.name}" for alias in node.names}
    return {name.split(".")[1] for name in found if name.startswith("rearview.")}


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_imports_only_from_below(file: Path) -> None:
    own = file.relative_to(SOURCE).parts[0].removesuffix(".py")
    assert own in RANKS, f"put {own} into a layer"
    above = {name for name in imports_of(file) if RANKS[name] > RANKS[own]}
    assert not above, f"{own} imports {above} from above"
