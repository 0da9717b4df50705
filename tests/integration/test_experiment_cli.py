"""`rearview experiment`: every table and figure in miniature."""

from __future__ import annotations

import csv
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Ran
from drawn_levels import EASY, HARD, INVALID, STARTS_SOLVED, UNSOLVABLE_BY_SEARCH
from examples import examples_of, run_example
from rearview import Model
from rearview.bench.store import Store
from rearview.experiments.ablation import make_strategies
from rearview.experiments.registry import EXPERIMENTS
from terminal import assert_cursor_is_back, run_on_terminal

Cli = Callable[..., Ran]
QUICKLY_TRAINED = shlex.split("--train-levels microban:1-4 --iterations 2")
QUICKLY_SEARCHED = shlex.split("--backward-nodes 50 --forward-nodes 100 --jobs 2")
TINY = ["--levels", "microban:1-2", *QUICKLY_TRAINED, *QUICKLY_SEARCHED]


def read_csv(path: str) -> list[dict[str, str]]:
    with Path(path).open(newline="") as file:
        return list(csv.DictReader(file))


def searches(store: Store) -> list[tuple[bool, bool]]:
    """Whether each run met and alternated."""
    asked = [run.configuration for run in store.runs()]
    return [(one.meeting, one.alternation) for one in asked]


def test_every_example_in_help_works_in_miniature(cli: Cli) -> None:
    examples = examples_of(cli, "experiment")
    assert len(examples) == 8
    for example in examples:
        trains_nothing = "strength" in example or "ablation" in example
        run_example(cli, example, *(QUICKLY_SEARCHED if trains_nothing else TINY))


def test_table1_counts_levels_for_every_row_and_seed(cli: Cli) -> None:
    ran = cli("experiment", "table1", *TINY, "--seeds", "0,3", "-o", "out")
    assert (ran.code, ran.err) == (0, "")
    rows = read_csv("out/table1.csv")
    assert len(rows) == 12
    assert [row["search"] for row in rows] == ["paper"] * 6 + ["default"] * 6
    for row in rows:
        assert row["paper"] == ""  # These are not the paper's levels.
        counts = [int(row["seed 0"]), int(row["seed 3"])]
        assert (int(row["least"]), int(row["most"])) == (min(counts), max(counts))
    assert Path("out/table1.png").read_bytes().startswith(b"\x89PNG")
    configuration = json.loads(Path("out/table1.json").read_text())
    assert configuration["seeds"] == [0, 3]
    assert configuration["limit"]["forward_nodes"] == 100
    assert configuration["command"].startswith("rearview experiment table1 --seeds 0,3 --levels ")
    assert set(configuration["unsolved_by"]) <= {"nodes"}
    with Store("out/results.db", read_only=True) as store:
        assert Counter(searches(store)) == {(False, False): 12, (True, True): 12}


def test_figure3_has_the_three_curves(cli: Cli) -> None:
    ran = cli("experiment", "figure3", *TINY, "--seeds", "0", "-o", "out")
    assert (ran.code, ran.err) == (0, "")
    rows = read_csv("out/figure3.csv")
    assert [row["curve"] for row in rows[::2]] == [
        "with hints", "reverse curriculum", "without hints",
    ]  # fmt: skip
    assert [row["level"] for row in rows] == ["1", "2"] * 3
    assert Path("out/figure3.png").read_bytes().startswith(b"\x89PNG")
    models = [Model.load(path) for path in Path("out/models").glob("reverse-curriculum-*")]
    assert [model.provenance is not None and model.provenance.curriculum for model in models] == [
        True
    ]
    assert not models[0].uses_hints


def test_figure4_has_the_weights_of_every_iteration(cli: Cli) -> None:
    ran = cli("experiment", "figure4", *TINY, "--seeds", "0-1", "-o", "out")
    assert (ran.code, ran.err) == (0, "")
    rows = read_csv("out/figure4.csv")
    assert len(rows) == 2 * 2 * 2
    (path,) = Path("out/models").glob("all-features-seed-1-*")
    last = [row for row in rows if (row["agent"], row["seed"]) == ("forward", "1")][-1]
    assert float(last["perm"]) == Model.load(path).forward["perm"]
    assert next(row for row in rows if row["agent"] == "backward")["perm"] == ""


