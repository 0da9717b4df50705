"""`rearview.solve_many`: over processes, in order, and a dying worker costs one result."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import threading
from time import sleep

from drawn_levels import EASY, HARD, INVALID, STARTS_SOLVED, UNSOLVABLE_BY_SEARCH
from rearview import Level, Limit, Model, Result, SolveOutcome, StopReason, load_levels, solve_many
from rearview.levels import read_level

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
        SolveOutcome.SOLVED,
        SolveOutcome.INVALID,
        SolveOutcome.SOLVED,
        SolveOutcome.UNSOLVABLE,
    ]


def test_workers_search_with_the_seed_and_the_model_they_are_given() -> None:
    levels = load_levels("microban:90-97")
    shipped = Model.shipped()
    model = Model(shipped.backward, {name: 2 * w * w for name, w in shipped.forward.items()})

    def run(jobs: int, model: Model, seed: int) -> list[list[object]]:
        return [facts(result) for result in solve_many(levels, jobs, NODES, model, seed)]

    assert run(2, model, 7) == run(1, model, 7)
    assert run(1, model, 7) != run(1, model, 0)
    assert run(1, model, 7) != run(1, shipped, 7)


def test_no_levels_give_no_results() -> None:
    assert list(solve_many([], jobs=2)) == []


def test_a_worker_that_dies_costs_its_level_and_nothing_else() -> None:
    hard, easy = load_levels(HARD)[0], read_level(EASY)
    killer = threading.Thread(target=kill_the_first_workers, args=(2,))
    killer.start()
    results = list(solve_many([hard, hard, easy, easy], jobs=2, limit=Limit(seconds=120)))
    killer.join()
    assert [result.outcome for result in results] == [
        SolveOutcome.UNSOLVED,
        SolveOutcome.UNSOLVED,
        SolveOutcome.SOLVED,
        SolveOutcome.SOLVED,
    ]
    for result in results[:2]:
        assert result.reason is StopReason.CRASHED
        assert result.error == "the process that searched the level was killed by signal 9"


def kill_the_first_workers(count: int) -> None:
    while len(workers := multiprocessing.active_children()) < count:
        sleep(0.01)
    for worker in workers:
        worker.kill()


def test_leaving_early_ends_the_workers() -> None:
    hard, easy = load_levels(HARD)[0], read_level(EASY)
    results = solve_many([easy, hard, hard, hard], jobs=2)
    assert next(results)
    assert multiprocessing.active_children()
    results.close()  # type: ignore[attr-defined]
    assert not multiprocessing.active_children()


def test_workers_do_not_outlive_a_killed_parent() -> None:
    command = [sys.executable, "-m", "rearview", "solve", "microban:1", HARD, HARD]
    with subprocess.Popen(
        [*command, "--jobs", "2", "--json"], stdout=subprocess.PIPE, start_new_session=True
    ) as process:
        assert process.stdout is not None
        assert b"solved" in process.stdout.readline()
        process.kill()
        # The workers hold the pipe, too: it ends when the last of them is gone.
        process.communicate(timeout=120)
