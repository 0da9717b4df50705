"""Help that cannot rot: every example in `--help` is run."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.main import get_group

from conftest import Ran
from examples import examples_of, run_example
from rearview.cli.application import app
from rearview.strategy import SWITCHES
from terminal import run_on_terminal

Cli = Callable[..., Ran]
OTHERS = ["web", "solve", "hint", "diagnose", "train", "bench", "report", "experiment"]
"""Their examples need more than the files of this test: tests of their own run them."""
COMMANDS = [name for name in get_group(app).commands if name not in OTHERS]


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_example_in_help_works(command: str, cli: Cli) -> None:
    level = "#####\n#@$.#\n#####\n"
    Path("level.xsb").write_text(level)
    Path("solved.sok").write_text(f"{level}Solution: R\n\n" * 3)
    examples = examples_of(cli, *filter(None, [command]))
    assert examples, f"rearview {command} --help needs Examples:"
    for example in examples:
        run_example(cli, example)


def test_help_names_every_command_in_its_group(cli: Cli) -> None:
    lines = cli("-h").out.splitlines()
    assert all(any(line.startswith(f"  {name} ") for line in lines) for name in COMMANDS + OTHERS)
    players, researchers = lines.index("For players:"), lines.index("For researchers:")
    (solve,) = (n for n, line in enumerate(lines) if line.startswith("  solve "))
    (train,) = (n for n, line in enumerate(lines) if line.startswith("  train "))
    assert players < solve < researchers < train


def test_help_has_the_first_line_of_every_command_without_importing_it(cli: Cli) -> None:
    lines = {line.split(None, 1)[0]: line for line in cli("-h").out.splitlines() if line.strip()}
    for name, command in get_group(app).commands.items():
        assert command.help is not None
        assert lines[name].endswith(command.help.splitlines()[0]), name
    code = "from rearview.cli.application import run; run()"
    ran = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", code, "-h"], capture_output=True, text=True
    )
    assert "rearview.cli.application" in ran.stderr
    assert "rearview.cli.solve" not in ran.stderr


def test_asking_for_help_is_as_good_as_the_option(cli: Cli) -> None:
    assert cli("help") == cli("--help")
    for command in COMMANDS + OTHERS:
        ran = cli("help", command)
        assert ran.code == 0
        assert ran == cli(command, "--help")


def test_help_on_a_command_that_does_not_exist_names_one_that_does(cli: Cli) -> None:
    ran = cli("help", "slove")
    assert (ran.code, ran.out) == (2, "")
    assert "Did you mean 'solve'?" in ran.err


def test_everyday_options_come_first_and_those_of_the_search_in_a_group(cli: Cli) -> None:
    text = cli("solve", "--help").out
    everyday, search = text.partition("\nOptions:\n")[2].split("\nThe search (for researchers):\n")
    for option in ("--time-limit", "--jobs", "--explain", "--play", "--output", "--help"):
        assert option in everyday
        assert option not in search
    switches = [f"--no-{switch}" for switch in SWITCHES]
    for option in (*switches, "--seed", "--forward-nodes"):
        assert option in search
        assert option not in everyday


@pytest.mark.parametrize("command", COMMANDS + OTHERS)
def test_a_terminal_sees_the_same_help_in_colour(command: str, cli: Cli) -> None:
    seen = run_on_terminal(command, "--help")
    assert "\x1b[1mOptions\x1b[0m:" in seen.text
    assert seen.plain == cli(command, "--help").out
    if command == "solve":
        assert "\x1b[" not in run_on_terminal(command, "--help", NO_COLOR="1").text


def test_help_is_written_without_rich() -> None:
    code = """if True:
        import sys
        from rearview.cli.application import run
        sys.argv = ["rearview", "solve", "--help"]
        run()
        print("rich" in sys.modules)
    """
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.endswith("\nFalse\n")