def test_seeds_has_the_weights_and_three_counts_of_each_seed(cli: Cli) -> None:
    ran = cli("experiment", "seeds", *TINY, "--seeds", "0,3", "-o", "out")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("trained ") == 2
    assert "all features, meeting search, seed 3: " in ran.out
    assert "\nsolved       paper  meeting  default\nseed 0 " in ran.out
    rows = read_csv("out/seeds.csv")
    assert [row["seed"] for row in rows] == ["0", "3"]
    (path,) = Path("out/models").glob("all-features-seed-3-*")
    model = Model.load(path)
    assert float(rows[1]["forward_perm"]) == model.forward["perm"]
    assert float(rows[1]["backward_gamma2"]) == model.backward["gamma2"]
    for row in rows:
        assert row["paper"] == ""  # These are not the paper's levels.
        assert all(int(row[f"{kind}_search"]) <= 2 for kind in ("paper", "meeting", "default"))
    assert Path("out/seeds.png").read_bytes().startswith(b"\x89PNG")
    configuration = json.loads(Path("out/seeds.json").read_text())
    assert configuration["command"].startswith("rearview experiment seeds --seeds 0,3 --levels ")
    with Store("out/results.db", read_only=True) as store:
        assert searches(store) == [(False, False)] * 2 + [(True, False)] * 2 + [(True, True)] * 2


def test_seeds_are_five_unless_told(cli: Cli) -> None:
    asked = ["--levels", "microban:1", *QUICKLY_TRAINED, *QUICKLY_SEARCHED]
    cli("experiment", "seeds", *asked, "-o", "out")
    assert [row["seed"] for row in read_csv("out/seeds.csv")] == ["0", "1", "2", "3", "4"]


def test_experiments_in_one_folder_share_what_they_have_in_common(cli: Cli) -> None:
    def runs() -> int:
        with Store("out/results.db", read_only=True) as store:
            return len(store.runs())

    cli("experiment", "table1", *TINY, "--seeds", "0", "-o", "out")
    table, count = Path("out/table1.json").read_bytes(), runs()
    cli("experiment", "figure3", *TINY, "--seeds", "0", "-o", "out")
    assert runs() == count + 1
    cli("experiment", "table1", *TINY, "--seeds", "0", "-o", "out")
    assert Path("out/table1.json").read_bytes() == table
    assert runs() == count + 1
    cli("experiment", "seeds", *TINY, "--seeds", "0", "-o", "out")
    assert runs() == count + 2


@pytest.mark.parametrize(
    ("part", "change"),
    [
        (None, {"provenance": None}),
        ("forward", {"perm": 0.5}),
        ("provenance", {"seed": 1}),
        ("provenance", {"features": ["gamma2"]}),
        ("provenance", {"curriculum": True}),
        ("provenance", {"backward_iterations": []}),
        ("provenance", {"levels": {"name": "microban", "count": 155, "hash": "00"}}),
    ],
)
def test_refuses_a_kept_model_that_was_trained_otherwise(
    part: str | None, change: dict[str, object], cli: Cli
) -> None:
    asked = ["experiment", "figure4", *TINY, "--seeds", "0", "-o", "out"]
    assert cli(*asked).code == 0
    (path,) = Path("out/models").iterdir()
    kept = path.read_text()
    fields = json.loads(kept)
    (fields[part] if part else fields).update(change)
    path.write_text(json.dumps(fields))
    ran = cli(*asked)
    assert (ran.code, ran.out) == (2, "")
    assert f"{path}: not trained as its name says" in ran.err
    path.unlink()
    assert cli(*asked).code == 0
    assert path.read_text() == kept


