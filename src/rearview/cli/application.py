"""The commands, and the one place where errors become messages and exit codes."""

from __future__ import annotations

import os
import sys
from typing import Annotated, TextIO

import typer

from rearview.cli.command import CommandGroup
from rearview.cli.exit_codes import ExitCode
from rearview.cli.interruption import Interruption
from rearview.cli.terminal import complain, show_cursor
from rearview.errors import RearviewError
from rearview.version import __version__


class _Rearview(CommandGroup):
    groups = {  # noqa: RUF012  (nobody changes it)
        "For players": ("web", "solve", "optimise", "hint", "diagnose", "show", "verify", "levels"),
        "For researchers": ("train", "bench", "report", "experiment"),
        "Help": ("help",),
    }


# Plain help and errors: they are quick to show, and read the same in a pipe.
app = typer.Typer(
    name="rearview",
    cls=_Rearview,
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"rearview {__version__}")
        raise typer.Exit


@app.callback()
def rearview(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """A Sokoban solver that learns, and looks back from the goal before it goes forward.

    Every command that takes levels takes WHAT: a level file, - for standard input, or a bundled
    collection (see `rearview levels`), with :N, :A-B or :A,B,C for some of its levels.

    Exit codes: 0 done, 1 not solved, 2 bad usage or input, 3 proven unsolvable, 130 interrupted.

    \b
    Examples:
      rearview levels
      rearview show microban:7
      rearview solve microban:7
      rearview help solve
    """


def run() -> int:
    """Run the command line; whatever happens, a user sees a sentence and never a traceback."""
    _open_missing_streams()
    for stream in (sys.stdout, sys.stderr):
        # A title in a script that the terminal cannot show must not stop the program.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    code = _run_command()
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        code = ExitCode.PIPE_CLOSED
        _drop_what_is_left(sys.stdout)
    except OSError as error:
        if code != ExitCode.BAD_INPUT:  # Else it was said already.
            code = _complain_of_system(error)
        _drop_what_is_left(sys.stdout)
    try:
        sys.stderr.flush()
    except OSError:
        _drop_what_is_left(sys.stderr)
    return code


def _open_missing_streams() -> None:
    """A stream that the caller has closed is None in Python.

    Input is empty then, output refuses to be written, and complaints are for nobody to read.
    """
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: PTH123, SIM115  (open until the end)
    sys.stdout = sys.stdout or os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: PTH123, SIM115


def _drop_what_is_left(stream: TextIO) -> None:
    """What is still buffered would fail again when the interpreter closes the stream."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _complain_of_system(error: OSError) -> int:
    complain(f"the system refused: {error}")
    return ExitCode.BAD_INPUT


def _run_command() -> int:
    with Interruption() as interruption:
        try:
            app(prog_name="rearview")
        except BaseException as error:
            if interruption.exit_code is None:
                return _code_of(error)
            # Whatever is raised after an interrupt comes of it, as when a display was half shown.
            show_cursor()
            return interruption.exit_code
    return ExitCode.SOLVED


def _code_of(error: BaseException) -> int:
    """The code to exit with, after a word on what went wrong."""
    match error:
        case SystemExit():
            return _why_stopped(error)
        case KeyboardInterrupt():
            return ExitCode.INTERRUPTED
        case RearviewError():
            complain(str(error))
            return ExitCode.BAD_INPUT
        case BrokenPipeError():
            return ExitCode.PIPE_CLOSED
        case OSError():
            return _complain_of_system(error)
        case MemoryError():
            complain("the system refused: there is not enough memory")
            return ExitCode.BAD_INPUT
    if os.environ.get("REARVIEW_DEBUG"):
        raise error
    complain(f"this is a bug: {type(error).__name__}: {error} (REARVIEW_DEBUG=1 shows where)")
    return ExitCode.BUG


def _why_stopped(stop: SystemExit) -> int:
    """The code to exit with: typer's own, unless an interrupt or a closed pipe is behind it."""
    cause: BaseException | None = stop
    while cause is not None:
        if isinstance(cause, KeyboardInterrupt):
            return ExitCode.INTERRUPTED
        if isinstance(cause, BrokenPipeError):
            return ExitCode.PIPE_CLOSED
        cause = cause.__cause__ or cause.__context__
    return stop.code if isinstance(stop.code, int) else ExitCode.SOLVED
