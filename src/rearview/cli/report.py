"""`rearview report`: show what a store has."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Annotated

import typer

from rearview.bench.opening import files_of
from rearview.bench.record import Record
from rearview.bench.statistics import best_known, times_to_solve
from rearview.bench.statistics import compare as compare_records
from rearview.bench.store import Run, Store
from rearview.cli.terminal import say
from rearview.errors import OptionError, OutputError
from rearview.levels import load_levels
from rearview.output.figures import check_plots, plot_times
from rearview.output.files import OutputFile, is_same_place
from rearview.output.tables import to_csv
from rearview.reporters.bench import record_fields
from rearview.reporters.report import (
    describe_best,
    describe_comparison,
    describe_run,
    describe_taken,
    describe_times,
    run_as_json,
    statistics_log,
)

_STANDARD_OUTPUT = "-"
_Part = tuple[Run, list[Record]]


def report(
    store: Annotated[
        str, typer.Argument(metavar="STORE", help="The file written by `rearview bench --store`.")
    ],
    run: Annotated[
        int | None, typer.Option(metavar="N", help="The run to show.  [default: the last]")
    ] = None,
    compare: Annotated[
        tuple[int, int] | None,
        typer.Option(metavar="A B", help="Compare two runs, level by level."),
    ] = None,
    csv: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Also write the results as CSV; - writes only the CSV to stdout."
        ),
    ] = None,
    best: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Compare moves and pushes with the best solutions in a level file."
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Write the whole run as one JSON object.")
    ] = False,
    plot: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Also plot solved levels over time, as PNG."),
    ] = None,
) -> None:
    """Show results stored by `rearview bench`.

    Prints the statistics log and how many levels were solved within which time, or compares two
    runs.

    \b
    Examples:
      rearview report results.db
      rearview report results.db --run 1 --json
      rearview report results.db --compare 1 2
      rearview report results.db --csv -
      rearview report results.db --csv results.csv --plot results.png
    """
    if compare is not None and (run is not None or as_json or csv is not None):
        raise OptionError("--compare can only be combined with --plot")
    if best is not None and (compare is not None or as_json or csv == _STANDARD_OUTPUT):
        raise OptionError("--best cannot be combined with --compare, --json or --csv -")
    if csv == _STANDARD_OUTPUT and as_json:
        raise OptionError("--csv - and --json cannot both write to standard output")
    if plot is not None:
        _check_plot(plot)
    outputs = {"csv": csv, "plot": plot}
    paths = {name: path for name, path in outputs.items() if path not in (None, _STANDARD_OUTPUT)}
    for path in paths.values():
        if any(is_same_place(path, one) for one in files_of(store)):
            raise OutputError(f"{path}: cannot be written: it is part of the store")
    if len(paths) > 1 and is_same_place(*paths.values()):
        raise OptionError("--csv and --plot need different files")
    with ExitStack() as stack:
        files = {name: stack.enter_context(OutputFile(path)) for name, path in paths.items()}
        opened = stack.enter_context(Store(store, read_only=True))
        numbers = [run] if compare is None else list(compare)
        parts = [_read(opened, number) for number in numbers]
        if "csv" in files:
            files["csv"].write(_to_csv(parts[0]))
        if "plot" in files:
            files["plot"].write(_to_png(parts))
        if csv == _STANDARD_OUTPUT:
            typer.echo(_to_csv(parts[0]), nl=False)
        elif compare is not None:
            _say_comparison(parts)
        else:
            _say_run(parts[0], opened.runs(), as_json)
            if best is not None:
                for line in describe_best(parts[0][1], best_known(load_levels(best))):
                    say(line)


def _check_plot(path: str) -> None:
    if path == _STANDARD_OUTPUT:
        raise OptionError("--plot needs a file, not standard output")
    check_plots()


def _read(store: Store, number: int | None) -> _Part:
    run = store.run(number)
    return run, store.records(run.number)


def _to_csv(part: _Part) -> str:
    return to_csv(map(record_fields, part[1]))


def _to_png(parts: list[_Part]) -> bytes:
    curves = {f"run {run.number}": times_to_solve(records) for run, records in parts}
    return plot_times(curves, max(len(records) for _, records in parts))


def _say_comparison(parts: list[_Part]) -> None:
    (first, before), (second, after) = parts
    for line in describe_comparison(first, second, compare_records(before, after)):
        say(line)


def _say_run(part: _Part, runs: list[Run], as_json: bool) -> None:
    run, records = part
    if as_json:
        say(run_as_json(run, records))
        return
    for one in runs:
        if one.number != run.number:
            say(describe_run(one))
    log = statistics_log(run, records)
    for line in (describe_run(run), "", *log, *describe_taken(records), *describe_times(records)):
        say(line)
