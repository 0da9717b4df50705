"""The page of results: a template written by hand, and numbers that are not.

    FOLDER/template.md      the words, with {{table1}}, {{figure3}}, {{figure4}}, {{seeds}},
                            {{ablation}}, {{xsokoban}}
    FOLDER/table1.csv ...   what `rearview experiment` wrote, with .json and .png beside
    FOLDER/bench-xsokoban*.json  what `rearview report --json` wrote; other levels are left out
    FOLDER/peers.csv        what other solvers do, and who says so
    FOLDER.md               the page

Every number of ours comes with its command and the date of its data. What is missing is said to be.
The same folder gives the same page.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from pathlib import Path
from statistics import mean
from typing import Any

from rearview.bench.configuration import Configuration
from rearview.counting import counted
from rearview.errors import OutputError
from rearview.experiments.ablation import ALL, read_parts, shown
from rearview.experiments.figure3 import CURVES, Curve, shown_sizes
from rearview.experiments.figure4 import AGENTS
from rearview.experiments.search_kind import SearchKind
from rearview.experiments.searching import describe_cut_short
from rearview.experiments.seeds import SHOWN_WEIGHTS, search_column, weight_column
from rearview.experiments.setup import Setup
from rearview.levels import load_bundled
from rearview.model import FEATURES, Model
from rearview.reporters.tables import to_markdown
from rearview.strategy import SWITCHES

_PAPERS_CURVES = {
    "with hints": "88",
    "reverse curriculum": "a little over 60",
    "without hints": "60",
}
_PAPERS_SIGNS = {
    "connectivity": "negative",
    "targets": "positive at first, then negative",
    "distance": "positive",
    "perm": "dominant",
    "overlap": "dominant",
}
_MISSING = "*Not measured yet.*"
_XSOKOBAN = "xsokoban"

Row = dict[str, str]


def write_page(folder: str) -> Path:
    """Write FOLDER.md and return its path. Raises OutputError when something is not as it must."""
    base = Path(folder)
    if base.name in ("", ".."):
        raise OutputError(f"{folder}: a page takes the name of its folder, and this is none")
    page = base.with_name(f"{base.name}.md")
    try:
        template = (base / "template.md").read_text(encoding="utf-8")
        text = re.sub(r"\{\{(\w+)\}\}", lambda found: _section(found[1], base), template)
        page.write_text(text, encoding="utf-8")
    except OSError as error:
        raise OutputError(f"{error.filename}: {(error.strerror or str(error)).lower()}") from None
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise OutputError(f"{folder}: a file is not as experiments write it: {error}") from None
    return page


def _section(name: str, folder: Path) -> str:
    if name not in _SECTIONS:
        raise OutputError(f"{folder / 'template.md'}: there is no section {name}")
    return _SECTIONS[name](folder)


def _table1(folder: Path) -> str:
    rows = _read_csv(folder / "table1.csv")
    if not rows:
        return _MISSING
    seeds = [name for name in rows[0] if name.startswith("seed ")]
    lines = to_markdown(
        ["overlap", "perm", "connectivity", "search", "paper", "mean", "range", *seeds],
        (
            [
                row["overlap"], row["perm"], row["connectivity"], row["search"],
                row["paper"] if row["search"] == "paper" else "",
                f"**{float(row['mean']):.1f}**", f"{row['least']} to {row['most']}",
                *(row[seed] for seed in seeds),
            ]
            for row in rows
        ),
    )  # fmt: skip
    return "\n".join([*lines, "", *_provenance(folder, "table1")])


def _figure3(folder: Path) -> str:
    rows = _read_csv(folder / "figure3.csv")
    if not rows:
        return _MISSING
    facts = _read_facts(folder, "figure3")
    sizes = shown_sizes(facts["limit"]["forward_nodes"])
    paper = _PAPERS_CURVES if _is_papers(facts) else {}
    lines = to_markdown(
        ["forward nodes", *(f"{size:,}" for size in sizes), *(["paper, 50,000"] if paper else [])],
        (
            [
                curve.name,
                *(f"{curve.mean_solved(size):.1f}" for size in sizes),
                *([paper[curve.name]] if paper else []),
            ]
            for curve in _curves(rows)
        ),
    )
    return "\n".join([*lines, "", *_provenance(folder, "figure3")])


def _curves(rows: Sequence[Row]) -> Iterable[Curve]:
    for name in CURVES:
        nodes: dict[int, dict[int, int | None]] = {}
        for row in rows:
            if row["curve"] == name:
                count = int(row["forward_nodes"]) if row["forward_nodes"] else None
                nodes.setdefault(int(row["seed"]), {})[int(row["level"])] = count
        yield Curve(name, nodes)


def _figure4(folder: Path) -> str:
    rows = _read_csv(folder / "figure4.csv")
    if not rows:
        return _MISSING
    last = max(int(row["iteration"]) for row in rows)
    final = [row for row in rows if int(row["iteration"]) == last]
    lines = to_markdown(
        ["feature", *AGENTS, "paper, forward"],
        (
            [feature, *(_weight(final, agent, feature) for agent in AGENTS),
             _PAPERS_SIGNS.get(feature, "")]
            for feature in FEATURES
        ),
    )  # fmt: skip
    return "\n".join([*lines, "", *_provenance(folder, "figure4")])


def _weight(rows: Sequence[Row], agent: str, feature: str) -> str:
    weights = [float(row[feature]) for row in rows if row["agent"] == agent and row[feature]]
    return _mean_and_range(weights) if weights else ""


def _mean_and_range(weights: Sequence[float]) -> str:
    return f"{mean(weights):.3f} ({min(weights):.3f} to {max(weights):.3f})"


def _seeds(folder: Path) -> str:
    rows = _read_csv(folder / "seeds.csv")
    if not rows:
        return _MISSING
    tables = [_solved_by_seed(rows), _weights_by_seed(rows), _provenance(folder, "seeds")]
    return "\n\n".join("\n".join(lines) for lines in tables)


def _solved_by_seed(rows: Sequence[Row]) -> list[str]:
    columns = [search_column(kind) for kind in SearchKind]
    last = ["mean (range)"]
    for column in columns:
        solved = [int(row[column]) for row in rows]
        last.append(f"**{mean(solved):.1f}** ({min(solved)} to {max(solved)})")
    as_paper = sum(row["signs_as_paper"] == "yes" for row in rows)
    last += [rows[0]["paper"], f"{as_paper} of {len(rows)}"]
    columns += ["paper", "signs_as_paper"]
    return to_markdown(
        ["seed", *(f"{kind.value} search" for kind in SearchKind), "paper", "signs as in paper"],
        [*([row["seed"], *(row[column] for column in columns)] for row in rows), last],
    )


def _weights_by_seed(rows: Sequence[Row]) -> list[str]:
    shown = [(agent, feature) for agent, features in SHOWN_WEIGHTS.items() for feature in features]
    weights = [[float(row[weight_column(*one)]) for one in shown] for row in rows]
    return to_markdown(
        ["seed", *(f"{agent} {feature}" for agent, feature in shown)],
        [
            *(
                [row["seed"], *(f"{weight:.3f}" for weight in some)]
                for row, some in zip(rows, weights, strict=True)
            ),
            ["mean (range)", *map(_mean_and_range, zip(*weights, strict=True))],
        ],
    )


def _ablation(folder: Path) -> str:
    parts = read_parts(_read_csv(folder / "ablation.csv"))
    if not parts:
        return _MISSING
    seeds = parts[0].tallies
    lines = to_markdown(
        ["part", "mean", "deviation", f"difference to {ALL}", *(f"seed {seed}" for seed in seeds)],
        (
            [
                part.name, f"**{part.solved.mean:.1f}**", shown(part.solved.deviation),
                "" if part.name == ALL else str(part.difference(parts[0])),
                *(str(part.tallies[seed].solved) for seed in seeds),
            ]
            for part in parts
        ),
    )  # fmt: skip
    return "\n".join([*lines, "", *_provenance(folder, "ablation")])


def _xsokoban(folder: Path) -> str:
    """Our runs and the peers', by levels solved."""
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
    """A run's row; what else it has than XSokoban is left out."""
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
        "**rearview**",
        _limit(asked),
        f"{solved} of {len(results)}",
        f"{sum(one['seconds'] for one in results):,.0f} s",
        f"{source}, {max(one['recorded_at'] for one in results)[:10]}",
    ]


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
    words += [f"--no-{name}" for name in SWITCHES if not asked[name]]
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


