"""What every command of rearview is: its help in groups, and `-:7` taken for a level.

Help is written without rich, which takes long to load: the same text for a terminal and for a
pipe, with colour where it is seen. Groups are those that typer calls `rich_help_panel`.

A user who has to type standard input is told so.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from itertools import chain
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
"""The parameters that name levels, in any command."""


class Command(TyperCommand):
    """A command: `-:7` is level 7 of standard input, and not an option."""

    def invoke(self, ctx: Context) -> Any:
        if sys.stdin.isatty() and any(map(_is_standard_input, _names(ctx.params))):
            typer.echo("paste a level, then press Ctrl-D", err=True)
        return super().invoke(ctx)

    def make_parser(self, ctx: Context) -> _OptionParser:
        """The parser offers no way to say so: to it, all that begins with a dash is an option."""
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
        """As manuals write them: what is required stands without braces."""
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]

    def format_options(self, ctx: Context, formatter: HelpFormatter) -> None:
        _write_groups(formatter, _parameters(self, ctx))


class CommandGroup(TyperGroup):
    """rearview itself: its commands in groups, each imported when it is asked for."""

    groups: ClassVar[Mapping[str, Sequence[str]]]
    """The names of commands; `cli/NAME.py` has a function of that name."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = _Commands(self.groups)  # type: ignore[assignment]  # Nobody adds to it.

    def list_commands(self, ctx: Context) -> list[str]:  # noqa: ARG002  (typer's)
        return list(self.commands)

    def format_options(self, ctx: Context, formatter: HelpFormatter) -> None:
        width = max(map(len, self.commands))
        room = formatter.width - width
        groups = {
            group: [
                (name.ljust(width), self.commands[name].get_short_help_str(room)) for name in names
            ]
            for group, names in self.groups.items()
        }
        _write_groups(formatter, {**groups, **_parameters(self, ctx)})


class _Commands(Mapping[str, "AnyCommand"]):
    """Commands by name, each imported when it is first asked for: most runs need only one."""

    def __init__(self, groups: Mapping[str, Sequence[str]]) -> None:
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
    # An exception in the middle of an import may be told on the terminal, or get lost.
    with held_interrupts():
        module = import_module(f"rearview.cli.{name}")
    one = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    one.command(name, cls=Command)(getattr(module, name))
    return typer.main.get_command(one)


def _parameters(command: AnyCommand, ctx: Context) -> _Groups:
    """Arguments, then options that are in no other group, then the others as they come."""
    groups: _Groups = {"Arguments": [], "Options": []}
    for parameter in command.get_params(ctx):
        record = parameter.get_help_record(ctx)
        if record is not None:
            usual = f"{parameter.param_type_name.title()}s"
            group = getattr(parameter, "rich_help_panel", None) or usual
            groups.setdefault(group, []).append(record)
    return groups


def _write_groups(formatter: HelpFormatter, groups: _Groups) -> None:
    for heading, rows in groups.items():
        if rows:
            with formatter.section(_heading(heading)):
                formatter.write_dl(_colour_names(rows))


def _colour_names(rows: Sequence[tuple[str, str]]) -> _Rows:
    if not wants_colour(sys.stdout):
        return list(rows)
    return [(coloured(name, "cyan"), text) for name, text in rows]


def _heading(text: str) -> str:
    return typer.style(text, bold=True) if wants_colour(sys.stdout) else text


def _names(params: dict[str, Any]) -> Iterator[str]:
    """Whatever names levels among the parameters of a command."""
    for value in map(params.get, _LEVELS):
        if value is not None:
            yield from [value] if isinstance(value, str) else value


def _is_standard_input(name: str) -> bool:
    return name == "-" or name.startswith("-:")
