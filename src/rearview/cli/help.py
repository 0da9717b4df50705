"""`rearview help COMMAND`: the same as `rearview COMMAND --help`."""

from __future__ import annotations

from typing import Annotated

import typer
from typer.core import TyperGroup


def help(  # noqa: A001  (the name of the command)
    context: typer.Context,
    command: Annotated[
        str | None, typer.Argument(metavar="COMMAND", help="The command to show help for.")
    ] = None,
) -> None:
    """Show help for rearview or one of its commands.

    \b
    Examples:
      rearview help
      rearview help solve
    """
    parent = context.parent
    assert parent is not None
    assert isinstance(parent.command, TyperGroup)
    if command is None:
        typer.echo(parent.get_help())
        return
    name, found, _ = parent.command.resolve_command(parent, [command])
    assert found is not None
    typer.echo(found.get_help(typer.Context(found, info_name=name, parent=parent)))
