"""`rearview experiment`: the paper's tables and figures and three of ours, one command each."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, Annotated

import typer

from rearview.cli.terminal import say, say_now
from rearview.errors import OptionError
from rearview.levels import load_levels
from rearview.levels.scanning import storable
from rearview.workers import check_jobs, count_cores

if TYPE_CHECKING:
    from rearview.cli.sets import Asked, Work
    from rearview.experiments.folder import Folder
    from rearview.experiments.laboratory import Laboratory
    from rearview.experiments.setup import Setup
    from rearview.reporters.experimenting import ExperimentReporter

_MAX_SEEDS = 1_000


class Name(str, Enum):
    """What there is to do."""

    TABLE1 = "table1"
    FIGURE3 = "figure3"
    FIGURE4 = "figure4"
    SEEDS = "seeds"
    ABLATION = "ablation"
    STRENGTH = "strength"
    RESULTS = "results"


_ON_SETS = (Name.ABLATION, Name.STRENGTH)
"""Those that take several sets of levels and a model, and train none."""


def experiment(
    name: Annotated[
        Name,
        typer.Argument(
            metavar="NAME", help="table1, figure3, figure4, seeds, ablation, strength or results."
        ),
    ],
    quick: Annotated[
        bool, typer.Option("--quick", help="A first look: fewer levels, smaller trees, one seed.")
    ] = False,
    seeds: Annotated[
        str | None,
        typer.Option(
            metavar="A-B",
            help="Seeds, as 0-2 or 0,5.  [default: 0-2, for seeds 0-4, for strength or quick 0]",
        ),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(metavar="J", help="Processes at once.  [default: all cores]")
    ] = None,
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="FOLDER", help="Keep everything here.")
    ] = "experiments",
    levels: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHAT",
            help="Levels to solve; for ablation and strength once for each set.  [default: "
            "xsokoban, or each tenth of it if quick; for ablation grigr and sasquatch1, or each "
            "tenth of sasquatch1 if quick; for strength every bundled set, or microban if quick]",
        ),
    ] = None,
    train_levels: Annotated[
        str | None, typer.Option(metavar="WHAT", help="Levels to learn from.  [default: microban]")
    ] = None,
    iterations: Annotated[
        int | None, typer.Option(metavar="N", help="Of training.  [default: 100, or 30 if quick]")
    ] = None,
    backward_nodes: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="The most states to expand looking back.  [default: 10000, or 5000 if quick or "
            "for ablation]",
        ),
    ] = None,
    forward_nodes: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="The most states to expand going forward.  [default: 50000, or 12500 if quick "
            "or for ablation]",
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="For ablation and strength, which train none.  [default: the shipped one]",
        ),
    ] = None,
) -> None:
    """Do the paper's experiments over again.

    Each gives numbers, a table as CSV and a plot as PNG, or a page: strength.

    The folder keeps every model and every search: when it is interrupted, the same command goes
    on, and experiments in one folder share what they have in common.

    table1: levels solved with each combination of features. figure3: levels solved against tree
    size, with hints, without, and with a reverse curriculum. figure4: weights while they are
    learned. seeds: all features with each seed, searched as in the paper, with the meeting, and by
    default. ablation: levels solved without hints, meeting, alternation or cells, and without each
    deadlock detector. strength: levels of each set solved in 1, 10 and 60 seconds, or
    1 if quick, and what failed in the others, as FOLDER/strength.md. results: the page FOLDER.md
    from FOLDER/template.md and what the folder has.

    \b
    Examples:
      rearview experiment table1 --quick
      rearview experiment table1 --seeds 0-4 -o results
      rearview experiment figure4 --iterations 20 --train-levels microban:1-50
      rearview experiment seeds -o results
      rearview experiment ablation --quick --seeds 0-1
      rearview experiment strength --quick
    """
    given = {
        "--quick": quick or None,
        "--seeds": seeds,
        "--levels": levels or None,
        "--train-levels": train_levels,
        "--iterations": iterations,
        "--backward-nodes": backward_nodes,
        "--forward-nodes": forward_nodes,
        "--model": model,
    }
    _refuse_unused(name, {**given, "--jobs": jobs})
    if name is Name.RESULTS:
        _write_results(output)
        return
    jobs = count_cores() if jobs is None else jobs
    check_jobs(jobs)
    limits = {"backward_nodes": backward_nodes, "forward_nodes": forward_nodes}
    nodes = {name: count for name, count in limits.items() if count is not None}
    command = _command(name, given)
    if name is not Name.STRENGTH:
        from rearview.reporters.plots import check_plots

        check_plots()
    if name in _ON_SETS:
        from rearview.cli.sets import Asked

        numbers = None if seeds is None else _parse_seeds(seeds)
        asked = Asked(quick, numbers, levels, model, nodes)
        _run_on_sets(name, asked, jobs, output, command)
        return
    setup = _make_setup(name, quick, seeds, levels, train_levels, iterations)
    _run(name, replace(setup, limit=replace(setup.limit, **nodes)), jobs, output, command)


def _refuse_unused(name: Name, given: Mapping[str, object]) -> None:
    """Nobody should believe that an option has had an effect when it had none."""
    unused = {
        Name.RESULTS: tuple(given),
        **dict.fromkeys(_ON_SETS, ("--train-levels", "--iterations")),
    }.get(name, ("--model",))
    for option in unused:
        if given[option] is not None:
            raise OptionError(f"{option} is nothing for {name.value}, which would not use it")
    levels = given["--levels"]
    if isinstance(levels, list) and len(levels) > 1 and name not in _ON_SETS:
        raise OptionError(f"{name.value} takes one --levels, not {len(levels)}")


def _command(name: Name, given: Mapping[str, object]) -> str:
    """The command again, without what does not change the results."""
    words = ["rearview", "experiment", name.value]
    for option, value in given.items():
        for one in value if isinstance(value, list) else [value]:
            if one is not None:
                words += [option] if one is True else [option, str(one)]
    return storable(shlex.join(words))


def _make_setup(
    name: Name,
    quick: bool,
    seeds: str | None,
    levels: list[str] | None,
    train_levels: str | None,
    iterations: int | None,
) -> Setup:
    from rearview.experiments.seeds import DEFAULT_SEEDS
    from rearview.experiments.setup import Setup

    setup = Setup.quick() if quick else Setup.paper()
    if name is Name.SEEDS and not quick:
        setup = replace(setup, seeds=DEFAULT_SEEDS)
    if seeds is not None:
        setup = replace(setup, seeds=_parse_seeds(seeds))
    if levels:
        setup = replace(setup, levels=load_levels(levels[0]))
    if train_levels is not None:
        setup = replace(setup, training_levels=load_levels(train_levels))
    if iterations is not None:
        setup = replace(setup, schedule=replace(setup.schedule, iterations=iterations))
    return setup


def _parse_seeds(text: str) -> tuple[int, ...]:
    """`0-2`, `0,5` or both, each seed once."""
    seeds: dict[int, None] = {}
    for part in text.split(","):
        first, _, last = part.partition("-")
        if not first.isdecimal() or not (last or first).isdecimal() or len(text) > _MAX_SEEDS:
            raise OptionError(f"{part!r} is no seed and no range of seeds: write 0-2 or 0,5")
        some = range(int(first), int(last or first) + 1)
        if not 1 <= len(some) <= _MAX_SEEDS:
            raise OptionError(f"{part} are not 1 to {_MAX_SEEDS:,} seeds")
        seeds.update(dict.fromkeys(some))
    return tuple(seeds)


def _run(name: Name, setup: Setup, jobs: int, output: str, command: str) -> None:
    from rearview.experiments.laboratory import Laboratory

    def work(folder: Folder, reporter: ExperimentReporter) -> list[str]:
        laboratory = Laboratory(folder, setup, jobs, reporter)
        lines = _EXPERIMENTS[name](laboratory, folder)
        _keep_configuration(name, laboratory, folder, command)
        return lines

    _work(name, output, work, ".csv, .png and .json")


def _run_on_sets(name: Name, asked: Asked, jobs: int, output: str, command: str) -> None:
    from rearview.cli.sets import prepare_ablation, prepare_strength

    if name is Name.STRENGTH:
        _work(name, output, prepare_strength(asked, jobs, command), ".md, .csv and .json")
    else:
        _work(name, output, prepare_ablation(asked, jobs, command), ".csv, .png and .json")


def _work(name: Name, output: str, work: Work, written: str) -> None:
    """Do it, telling what is done, then what was found and where it is."""
    from rearview.experiments.folder import Folder

    folder = Folder(output)
    with _reporting() as reporter:
        lines = work(folder, reporter)
    for line in ("", *lines, "", f"{folder.path / name.value}: {written}"):
        say(line)


@contextmanager
def _reporting() -> Iterator[ExperimentReporter]:
    """Lines while it runs, and on a terminal what is being searched below them."""
    from rearview.reporters.experimenting import ExperimentReporter

    if sys.stdout.isatty():
        from rich.console import Console

        console = Console(highlight=False)
        reporter = ExperimentReporter(lambda line: console.print(line, markup=False), console)
    else:
        reporter = ExperimentReporter(say_now)
    try:
        yield reporter
    finally:
        reporter.close()


def _table1(laboratory: Laboratory, folder: Folder) -> list[str]:
    from rearview.experiments.table1 import describe, table1
    from rearview.reporters.plots import plot_table1
    from rearview.reporters.tables import to_csv

    rows = table1(laboratory)
    folder.write("table1.csv", to_csv(row.fields() for row in rows))
    folder.write("table1.png", plot_table1(rows))
    return describe(rows)


def _figure3(laboratory: Laboratory, folder: Folder) -> list[str]:
    from rearview.experiments.figure3 import describe, figure3, rows
    from rearview.reporters.plots import plot_figure3
    from rearview.reporters.tables import to_csv

    curves = figure3(laboratory)
    setup = laboratory.setup
    max_nodes = setup.limit.forward_nodes
    assert max_nodes is not None
    folder.write("figure3.csv", to_csv(rows(curves)))
    folder.write("figure3.png", plot_figure3(curves, max_nodes, len(setup.levels)))
    return describe(curves, max_nodes)


def _figure4(laboratory: Laboratory, folder: Folder) -> list[str]:
    from rearview.experiments.figure4 import describe, figure4, rows
    from rearview.reporters.plots import plot_figure4
    from rearview.reporters.tables import to_csv

    weights = figure4(laboratory)
    folder.write("figure4.csv", to_csv(rows(weights)))
    folder.write("figure4.png", plot_figure4(weights))
    return describe(weights)


def _seeds(laboratory: Laboratory, folder: Folder) -> list[str]:
    from rearview.experiments.seeds import describe, seeds
    from rearview.reporters.plots import plot_seeds
    from rearview.reporters.tables import to_csv

    found = seeds(laboratory)
    folder.write("seeds.csv", to_csv(seed.fields() for seed in found))
    folder.write("seeds.png", plot_seeds(found, len(laboratory.setup.levels)))
    return describe(found)


_EXPERIMENTS = {
    Name.TABLE1: _table1,
    Name.FIGURE3: _figure3,
    Name.FIGURE4: _figure4,
    Name.SEEDS: _seeds,
}


def _keep_configuration(name: Name, laboratory: Laboratory, folder: Folder, command: str) -> None:
    from rearview.experiments.folder import origin

    fields = {
        **origin(command, laboratory.period),
        "unsolved_by": dict(sorted(laboratory.unsolved_by.items())),
        **laboratory.setup.fields(),
    }
    folder.write_json(f"{name.value}.json", fields)


def _write_results(output: str) -> None:
    from rearview.reporters.results import write_page

    say(f"written: {write_page(output)}")
