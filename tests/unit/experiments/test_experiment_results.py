"""The page of results says what its folder has, and the same folder gives the same page."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import asdict
from pathlib import Path

import pytest

from rearview import Limit, OutputError, Schedule, Strategy
from rearview.bench.configuration import Configuration
from rearview.experiments.registry import EXPERIMENTS
from rearview.experiments.results import write_page
from rearview.experiments.setup import Setup
from rearview.search import Search

DOCS = Path(__file__).parents[3] / "docs"
CONFIGURATION = {
    "command": "rearview experiment table1 --seeds 0-1",
    "rearview": "0.1.0",
    "engine": "0123456789abcdef",
    "began": "2026-01-31T12:00:00.000+00:00",
    "ended": "2026-02-01T12:00:00.000+00:00",
    "levels": {"name": "xsokoban", "indices": [1, 2]},
    "training_levels": {"name": "microban", "indices": [1]},
    "schedule": asdict(Schedule()),
    "limit": {"backward_nodes": 10000, "forward_nodes": 50000},
    "seeds": [0, 1],
    "unsolved_by": {"nodes": 9, "time": 2},
}
TABLE = """\
overlap,perm,connectivity,search,paper,mean,least,most,seed 0,seed 1
yes,yes,yes,paper,88,84.5,84,85,84,85
"""
SEEDS = """\
seed,forward_perm,forward_overlap,forward_connectivity,forward_targets,forward_distance,\
forward_gamma2,backward_connectivity,backward_distance,backward_targets,backward_gamma2,\
signs_as_paper,paper,paper_search,meeting_search,default_search
0,0.1,0.2,-0.3,-0.4,0.5,0.6,-0.7,0.8,-0.9,1.0,yes,88,81,84,85
1,0.3,0.2,-0.3,0.0004,0.5,0.6,-0.7,0.8,-0.9,1.0,no,88,82,84,88
"""
ABLATION = """\
part,seed,solved,levels,nodes
all,0,10,12,500
all,3,11,12,400
no hints,0,9,12,600
no hints,3,7,12,700
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "results"
    folder.mkdir()
    (folder / "template.md").write_text("# Results\n\n{{table1}}\n\n{{figure3}}\n\nWhy.\n")
    (folder / "table1.csv").write_text(TABLE)
    (folder / "table1.json").write_text(json.dumps(CONFIGURATION))
    (folder / "table1.png").touch()
    return folder


def test_numbers_stand_with_their_command_budget_seeds_and_date(folder: Path) -> None:
    page = write_page(str(folder))
    assert page == folder.with_name("results.md")
    text = page.read_text()
    assert "| yes | yes | yes | paper | 88 | **84.5** | 84 to 85 | 84 | 85 |" in text
    assert "`rearview experiment table1 --seeds 0-1`, 2026-01-31 to 2026-02-01" in text
    assert "; 2 seeds: 0, 1; " in text
    assert "10,000 + 50,000 nodes on 2 levels of xsokoban" in text
    assert "2 searches cut short by the machine, not by nodes" in text
    assert "![table1](results/table1.png)" in text
    assert text.endswith("*Not measured yet.*\n\nWhy.\n")
    assert write_page(str(folder)).read_text() == text


def test_seeds_end_with_mean_and_range(folder: Path) -> None:
    (folder / "template.md").write_text("{{seeds}}\n")
    assert write_page(str(folder)).read_text() == "*Not measured yet.*\n"
    (folder / "seeds.csv").write_text(SEEDS)
    command = "rearview experiment seeds --seeds 0-1"
    (folder / "seeds.json").write_text(json.dumps({**CONFIGURATION, "command": command}))
    (folder / "seeds.png").touch()
    solved, weights, provenance, plot = write_page(str(folder)).read_text().split("\n\n")
    assert solved.splitlines() == [
        "| seed | paper search | meeting search | default search | paper | signs as in paper |",
        "| --- | --- | --- | --- | ---: | --- |",
        "| 0 | 81 | 84 | 85 | 88 | yes |",
        "| 1 | 82 | 84 | 88 | 88 | no |",
        "| mean (range) | **81.5** (81 to 82) | **84.0** (84 to 84) | **86.5** (85 to 88) "
        "| 88 | 1 of 2 |",
    ]
    assert weights.startswith("| seed | forward perm | forward overlap | forward connectivity |")
    last = weights.splitlines()[-1]
    assert last.startswith("| mean (range) | 0.200 (0.100 to 0.300) | 0.200 (0.200 to 0.200) |")
    assert provenance.startswith(f"`{command}`, 2026-01-31 to 2026-02-01, ")
    assert "; 2 seeds: 0, 1; " in provenance
    assert "10,000 + 50,000 nodes on 2 levels of xsokoban" in provenance
    assert plot == "![seeds](results/seeds.png)\n"