def _read_facts(folder: Path, name: str) -> dict[str, Any]:
    """How an experiment was done."""
    facts: dict[str, Any] = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    return facts


def _is_papers(facts: dict[str, Any]) -> bool:
    """Whether the paper's numbers may stand beside those of such an experiment."""
    theirs = Setup.paper().fields()
    return all(facts[name] == theirs[name] for name in theirs if name != "seeds")


def _provenance(folder: Path, name: str) -> list[str]:
    """The plot, and how to get all of it again."""
    facts = _read_facts(folder, name)
    limit = facts["limit"]
    seeds = f"{counted(len(facts['seeds']), 'seed')}: {', '.join(map(str, facts['seeds']))}"
    began, ended = facts["began"][:10], facts["ended"][:10]
    lines = [
        f"`{facts['command']}`, {began if began == ended else f'{began} to {ended}'}, "
        f"rearview {facts['rearview']} (engine {facts['engine'][:8]}); {seeds}; {_agents(facts)}"
    ]
    if name != "figure4":
        lines[0] += (
            f"; {limit['backward_nodes']:,} + {limit['forward_nodes']:,} nodes on "
            f"{_levels(facts['levels'])}"
        )
    if cut_short := describe_cut_short(facts["unsolved_by"]):
        lines[0] += f"; {cut_short}"
    lines[0] += f". Data: [{name}.csv]({folder.name}/{name}.csv)."
    plot = f"{name}.png"
    is_there = (folder / plot).exists()
    return [*lines, "", f"![{name}]({folder.name}/{plot})" if is_there else f"*{plot} is missing.*"]


def _agents(facts: dict[str, Any]) -> str:
    """Whence they have their weights."""
    if "model" in facts:
        return f"model {facts['model'][:8]}"
    iterations = counted(facts["schedule"]["iterations"], "iteration")
    return f"{iterations} of training on {_levels(facts['training_levels'])}"


def _levels(facts: dict[str, Any]) -> str:
    """Of one set, or of several by name."""
    is_one = isinstance(facts.get("name"), str)
    sets = {facts["name"]: facts["indices"]} if is_one else facts
    counts = (f"{counted(len(indices), 'level')} of {name}" for name, indices in sets.items())
    return " and ".join(counts)


_SECTIONS: dict[str, Callable[[Path], str]] = {
    "table1": _table1,
    "figure3": _figure3,
    "figure4": _figure4,
    "seeds": _seeds,
    "ablation": _ablation,
    "xsokoban": _xsokoban,
}


def _read_csv(path: Path) -> list[Row]:
    """Its rows; none when it is not there."""
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))
