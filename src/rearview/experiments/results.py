"""The results page: text from a template, numbers from the files of experiments.

    FOLDER/template.md      the text, with {{table1}}, {{seeds}} ... for each experiment that has a
                            section, and {{xsokoban}}
    FOLDER/table1.csv ...   written by `rearview experiment`, with .json and .png
    FOLDER/bench-xsokoban*.json  written by `rearview report --json`; other levels are left out
    FOLDER/peers.csv        results of other solvers, with their sources
    FOLDER.md               the page

Every number of ours has its command and the date of its data. Missing files are named on the page.
The same folder gives the same page.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Any

from rearview.bench.configuration import Configuration
from rearview.errors import OutputError
from rearview.experiments.lab import describe_cut_short
from rearview.experiments.setup import PAPERS_NUMBERS, UNUSUAL, Setup
from rearview.levels import load_bundled
from rearview.model import Model
from rearview.model.schedule import Schedule
from rearview.output.counting import counted
from rearview.output.files import write_file
from rearview.output.tables import to_markdown
from rearview.strategy import DEFAULT_EPSILON_SCALE, DEFAULT_TIES, LATER_ROUNDS, SWITCHES

_MISSING = "*Not measured yet.*"
_XSOKOBAN = "xsokoban"
_LONG_COMMAND = 200
"""Commands with more characters are folded."""


def write_page(folder: str) -> Path:
    """Write FOLDER.md and return its path. Raises OutputError when a file is missing or invalid."""
    base = Path(folder)
    if base.name in ("", ".."):
        raise OutputError(f"{folder}: this folder has no name for the page")
    page = base.with_name(f"{base.name}.md")
    try:
        template = (base / "template.md").read_text(encoding="utf-8")
        text = re.sub(r"\{\{(\w+)\}\}", lambda found: _section(found[1], base), template)
        write_file(page, text)
    except OSError as error:
        raise OutputError(f"{error.filename}: {(error.strerror or str(error)).lower()}") from None
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise OutputError(f"{folder}: a file was not written by an experiment: {error}") from None
    return page


def _section(name: str, folder: Path) -> str:
    # Not at the top: experiments import this module.
    from rearview.experiments.registry import EXPERIMENTS, find_experiment

    if name == _XSOKOBAN:
        return _xsokoban(folder)
    if name not in EXPERIMENTS:
        raise OutputError(f"{folder / 'template.md'}: unknown section {name}")
    rows = _read_csv(folder / f"{name}.csv")
    if not rows:
        return _MISSING
    facts = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    parts = [*find_experiment(name).section(rows, facts), _provenance(folder, name, facts)]
    return "\n\n".join("\n".join(lines) for lines in parts)


def _xsokoban(folder: Path) -> str:
    """Our runs and those of other solvers, by levels solved."""
    ours = [_our_run(file) for file in sorted(folder.glob("bench-xsokoban*.json"))]
    count = len(load_bundled(_XSOKOBAN))
    peers = [
        [row["solver"], row["limit"], f"{int(row['solved'])} of {count}", row["seconds"],
         row["source"]]
        for row in _read_csv(folder / "peers.csv")
    ]  # fmt: skip
    rows = sorted([*ours, *peers], key=lambda row: -int(row[2].split()[0]))
    parts = [to_markdown(["solver", "limit", "solved", "total", "source"], rows)] if rows else []
    parts += [] if ours else [["*rearview: not measured yet.*"]]
    parts += [] if peers else [["*Other solvers: peers.csv is missing.*"]]
    return "\n\n".join("\n".join(lines) for lines in parts)


def _our_run(file: Path) -> list[str]:
    """The row of a run; levels of other sets are left out."""
    run = json.loads(file.read_text(encoding="utf-8"))
    asked = Configuration.from_json(json.dumps(run["configuration"])).fields()
    results = [one for one in run["results"] if one["level"] == f"{_XSOKOBAN}:{one['index']}"]
    if not results:
        raise ValueError(f"{file.name} has no level of {_XSOKOBAN}")
    solved = sum(one["result"] == "solved" for one in results)
    source = f"`{_bench_command(asked, [one['index'] for one in results])}`"
    if _has_other_model(asked):
        source += f" (model {asked['model'][:8]})"
    return [
        f"**rearview**{_search_words(asked)}",
        _limit(asked),
        f"{solved} of {len(results)}",
        f"{sum(one['seconds'] for one in results):,.0f} s",
        f"{source}, {max(one['recorded_at'] for one in results)[:10]}",
    ]


def _search_words(asked: dict[str, Any]) -> str:
    """How a search differs from the default, so that it is not mistaken for it."""
    if asked["alternation"]:
        return ""
    return ", one pass and the meeting" if asked["meeting"] else ", the paper's search"


def _limit(asked: dict[str, Any]) -> str:
    if asked["backward_nodes"] is None and asked["forward_nodes"] is None:
        return f"{asked['seconds']:g} s"
    nodes = (asked["backward_nodes"], asked["forward_nodes"])
    return " + ".join("-" if count is None else f"{count:,}" for count in nodes) + " nodes"


def _bench_command(asked: dict[str, Any], indices: Sequence[int]) -> str:
    words = ["rearview bench", _select(indices), f"--time-limit {asked['seconds']:g}"]
    words += [
        f"--{name.replace('_', '-').removesuffix('-mb')} {asked[name]}"
        for name in ("backward_nodes", "forward_nodes", "memory_mb")
        if asked[name] is not None
    ]
    words += [f"--seed {asked['seed']}"] if asked["seed"] else []
    words += ["--model FILE"] if _has_other_model(asked) else []
    without_effect = () if asked["alternation"] else LATER_ROUNDS
    switches = [name for name in SWITCHES if name not in without_effect]
    words += [f"--no-{name}" for name in switches if not asked.get(name)]
    words += [f"--ties {asked['ties']}"] if asked["ties"] != DEFAULT_TIES.value else []
    scale = asked.get("forward_epsilon_scale", 1)
    words += [f"--forward-epsilon-scale {scale:g}"] if scale != DEFAULT_EPSILON_SCALE else []
    words += ["--whole-look-back"] if asked.get("whole_look_back") else []
    return " ".join([*words, "--store FILE"])


def _select(indices: Sequence[int]) -> str:
    """XSokoban, or those of its levels: `xsokoban:1-3,7`."""
    if list(indices) == [level.index for level in load_bundled(_XSOKOBAN)]:
        return _XSOKOBAN
    parts = []
    for _, neighbours in groupby(enumerate(indices), lambda pair: pair[1] - pair[0]):
        numbers = [str(number) for _, number in neighbours]
        parts.append("-".join(dict.fromkeys([numbers[0], numbers[-1]])))
    return f"{_XSOKOBAN}:{','.join(parts)}"


def _has_other_model(asked: dict[str, Any]) -> bool:
    return bool(asked["model"] != Model.shipped().content_hash)


def is_papers(facts: Mapping[str, Any]) -> bool:
    """Whether an experiment can be compared with the paper's numbers."""
    theirs = Setup.paper().fields()
    same_sets = all(_by_set(facts[name]) == theirs[name] for name in ("levels", "training_levels"))
    return same_sets and facts["limit"] == theirs["limit"] and _learns_as_paper(facts)


