"""`Command`: a command that takes `-:7` for level 7 of standard input, and not for an option."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typer.core import TyperCommand

if TYPE_CHECKING:
    from typer._click.core import Context
    from typer._click.parser import _OptionParser, _ParsingState


class Command(TyperCommand):
    """What every command of rearview is."""

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