def test_strength_counts_what_is_solved_and_says_what_failed(cli: Cli) -> None:
    Path("hard.sok").write_text(cli("show", HARD, "--no-marks").out)
    asked = shlex.split(
        "experiment strength --levels microban:1-3 --levels hard.sok --seeds 0,3 --jobs 2 "
        "--backward-nodes 50 --forward-nodes 100 -o out"
    )
    ran = cli(*asked)
    assert (ran.code, ran.err) == (0, "")
    assert "microban, seed 3: 3 of 3 solved\n" in ran.out
    assert "hard.sok, seed 3: 0 of 1 solved\n" in ran.out
    assert "looking at what failed: 2 levels" in ran.out
    rows = read_csv("out/strength.csv")
    assert [(row["set"], row["level"], row["seed"]) for row in rows[:4]] == [
        ("microban", "1", "0"), ("microban", "2", "0"), ("microban", "3", "0"),
        ("hard.sok", "1", "0"),
    ]  # fmt: skip
    assert [bool(row["failure"]) for row in rows] == [False, False, False, True] * 2
    page = Path("out/strength.md").read_text()
    assert "| set | seed | levels | 1 s | 10 s | 60 s | total | slowest solved | nodes |" in page
    assert "| microban | 3 | 3 | 3 | 3 | 3 | " in page
    assert "| hard.sok:1 | 0 | the backward agent never clears | " in page
    assert "`rearview experiment strength --seeds 0,3 --levels microban:1-3 --levels hard.s" in page
    assert "; 60 s, 50 backward nodes, 100 forward nodes a level, one core each; 2 seeds" in page
    assert cli(*asked).code == 0
    assert Path("out/strength.md").read_text() == page
    with Store("out/results.db", read_only=True) as store:
        assert [len(list(store.records(run.number))) for run in store.runs()] == [4, 4]


def test_strength_takes_any_file_that_can_be_named_and_read(cli: Cli) -> None:
    name = os.fsdecode(b"caf\xe9|s.xsb")
    Path(name).write_text("\n\n".join([STARTS_SOLVED, INVALID, UNSOLVABLE_BY_SEARCH, EASY]))
    ran = cli("experiment", "strength", "--quick", "--levels", name, "--jobs", "1", "-o", "out")
    assert (ran.code, ran.err) == (0, "")
    results = [row["result"] for row in read_csv("out/strength.csv")]
    assert results == ["solved", "invalid", "unsolvable", "solved"]
    page = Path("out/strength.md").read_text()
    assert "| caf\\udce9\\|s.xsb | 0 | 4 | 2 | " in page
    assert "| caf\\udce9\\|s.xsb:2 | 0 | invalid | " in page
    assert "| caf\\udce9\\|s.xsb:3 | 0 | proven unsolvable | in " in page


def test_strength_counts_a_level_once_and_tells_files_of_one_name_apart(cli: Cli) -> None:
    for folder, drawing in (("a", EASY), ("b", STARTS_SOLVED)):
        Path(folder).mkdir()
        Path(folder, "x.xsb").write_text(drawing)
    which = ["microban:1-3", "microban:3-5", "a/x.xsb", "b/x.xsb"]
    options = [word for one in which for word in ("--levels", one)]
    ran = cli("experiment", "strength", "--quick", *options, "--jobs", "1", "-o", "out")
    assert (ran.code, ran.err) == (0, "")
    rows = read_csv("out/strength.csv")
    assert [(row["set"], row["level"]) for row in rows] == [
        *(("microban", str(number)) for number in range(1, 6)), ("a/x.xsb", "1"), ("b/x.xsb", "1"),
    ]  # fmt: skip
    page = Path("out/strength.md").read_text()
    assert "| microban | 0 | 5 | 5 | " in page
    assert "| a/x.xsb | 0 | 1 | 1 | " in page
    assert json.loads(Path("out/strength.json").read_text())["levels"] == {
        "microban": [1, 2, 3, 4, 5], "a/x.xsb": [1], "b/x.xsb": [1],
    }  # fmt: skip


def test_strength_of_solved_levels_alone_has_no_failures(cli: Cli) -> None:
    cli("experiment", "strength", "--quick", "--levels", "microban:1-2", "-o", "out")
    page = Path("out/strength.md").read_text()
    assert page.endswith("## Not solved\n\nNone.\n")
    assert "| set | seed | levels | 1 s | total |" in page


@pytest.mark.parametrize("name", ["controls", "disclosure"])
def test_the_papers_search_is_searched_in_each_way_that_is_disclosed(name: str, cli: Cli) -> None:
    ran = cli("experiment", name, *TINY, "--seeds", "0", "-o", "out")
    assert (ran.code, ran.err) == (0, "")
    rows = read_csv(f"out/{name}.csv")
    parts = [row["part"] for row in rows]
    assert len(parts) == len(set(parts)) > 4
    with Store("out/results.db", read_only=True) as store:
        runs = store.runs()
    assert len(runs) == len(parts)
    assert not any(one.configuration.meeting for one in runs)
    ties = Counter(one.configuration.ties.value for one in runs)
    if name == "controls":
        assert ties == {"farthest": 5}
    else:
        assert ties == {"farthest": len(parts) - 2, "nearest": 1, "random": 1}
        assert [one.configuration.detectors for one in runs][-1] == ()


