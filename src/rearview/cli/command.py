"""The base of every command: help with options in groups, and `-:7` as an argument.

Help is written without rich, which is slow to import. Terminals and pipes get the same text,
terminals in colour. The groups are what typer calls `rich_help_panel`.

When levels are read from a terminal, the user is told to paste them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from itertools import chain
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, ClassVar

import typer
from typer.core import TyperCommand, TyperGroup

from rearview.cli.terminal import coloured, wants_colour
from rearview.parallel.signals import held_interrupts

if TYPE_CHECKING:
    from typer._click.core import Command as AnyCommand
    from typer._click.core import Context
    from typer._click.formatting import HelpFormatter
    from typer._click.parser import _OptionParser, _ParsingState

_Rows = list[tuple[str, str]]
_Groups = dict[str, _Rows]


_LEVELS = ("what", "files", "levels", "train_levels")
"""The parameters of all commands that name levels."""


class Command(TyperCommand):
    """A command. `-:7` means level 7 of standard input; it is not an option."""

    def invoke(self, ctx: Context) -> Any:
        if sys.stdin.isatty() and any(map(_is_standard_input, _names(ctx.params))):
            typer.echo("paste a level, then press Ctrl-D", err=True)
        return super().invoke(ctx)

    def make_parser(self, ctx: Context) -> _OptionParser:
        """Patched, as the parser takes everything that begins with a dash for an option."""
        parser = super().make_parser(ctx)
        take_option = parser._process_opts

        def take(arg: str, state: _ParsingState) -> None:
            if arg.startswith("-:"):
                state.largs.append(arg)
            else:
                take_option(arg, state)

        parser._process_opts = take  # type: ignore[method-assign]
        return parser

    def collect_usage_pieces(self, ctx: Context) -> list[str]:
        """As in man pages: required arguments without braces."""
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]

    def format_options(self, ctx: Context, formatter: HelpFormatter) -> None:
        _write_groups(formatter, _parameters(self, ctx))


class CommandGroup(TyperGroup):
    """The top-level command: its commands in groups, each imported on first use."""

    groups: ClassVar[Mapping[str, Mapping[str, str]]]
    """The commands by group, each with the first line of its help. `cli/NAME.py` has a function
    NAME. The lines are repeated here so that `rearview --help` imports no command."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = _Commands(self.groups)  # type: ignore[assignment]  # Never added to.

    def list_commands(self, ctx: Context) -> list[str]:  # noqa: ARG002  (typer's)
        return list(self.commands)

    def format_options(self, ctx: Context, formatter: HelpFormatter) -> None:
        width = max(map(len, self.commands))
        groups = {
            group: [(name.ljust(width), text) for name, text in commands.items()]
            for group, commands in self.groups.items()
        }
        _write_groups(formatter, {**groups, **_parameters(self, ctx)})


class _Commands(Mapping[str, "AnyCommand"]):
    """Commands by name, each imported on first use: most runs need only one."""

    def __init__(self, groups: Mapping[str, Mapping[str, str]]) -> None:
        self._loaded: dict[str, AnyCommand | None] = dict.fromkeys(chain(*groups.values()))

    def __getitem__(self, name: str) -> AnyCommand:
        command = self._loaded[name]
        if command is None:
            command = self._loaded[name] = _load(name)
        return command

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaded)

    def __len__(self) -> int:
        return len(self._loaded)


def _load(name: str) -> AnyCommand:
    # An exception in the middle of an import may be printed or lost.
    with held_interrupts():
        module = import_module(f"rearview.cli.{name}")
    one = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    one.command(name, cls=Command)(getattr(module, name))
    return typer.main.get_command(one)


def _parameters(command: AnyCommand, ctx: Context) -> _Groups:
    """Arguments, then options without a group, then the other groups in order."""
    groups: _Groups = {"Arguments": [], "Options": []}
    for parameter in command.get_params(ctx):
        record = parameter.get_help_record(ctx)
        if record is not None:
            usual = f"{parameter.param_type_name.title()}s"
            group = getattr(parameter, "rich_help_panel", None) or usual
            groups.setdefault(group, []).append(record)
    return groups


def narrow_width() -> int | None:
    """The width of help on a terminal that is narrower than typer's minimum; else None."""
    columns = get_terminal_size().columns
    return max(columns - 2, 20) if columns < 52 else None


def _write_groups(formatter: HelpFormatter, groups: _Groups) -> None:
    for heading, rows in groups.items():
        if rows:
            with formatter.section(_heading(heading)):
                formatter.write_dl(_colour_names(rows), col_max=min(30, formatter.width // 2))


def _colour_names(rows: Sequence[tuple[str, str]]) -> _Rows:
    if not wants_colour(sys.stdout):
        return list(rows)
    return [(coloured(name, "cyan"), text) for name, text in rows]


def _heading(text: str) -> str:
    return typer.style(text, bold=True) if wants_colour(sys.stdout) else text


def _names(params: dict[str, Any]) -> Iterator[str]:
    """The values of all parameters that name levels."""
    for value in map(params.get, _LEVELS):
        if value is not None:
            yield from [value] if isinstance(value, str) else value


def _is_standard_input(name: str) -> bool:
    return name == "-" or name.startswith("-:")
