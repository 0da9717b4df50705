"""The commands, and the one place where errors become messages and exit codes."""

from __future__ import annotations

import os
import sys
from typing import Annotated, TextIO

import typer

from rearview.cli.command import CommandGroup, narrow_width
from rearview.cli.exit_codes import ExitCode
from rearview.cli.interruption import Interruption
from rearview.cli.terminal import print_error, show_cursor
from rearview.errors import RearviewError
from rearview.version import __version__


class _Rearview(CommandGroup):
    groups = {  # noqa: RUF012  (never changed)
        "For players": {
            "web": "Play, solve, draw and watch the search on a page in the browser.",
            "solve": "Solve levels.",
            "optimise": "Make solutions shorter.",
            "hint": "Give a hint, in four levels of detail.",
            "diagnose": "Say whether a position can still be solved, and if not, why.",
            "show": "Draw levels and list their problems.",
            "verify": "Replay solutions and say why one fails.",
            "levels": "List the bundled collections, or the levels of one.",
        },
        "For researchers": {
            "train": "Train a model: both agents, as in the paper.",
            "bench": "Solve many levels and store every result.",
            "report": "Show results stored by `rearview bench`.",
            "experiment": "Reproduce the paper's experiments, and run our own.",
        },
        "Help": {"help": "Show help for rearview or one of its commands."},
    }


# Plain help and errors, without rich: fast to show, and the same in a pipe.
app = typer.Typer(
    name="rearview",
    cls=_Rearview,
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "terminal_width": narrow_width()},
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
    """A Sokoban solver that learns, and searches backward from the goal before it goes forward.

    WHAT names levels: a level file, - for standard input, or a bundled collection (see
    `rearview levels`). Add :N, :A-B or :A,B,C to select some of them.

    Exit codes: 0 done, 1 not solved, 2 bad usage or input, 3 proven unsolvable, 130 interrupted.

    \b
    Examples:
      rearview levels
      rearview show microban:7
      rearview solve microban:7
      rearview help solve
    """


def run() -> int:
    """Run the command line. Users see a one-line message for any error, never a traceback."""
    _open_missing_streams()
    for stream in (sys.stdout, sys.stderr):
        # A title with characters that the terminal cannot show must not stop the program.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    code = _run_command()
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        code = ExitCode.PIPE_CLOSED
        _discard_buffer(sys.stdout)
    except OSError as error:
        if code != ExitCode.BAD_INPUT:  # Otherwise the error was already reported.
            code = _report_os_error(error)
        _discard_buffer(sys.stdout)
    try:
        sys.stderr.flush()
    except OSError:
        _discard_buffer(sys.stderr)
    return code


def _open_missing_streams() -> None:
    """Replace streams that the caller has closed, which are None in Python.

    Input is empty then, writing to output fails, and errors go to /dev/null.
    """
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: PTH123, SIM115  (open until the end)
    sys.stdout = sys.stdout or os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: PTH123, SIM115


def _discard_buffer(stream: TextIO) -> None:
    """Otherwise flushing would fail again when the interpreter closes the stream."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _report_os_error(error: OSError) -> int:
    print_error(f"system error: {error}")
    return ExitCode.BAD_INPUT


def _run_command() -> int:
    with Interruption() as interruption:
        try:
            app(prog_name="rearview")
        except BaseException as error:
            if interruption.exit_code is None:
                return _code_of(error)
            # Any error after an interrupt is a consequence of it, e.g. of a half-drawn display.
            show_cursor()
            return interruption.exit_code
    return ExitCode.SOLVED


def _code_of(error: BaseException) -> int:
    """Report the error, and return the exit code."""
    match error:
        case SystemExit():
            return _why_stopped(error)
        case KeyboardInterrupt():
            return ExitCode.INTERRUPTED
        case RearviewError():
            print_error(str(error))
            return ExitCode.BAD_INPUT
        case BrokenPipeError():
            return ExitCode.PIPE_CLOSED
        case OSError():
            return _report_os_error(error)
        case MemoryError():
            print_error("system error: out of memory")
            return ExitCode.BAD_INPUT
    if os.environ.get("REARVIEW_DEBUG"):
        raise error
    print_error(f"this is a bug: {type(error).__name__}: {error} (REARVIEW_DEBUG=1 shows where)")
    return ExitCode.BUG


def _why_stopped(stop: SystemExit) -> int:
    """The exit code: typer's own, unless an interrupt or a closed pipe caused the exit."""
    cause: BaseException | None = stop
    while cause is not None:
        if isinstance(cause, KeyboardInterrupt):
            return ExitCode.INTERRUPTED
        if isinstance(cause, BrokenPipeError):
            return ExitCode.PIPE_CLOSED
        cause = cause.__cause__ or cause.__context__
    return stop.code if isinstance(stop.code, int) else ExitCode.SOLVED
