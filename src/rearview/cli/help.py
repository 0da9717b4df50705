"""`rearview help`: what `--help` says, for those who ask the other way round."""

from __future__ import annotations

from typing import Annotated

import typer
from typer.core import TyperGroup


def help(  # noqa: A001  (the name of the command)
    context: typer.Context,
    command: Annotated[
        str | None, typer.Argument(metavar="COMMAND", help="The command to explain.")
    ] = None,
) -> None:
    """Explain rearview, or one of its commands.

    \b
    Examples:
      rearview help
      rearview help solve
    """
    above = context.parent
    assert above is not None
    assert isinstance(above.command, TyperGroup)
    if command is None:
        typer.echo(above.get_help())
        return
    name, found, _ = above.command.resolve_command(above, [command])
    assert found is not None
    typer.echo(found.get_help(typer.Context(found, info_name=name, parent=above)))