def test_a_long_command_is_folded_with_one_option_per_line(folder: Path) -> None:
    (folder / "template.md").write_text("{{seeds}}\n")
    (folder / "seeds.csv").write_text(SEEDS)
    levels = f"grigr:{','.join(map(str, range(1, 99)))}"
    command = f"rearview experiment seeds --seeds 0-1 --levels {levels}"
    (folder / "seeds.json").write_text(json.dumps({**CONFIGURATION, "command": command}))
    page = write_page(str(folder)).read_text()
    assert f"\n  --seeds 0-1 \\\n  --levels {levels}\n```\n\n</details>\n" in page
    assert "\n2026-01-31 to 2026-02-01, rearview " in page


def test_parts_stand_with_their_difference_and_the_model_that_searched(folder: Path) -> None:
    (folder / "template.md").write_text("{{ablation}}\n")
    assert write_page(str(folder)).read_text() == "*Not measured yet.*\n"
    (folder / "ablation.csv").write_text(ABLATION)
    facts = {name: CONFIGURATION[name] for name in ("rearview", "engine", "began", "ended")}
    facts |= {
        "command": "rearview experiment ablation --seeds 0,3", "model": "abcdef0123",
        "levels": {"grigr": [1, 2, 3], "sasquatch1": [1]}, "seeds": [0, 3],
        "limit": {"backward_nodes": 5000, "forward_nodes": 12500}, "unsolved_by": {"nodes": 1},
    }  # fmt: skip
    (folder / "ablation.json").write_text(json.dumps(facts))
    table, provenance, plot = write_page(str(folder)).read_text().split("\n\n")
    assert table.splitlines() == [
        "| part | mean | deviation | difference to all | seed 0 | seed 3 |",
        "| --- | ---: | ---: | --- | ---: | ---: |",
        "| all | **10.5** | 0.7 |  | 10 | 11 |",
        "| no hints | **8.0** | 1.4 | -2.5 +- 2.1 | 9 | 7 |",
    ]
    assert "; 2 seeds: 0, 3; model abcdef01; 5,000 + 12,500 nodes on " in provenance
    assert "nodes on 3 levels of grigr and 1 level of sasquatch1. Data: " in provenance
    assert plot == "*ablation.png is missing.*\n"
    facts["levels"] = {"indices": [1, 2]}
    (folder / "ablation.json").write_text(json.dumps(facts))
    assert "nodes on 2 levels of indices. Data: " in write_page(str(folder)).read_text()


def test_our_runs_stand_among_the_peers(folder: Path) -> None:
    (folder / "template.md").write_text("{{xsokoban}}")
    (folder / "peers.csv").write_text(
        "solver,limit,solved,seconds,source\nBest,600 s,90,,x\nWorst,60 s,73,,y\n"
    )
    whole = make_run([f"xsokoban:{number}" for number in range(1, 91)], unsolved=10)
    (folder / "bench-xsokoban.json").write_text(json.dumps(whole))
    lines = write_page(str(folder)).read_text().splitlines()
    assert [line.split(" | ")[:3:2] for line in lines[2:]] == [
        ["| Best", "90 of 90"], ["| **rearview**", "80 of 90"], ["| Worst", "73 of 90"],
    ]  # fmt: skip
    assert lines[3].endswith(
        "| 60 s | 80 of 90 | 180 s | "
        "`rearview bench xsokoban --time-limit 60 --store FILE`, 2026-01-31 |"
    )


def make_run(levels: list[str], unsolved: int = 0, **asked: object) -> dict[str, object]:
    """What `rearview report --json` writes, as far as the page looks at it."""
    search = Search(limit=Limit(60))
    return {
        "configuration": {**Configuration.of(search).fields(), **asked},
        "results": [
            {
                "level": level, "index": int(level.rpartition(":")[2]), "seconds": 2.0,
                "result": "unsolved" if number < unsolved else "solved",
                "recorded_at": "2026-01-31T12:00:00.000+00:00",
            }
            for number, level in enumerate(levels)
        ],
    }  # fmt: skip


def test_a_run_is_what_it_has_of_xsokoban_and_its_command_says_which_levels(folder: Path) -> None:
    (folder / "template.md").write_text("{{xsokoban}}")
    some = ["microban:1", "xsokoban:1", "xsokoban:2", "xsokoban:3", "xsokoban:7"]
    run = make_run(some, unsolved=2, model="abcdef0123", memory_mb=100)
    (folder / "bench-xsokoban-some.json").write_text(json.dumps(run))
    text = write_page(str(folder)).read_text()
    assert text.endswith(
        "| **rearview** | 60 s | 3 of 4 | 8 s | `rearview bench xsokoban:1-3,7 --time-limit 60 "
        "--memory 100 --model FILE --store FILE` (model abcdef01), 2026-01-31 |\n\n"
        "*Other solvers: peers.csv is missing.*"
    )


