"""README.md and the pages of docs/ tell the truth: what they show is run, drawn and replayed."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Ran
from rearview import load_levels, verify
from rearview.levels import read_level

Cli = Callable[..., Ran]
REPOSITORY = Path(__file__).parents[2]
README = (REPOSITORY / "README.md").read_text(encoding="utf-8")
HOW = (REPOSITORY / "docs" / "how-it-works.md").read_text(encoding="utf-8")
TUTORIAL = (REPOSITORY / "docs" / "tutorial.md").read_text(encoding="utf-8")
PAGES = {path.stem: path.read_text(encoding="utf-8") for path in (REPOSITORY / "docs").glob("*.md")}


def blocks(language: str, text: str = README) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def commands(text: str = README) -> list[str]:
    lines = [line for block in blocks("console", text) for line in block.splitlines()]
    return [line.removeprefix("$ ").split(" #")[0].strip() for line in lines if line[0] == "$"]


@pytest.mark.parametrize("text", [README, TUTORIAL], ids=["readme", "tutorial"])
def test_every_command_works(text: str, cli: Cli) -> None:
    """In the order of the text: later commands read what earlier ones wrote."""
    ours = [command for command in commands(text) if command.startswith("rearview ")]
    assert len(ours) >= 8
    for command in ours:
        words = shlex.split(command)[1:]
        output = words.pop() if ">" in words else None
        words = [word for word in words if word != ">"]
        if words[0] == "train":
            words += ["--iterations", "2"]
        if words[0] == "experiment":
            words += ["--iterations", "1", "--levels", "microban:1-2", "--forward-nodes", "50"]
        ran = cli(*words)
        assert (ran.code, ran.err) == (0, ""), command
        if output is not None:
            Path(output).write_text(ran.out)


def test_every_make_target_exists() -> None:
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    targets = [command.split()[1] for command in commands() if command.startswith("make ")]
    assert targets[:2] == ["solve", "test"]
    for target in targets:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


@pytest.mark.parametrize("text", [README, TUTORIAL], ids=["readme", "tutorial"])
def test_the_python_example_runs(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = blocks("python", text)
    exec(compile(example, "example", "exec"), {})
    assert re.search("[lurdLURD]{20}", capsys.readouterr().out)


def test_the_solution_that_is_shown_solves_the_level_that_is_drawn() -> None:
    (shown,) = (block for block in blocks("console") if "Solution:" in block)
    level = read_level(shown.split("\n", 1)[1])
    assert level.rows == load_levels("microban:1")[0].rows
    assert verify(level, level.solutions[0])


@pytest.mark.parametrize("page", ["README", *PAGES])
def test_every_file_that_is_named_exists(page: str) -> None:
    text = PAGES.get(page, README)
    links = [link for link in re.findall(r"\]\(([^)#]+)[#)]", text) if "://" not in link]
    base = REPOSITORY if text is README else REPOSITORY / "docs"
    for link in links:
        assert (base / link).exists(), link
    for path in re.findall(r"`((?:src|native|tests)/[^` ]+)`", text):
        assert "NAME" in path or (REPOSITORY / path).exists(), path  # NAME is the reader's own.


def test_the_boards_of_how_it_works_are_those_of_explain(cli: Cli) -> None:
    explained = cli("solve", "microban:1", "--explain").out.replace("\n:: ", "\n")
    drawn = [block for block in blocks("", HOW) if block.startswith(("goal", "####\n# 2#"))]
    assert len(drawn) == 2
    for block in drawn:
        assert block.strip() in explained