def test_calibration_sets_values_against_the_way_that_is_left(cli: Cli) -> None:
    ran = cli("experiment", "calibration", *TINY, "--seeds", "0-1", "-o", "out")
    assert (ran.code, ran.err) == (0, "")
    rows = read_csv("out/calibration.csv")
    at_goal = [row for row in rows if row["least_left"] == "0"]
    assert [(row["seed"], row["discounted"], row["count"]) for row in at_goal] == [
        ("0", "1.0", "2"), ("1", "1.0", "2"),
    ]  # fmt: skip
    wanted = [float(row["discounted"]) for row in rows if row["seed"] == "0" and row["discounted"]]
    assert wanted == sorted(wanted, reverse=True)
    assert Path("out/calibration.png").read_bytes().startswith(b"\x89PNG")


def test_how_agents_learn_can_be_said_on_the_command_line(cli: Cli) -> None:
    asked = (
        "--rate 0.02 --ties random --forward-epsilon-scale 0.3 --without bias "
        "--without-detector corral"
    )
    words = shlex.split(asked)
    ran = cli("experiment", "table1", *TINY, *words, "--seeds", "0", "-o", "out")
    assert (ran.code, ran.err) == (0, "")
    facts = json.loads(Path("out/table1.json").read_text())
    assert (facts["schedule"]["rate"], facts["schedule"]["ties"]) == (0.02, "random")
    assert facts["without"] == ["bias"]
    assert facts["command"].endswith(asked)
    for path in Path("out/models").iterdir():
        model = Model.load(path)
        assert model.forward["bias"] == model.backward["bias"] == 0.0
    with Store("out/results.db", read_only=True) as store:
        searched = [run.configuration for run in store.runs()]
    assert {(one.ties.value, one.forward_epsilon_scale) for one in searched} == {("random", 0.3)}
    assert not any("corral" in one.detectors for one in searched)


def test_ablation_searches_without_each_part_and_resumes(cli: Cli) -> None:
    asked = shlex.split(
        "experiment ablation --levels microban:1-2 --levels sasquatch1:6 --seeds 0,3 --jobs 2 "
        "--backward-nodes 50 --forward-nodes 100 -o out"
    )
    ran = cli(*asked)
    assert (ran.code, ran.err) == (0, "")
    assert "no hints, microban, seed 3: 2 of 2 solved\n" in ran.out
    assert "no hints, sasquatch1, seed 3: " in ran.out
    assert "\npart               mean  deviation  difference to all\nall  " in ran.out
    parts = list(make_strategies())
    rows = read_csv("out/ablation.csv")
    assert [(row["part"], row["seed"]) for row in rows] == [
        (part, seed) for part in parts for seed in ("0", "3")
    ]
    assert {row["levels"] for row in rows} == {"3"}
    assert all(int(row["nodes"]) > 0 for row in rows)
    assert Path("out/ablation.png").read_bytes().startswith(b"\x89PNG")
    facts = json.loads(Path("out/ablation.json").read_text())
    assert facts["levels"] == {"microban": [1, 2], "sasquatch1": [6]}
    assert set(facts["unsolved_by"]) == {"nodes"}
    written = {path: path.read_bytes() for path in Path("out").glob("ablation.*")}
    assert cli(*asked).code == 0
    assert {path: path.read_bytes() for path in written} == written
    with Store("out/results.db", read_only=True) as store:
        counts = [len(list(store.records(run.number))) for run in store.runs()]
    assert counts == [3] * (2 * len(parts))


