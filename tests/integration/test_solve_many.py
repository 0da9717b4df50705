"""`rearview.solve_many`: over processes, in order, and a dying worker costs one result."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from time import sleep

import pytest

from drawn_levels import EASY, HARD, INVALID, STARTS_SOLVED, UNSOLVABLE_BY_SEARCH
from rearview import (
    ArgumentError,
    Level,
    Limit,
    Model,
    Outcome,
    Result,
    StopReason,
    WorkerError,
    load_levels,
    solve_many,
)
from rearview.levels import read_level
from survival import workers_of

NODES = Limit(backward_nodes=300, forward_nodes=1_000)


def facts(result: Result) -> list[object]:
    """Everything but the time it took."""
    return [
        result.outcome,
        result.reason,
        result.lurd,
        result.backward_nodes,
        result.forward_nodes,
        result.trajectory,
        result.error,
    ]


def test_one_job_and_several_give_the_same_results_in_order() -> None:
    drawn = map(read_level, (EASY, INVALID, STARTS_SOLVED, UNSOLVABLE_BY_SEARCH))
    levels: list[Level] = [*drawn, *load_levels("microban:90-100"), *load_levels(HARD)]
    one = [facts(result) for result in solve_many(levels, jobs=1, limit=NODES)]
    two = [facts(result) for result in solve_many(levels, jobs=2, limit=NODES)]
    assert one == two
    assert [fact[0] for fact in two[:4]] == [
        Outcome.SOLVED,
        Outcome.INVALID,
        Outcome.SOLVED,
        Outcome.UNSOLVABLE,
    ]


def test_workers_search_with_the_seed_and_the_model_they_are_given() -> None:
    levels = load_levels("microban:90-97")
    shipped = Model.shipped()
    model = Model(shipped.backward, {name: 2 * w * w for name, w in shipped.forward.items()})

    def run(jobs: int, model: Model, seed: int) -> list[list[object]]:
        return [
            facts(result)
            for result in solve_many(levels, limit=NODES, model=model, seed=seed, jobs=jobs)
        ]

    assert run(2, model, 7) == run(1, model, 7)
    assert run(1, model, 7) != run(1, model, 0)
    assert run(1, model, 7) != run(1, shipped, 7)


def test_no_levels_give_no_results() -> None:
    assert list(solve_many([], jobs=2)) == []


def test_a_worker_that_dies_costs_its_level_and_nothing_else() -> None:
    hard, easy = load_levels(HARD)[0], read_level(EASY)
    killer = threading.Thread(target=kill_the_first_workers, args=(2,))
    killer.start()
    results = list(solve_many([hard, hard, easy, easy], jobs=2, limit=Limit(seconds=600)))
    killer.join()
    assert [result.outcome for result in results] == [
        Outcome.UNSOLVED,
        Outcome.UNSOLVED,
        Outcome.SOLVED,
        Outcome.SOLVED,
    ]
    for result in results[:2]:
        assert result.reason is StopReason.CRASHED
        assert result.error == "the process that searched the level was killed by signal 9"


def kill_the_first_workers(count: int) -> None:
    while len(workers := workers_of(os.getpid())) < count:
        sleep(0.01)
    for worker in workers:
        os.kill(worker, signal.SIGKILL)


def test_leaving_early_ends_the_workers() -> None:
    hard, easy = load_levels(HARD)[0], read_level(EASY)
    results = solve_many([easy, hard, hard, hard], jobs=2)
    assert next(results)
    assert workers_of(os.getpid())
    results.close()  # type: ignore[attr-defined]
    assert not workers_of(os.getpid())


def test_workers_do_not_outlive_a_killed_parent() -> None:
    command = [sys.executable, "-m", "rearview", "solve", "microban:1", HARD, HARD]
    with subprocess.Popen(
        [*command, "--jobs", "2", "--json"], stdout=subprocess.PIPE, start_new_session=True
    ) as process:
        assert process.stdout is not None
        assert b"solved" in process.stdout.readline()
        process.kill()
        # The workers hold the pipe, too: it ends when the last of them is gone.
        process.communicate(timeout=300)


# Without a main guard: what runs in it would run again in a worker that imports the script.
SCRIPT = """
import rearview

print("begins")
levels = rearview.load_levels("microban:1-3")
for result in rearview.solve_many(levels, jobs=2):
    print(result.outcome.value)
"""


def run_script(text: str, folder: Path) -> tuple[int, str, str]:
    script = folder / "script.py"
    script.write_text(text)
    command = [sys.executable, str(script)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300)
    return ran.returncode, ran.stdout, ran.stderr


def test_a_script_needs_no_main_guard(tmp_path: Path) -> None:
    assert run_script(SCRIPT, tmp_path) == (0, "begins\n" + 3 * "solved\n", "")


def test_a_script_that_cannot_be_imported_again_gets_its_results(tmp_path: Path) -> None:
    once = "open(__file__ + '.lock', 'x')\n"
    assert run_script(once + SCRIPT, tmp_path) == (0, "begins\n" + 3 * "solved\n", "")


def test_a_level_that_only_the_script_knows_is_refused_in_one_line(tmp_path: Path) -> None:
    mine = """
import rearview

class Mine(rearview.Level):
    pass

level = rearview.load_levels("microban:1")[0]
try:
    list(rearview.solve_many([Mine(level.rows)] * 3, jobs=2))
except rearview.ArgumentError as error:
    print(error)
"""
    code, out, err = run_script(mine, tmp_path)
    assert (code, err) == (0, "")
    assert out.startswith("a worker cannot read what it is to do: Can't get attribute 'Mine'")
    assert out.count("\n") == 1


def test_a_level_that_cannot_be_sent_is_refused() -> None:
    class Local(Level):
        pass

    easy = read_level(EASY)
    with pytest.raises(ArgumentError, match="cannot send a level to another process: "):
        list(solve_many([Local(easy.rows)], jobs=2))


@pytest.mark.parametrize(
    ("program", "complaint"),
    [
        ("/nowhere/python", "cannot start a worker process: no such file or directory"),
        ("/bin/false", "a worker process failed to start: exit code 1"),
    ],
)
def test_workers_that_cannot_start_are_one_error(
    program: str, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", program)
    with pytest.raises(WorkerError, match=f"^{complaint}$"):
        list(solve_many(load_levels("microban:1-9"), jobs=2))
    assert not workers_of(os.getpid())


def test_workers_import_what_the_caller_can_after_it_went_elsewhere(tmp_path: Path) -> None:
    elsewhere = "import os, rearview\nos.chdir('/')\n"
    assert run_script(elsewhere + SCRIPT, tmp_path) == (0, "begins\n" + 3 * "solved\n", "")