@pytest.mark.parametrize(
    ("strategy", "words", "options"),
    [
        (Strategy(alternation=False), ", one pass and the meeting", "--no-alternation"),
        (
            Strategy(alternation=False, forward_epsilon_scale=0.5, whole_look_back=True),
            ", one pass and the meeting",
            "--no-alternation --forward-epsilon-scale 0.5 --whole-look-back",
        ),
        (
            Strategy.paper(),
            ", the paper's search",
            "--no-meeting --no-alternation --no-cells --whole-look-back",
        ),
    ],
)
def test_a_run_of_another_search_is_not_taken_for_the_default(
    strategy: Strategy, words: str, options: str, folder: Path
) -> None:
    (folder / "template.md").write_text("{{xsokoban}}")
    asked = Configuration.of(Search(limit=Limit(60), strategy=strategy)).fields()
    (folder / "bench-xsokoban.json").write_text(json.dumps(make_run(["xsokoban:1"], **asked)))
    text = write_page(str(folder)).read_text()
    assert f"| **rearview**{words} | " in text
    assert f"`rearview bench xsokoban:1 --time-limit 60 {options} --store FILE`" in text


def test_what_is_missing_is_said_to_be(folder: Path) -> None:
    (folder / "template.md").write_text("{{xsokoban}}\n{{table1}}\n")
    (folder / "table1.png").unlink()
    text = write_page(str(folder)).read_text()
    assert text.startswith(
        "*rearview: not measured yet.*\n\n*Other solvers: peers.csv is missing.*"
    )
    assert text.endswith("\n*table1.png is missing.*\n")


def test_the_papers_curve_stands_beside_its_own_setup_alone(folder: Path) -> None:
    (folder / "template.md").write_text("{{figure3}}")
    (folder / "figure3.csv").write_text(
        "curve,seed,level,forward_nodes\nwith hints,0,1,150\n"
        "reverse curriculum,0,1,\nwithout hints,0,1,20\n"
    )

    def write(fields: dict[str, object]) -> list[str]:
        (folder / "figure3.json").write_text(json.dumps({**CONFIGURATION, **fields}))
        return write_page(str(folder)).read_text().splitlines()

    papers = Setup.paper().fields()
    header, _, first = write(papers)[:3]
    assert header.endswith("| 10,000 | 50,000 | paper, 50,000 |")
    assert first.endswith("| 1.0 | 1.0 | 88 |")
    others: list[dict[str, object]] = [
        {"levels": CONFIGURATION["levels"]},
        {"schedule": asdict(Schedule(iterations=30))},
        {"without": ["bias"]},
    ]
    for other in others:
        header, _, first = write({**papers, **other})[:3]
        assert header.endswith("| 10,000 | 50,000 |")
        assert first.endswith("| 1.0 | 1.0 |")
    nodes = {"limit": {"backward_nodes": 100, "forward_nodes": 200}}
    lines = write({**papers, **nodes})
    assert lines[:3:2] == [
        "| curve | size is | 100 | 200 |",
        "| with hints | expansions | 0.0 | 1.0 |",
    ]


@pytest.mark.parametrize("name", [".", "/", "..", "some/.."])
def test_refuses_a_folder_without_a_name_for_its_page(name: str) -> None:
    with pytest.raises(OutputError, match="no name for the page"):
        write_page(name)


@pytest.mark.parametrize(
    ("file", "content"),
    [("seeds.csv", SEEDS[:-30]), ("seeds.json", "[]"), ("seeds.json", '{"limit": 1}')],
)
def test_refuses_what_experiments_do_not_write(folder: Path, file: str, content: str) -> None:
    (folder / "template.md").write_text("{{seeds}}")
    (folder / "seeds.csv").write_text(SEEDS)
    (folder / "seeds.json").write_text(json.dumps(CONFIGURATION))
    write_page(str(folder))
    (folder / file).write_text(content)
    with pytest.raises(OutputError, match="not written by an experiment"):
        write_page(str(folder))


def test_refuses_what_it_cannot_read(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="no such file"):
        write_page(str(tmp_path / "nothing"))
    (folder / "table1.json").write_text("{")
    with pytest.raises(OutputError, match="not written by an experiment"):
        write_page(str(folder))
    (folder / "template.md").write_text("{{magic}}")
    with pytest.raises(OutputError, match="unknown section magic"):
        write_page(str(folder))


def test_the_page_in_the_repository_is_what_its_data_give(tmp_path: Path) -> None:
    shutil.copytree(DOCS / "results", tmp_path / "results")
    page = write_page(str(tmp_path / "results")).read_text(encoding="utf-8")
    assert page == (DOCS / "results.md").read_text(encoding="utf-8"), "run make results"


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_experiment_is_documented(name: str) -> None:
    is_there = f"`rearview experiment {name}`" in (DOCS / "bench.md").read_text(encoding="utf-8")
    assert is_there, f"docs/bench.md: a row for {name} in the table of experiments"


@pytest.mark.parametrize("name", [name for name in EXPERIMENTS if name != "strength"])
def test_every_experiment_without_a_page_of_its_own_is_on_the_page(name: str) -> None:
    section = f"{{{{{name}}}}}"
    is_there = section in (DOCS / "results" / "template.md").read_text(encoding="utf-8")
    assert is_there, f"docs/results/template.md: a heading and {section}; then make results"


@pytest.mark.parametrize("page", ["bench.md", "results.md"])
def test_every_file_that_is_named_exists(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#]+)[)#]", text):
        assert "://" in link or (DOCS / link).exists(), link
    for path in re.findall(r"`(benchmarks/[^` ]+)`", text):
        assert (DOCS.parent / path).exists(), path