def _learns_as_paper(facts: Mapping[str, Any]) -> bool:
    """Parameters that the paper does not specify may have any value."""
    theirs = asdict(Schedule())
    is_usual = not any(facts.get(name) for name in UNUSUAL)
    return is_usual and all(facts["schedule"][name] == theirs[name] for name in PAPERS_NUMBERS)


def describe_origin(facts: Mapping[str, Any]) -> str:
    """The command, the dates of the data and the engine."""
    return f"`{facts['command']}`, {_describe_data(facts)}"


def _describe_data(facts: Mapping[str, Any]) -> str:
    began, ended = facts["began"][:10], facts["ended"][:10]
    dates = began if began == ended else f"{began} to {ended}"
    return f"{dates}, rearview {facts['rearview']} (engine {facts['engine'][:8]})"


def _fold(command: str) -> list[str]:
    """A long command in a block that readers can open, with one option per line."""
    options = re.sub(r" (?=--)", " \\\n  ", command).split("\n")
    return [
        "<details>",
        "<summary>Command</summary>",
        "",
        "```sh",
        *options,
        "```",
        "",
        "</details>",
    ]


def describe_seeds(facts: Mapping[str, Any]) -> str:
    return f"{counted(len(facts['seeds']), 'seed')}: {', '.join(map(str, facts['seeds']))}"


def _provenance(folder: Path, name: str, facts: Mapping[str, Any]) -> list[str]:
    """How to reproduce it, and the plot."""
    limit = facts["limit"]
    is_long = len(facts["command"]) > _LONG_COMMAND
    origin = _describe_data(facts) if is_long else describe_origin(facts)
    line = f"{origin}; {describe_seeds(facts)}; {_agents(facts)}"
    if name != "figure4":
        nodes = f"{limit['backward_nodes']:,} + {limit['forward_nodes']:,} nodes"
        line += f"; {nodes} on {_levels(facts['levels'])}"
    if cut_short := describe_cut_short(facts["unsolved_by"]):
        line += f"; {cut_short}"
    line += f". Data: [{name}.csv]({folder.name}/{name}.csv)."
    plot = f"{name}.png"
    is_there = (folder / plot).exists()
    picture = f"![{name}]({folder.name}/{plot})" if is_there else f"*{plot} is missing.*"
    return [line, *(["", *_fold(facts["command"])] if is_long else []), "", picture]


def _agents(facts: Mapping[str, Any]) -> str:
    """Where their weights come from."""
    if "model" in facts:
        return f"model {facts['model'][:8]}"
    iterations = counted(facts["schedule"]["iterations"], "iteration")
    return f"{iterations} of training on {_levels(facts['training_levels'])}"


def _levels(facts: Mapping[str, Any]) -> str:
    sets = _by_set(facts)
    counts = (f"{counted(len(indices), 'level')} of {name}" for name, indices in sets.items())
    return " and ".join(counts)


def _by_set(facts: Mapping[str, Any]) -> Mapping[str, Sequence[int]]:
    """The numbers of levels by the name of their set. Files of 0.1.0 name a single set apart."""
    return {facts["name"]: facts["indices"]} if isinstance(facts.get("name"), str) else facts


def _read_csv(path: Path) -> list[dict[str, str]]:
    """Its rows; none if the file is missing."""
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))