def test_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rearview", "experiment", "figure3", "--seeds", "0"]
    command += ["--levels", "microban:1-40", *QUICKLY_TRAINED, *QUICKLY_SEARCHED, "-o", "out"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if "trained 2 of 3" in line:
                os.killpg(process.pid, signal.SIGINT)
                break
        process.communicate(timeout=300)
    assert process.returncode == 130
    kept = set((tmp_path / "out" / "models").iterdir())
    assert len(kept) >= 2
    times = {path: path.stat().st_mtime_ns for path in kept}
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert {path: path.stat().st_mtime_ns for path in kept} == times


def test_ctrl_c_on_a_terminal_leaves_it_clean(tmp_path: Path) -> None:
    seen = run_on_terminal(
        "experiment", "figure3", "--levels", HARD, "--train-levels", "microban:1-4",
        "--iterations", "1", "--jobs", "1", "-o", str(tmp_path / "out"), interrupt_at=HARD,
    )  # fmt: skip
    assert seen.code == 130
    assert "trained 9 of 9" in seen.plain
    assert "Traceback" not in seen.plain
    assert_cursor_is_back(seen)


def test_help_names_every_experiment_with_its_summary(cli: Cli) -> None:
    text = cli("experiment", "--help").out
    for name, entry in EXPERIMENTS.items():
        assert re.search(rf"^ +{name} +{entry.summary.split()[0]} ", text, re.MULTILINE)


def test_table1_adds_up_several_sets(cli: Cli) -> None:
    asked = ["--levels", "microban:1-2", "--levels", "grigr:1", *QUICKLY_TRAINED, *QUICKLY_SEARCHED]
    ran = cli("experiment", "table1", *asked, "--seeds", "0", "-o", "out")
    assert (ran.code, ran.err) == (0, "")
    assert "all features, microban, seed 0: 2 of 2 solved\n" in ran.out
    assert json.loads(Path("out/table1.json").read_text())["levels"] == {
        "microban": [1, 2], "grigr": [1],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["magic"], "magic"),
        (["table1", "--seeds", "2-1"], "must have 1 to 1,000 seeds"),
        (["table1", "--seeds", "0-99999999999"], "must have 1 to 1,000 seeds"),
        (["table1", "--seeds", "x"], "is not a seed"),
        (["table1", "--seeds", "-1"], "is not a seed"),
        (["table1", "--jobs", "0"], "jobs must be"),
        (["table1", "--levels", "nothing"], "no such file"),
        (["table1", "--iterations", "0"], "iterations must be"),
        (["table1", "--forward-nodes", "0"], "the forward node limit must be"),
        (["table1", "-o", "a file/out"], "cannot be written"),
        (["results", "-o", "nothing"], "no such file"),
        (["table1", "--model", "m.json"], "--model has no effect on table1"),
        (["figure3", "--levels", "microban:1", "--levels", "microban:2"], "takes one --levels"),
        (["strength", "--iterations", "9"], "--iterations has no effect on strength"),
        (["strength", "--train-levels", "microban"], "--train-levels has no effect on strength"),
        (["ablation", "--iterations", "9"], "--iterations has no effect on ablation"),
        (["ablation", "--train-levels", "microban"], "--train-levels has no effect on ablation"),
        (["results", "--quick"], "--quick has no effect on results"),
        (["results", "--levels", "microban"], "--levels has no effect on results"),
        (["results", "--jobs", "2"], "--jobs has no effect on results"),
        (["strength", "--model", "m.json"], "no such file"),
        (["strength", "--levels", "microban:1", "--levels", "nothing"], "no such file"),
    ],
)
def test_bad_usage_is_a_sentence(arguments: list[str], why: str, cli: Cli) -> None:
    Path("a file").write_text("")
    ran = cli("experiment", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert why in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    "command", ["experiment figure4", "experiment ablation", "report r.db --plot r.png"]
)
def test_says_what_plots_need_before_any_work(
    command: str, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    ran = cli(*command.split())
    assert (ran.code, ran.out) == (2, "")
    assert "pip install 'rearview[plots]'" in ran.err


def test_writes_the_page_of_results(cli: Cli) -> None:
    cli("experiment", "figure4", *TINY, "--seeds", "0", "-o", "out")
    cli("experiment", "seeds", *TINY, "--seeds", "0", "-o", "out")
    Path("out/template.md").write_text("{{figure4}}\n{{seeds}}\n")
    assert cli("experiment", "results", "-o", "out").out == "written: out.md\n"
    page = Path("out.md").read_text()
    assert "| perm |" in page
    assert "![seeds](out/seeds.png)" in page
