"""Totals, solved levels over time, and two runs beside each other, in literal numbers."""

from __future__ import annotations

from dataclasses import replace

from rearview import Outcome, Result, StopReason
from rearview.bench.record import LevelKey, Record
from rearview.bench.statistics import compare, solved_over_time, times_to_solve, total
from rearview.parallel.host import Host
from rearview.reporters.report import describe_times
from rearview.reporters.statistics_log import HEADER, log_line, total_line


def solved(index: int, seconds: float) -> Record:
    return record(index, Result(Outcome.SOLVED, moves=10, pushes=4, seconds=seconds))


def unsolved(index: int, seconds: float) -> Record:
    return record(index, Result(Outcome.UNSOLVED, StopReason.TIME, seconds=seconds))


def record(index: int, result: Result) -> Record:
    return Record(LevelKey("set", index, "00"), result, 0, 1, "2026-01-31T12:00:00.000+00:00")


RECORDS = [solved(1, 0.004), solved(2, 0.3), unsolved(3, 60.0), solved(4, 0.02), solved(5, 12.0)]


def test_adds_up() -> None:
    totals = total(RECORDS)
    assert (totals.levels, totals.solved, totals.failed) == (5, 4, 1)
    assert (totals.moves, totals.pushes) == (40, 16)
    assert round(totals.seconds, 3) == 72.324
    assert round(totals.solved_seconds, 3) == 12.324


def test_a_report_has_all_three_counts_and_one_where_a_store_has_kept_one() -> None:
    took = Result(Outcome.UNSOLVED, backward_nodes=4, forward_nodes=1_000)
    assert list(describe_times([record(1, took)]))[1:3] == [
        "backward: 4 nodes expanded", "forward: 1,000 nodes expanded",
    ]  # fmt: skip
    took = replace(took, backward_states=9, forward_states=20_000, forward_dead=300)
    counted = [record(number, took) for number in (1, 2)]
    assert list(describe_times(counted))[1:3] == [
        "backward: 8 nodes expanded, 18 states, 0 dead leaves",
        "forward: 2,000 nodes expanded, 40,000 states, 600 dead leaves",
    ]


def test_counts_what_is_solved_within_each_time_until_all_is() -> None:
    assert times_to_solve(RECORDS) == [0.004, 0.02, 0.3, 12.0]
    assert solved_over_time(RECORDS) == [
        (0.01, 1), (0.02, 2), (0.05, 2), (0.1, 2), (0.2, 2), (0.5, 3),
        (1, 3), (2, 3), (5, 3), (10, 3), (20, 4),
    ]  # fmt: skip
    assert solved_over_time([unsolved(1, 9.0)]) == []


def test_compares_level_by_level() -> None:
    first, second = [solved(1, 1.0), unsolved(2, 1.0)], [solved(2, 1.0), solved(3, 1.0)]
    assert [(pair.key.index, pair.first, pair.second) for pair in compare(first, second)] == [
        (1, first[0], None),
        (2, first[1], second[0]),
        (3, None, second[1]),
    ]


def test_the_log_is_the_communitys() -> None:
    assert HEADER.split() == ["Task", "Time", "Plugin", "Result", "Moves", "Pushes", "Level"]
    line = log_line(1, solved(7, 1.5), "rearview 0.1.0")
    assert line.split() == ["1", "1.50", "rearview", "0.1.0", "OK", "10", "4", "set:7"]
    assert len(line) == len(HEADER)
    assert log_line(2, unsolved(8, 60.0), "rearview 0.1.0").split()[4:] == [
        "time",
        "-",
        "-",
        "set:8",
    ]
    assert total_line(4, 1) == "OK: 4 Failed: 1"


def test_times_of_unlike_processors_are_not_added_up_in_silence() -> None:
    fast, slow = Host("a", "Quick 9"), Host("b", "Slow 1")
    alike = [replace(one, host=fast) for one in RECORDS]
    assert "unlike" not in "\n".join(describe_times(alike))
    lines = list(describe_times([*alike[:4], replace(alike[4], host=slow)]))
    assert lines[1:4] == [
        "added up over 2 unlike processors, whose times do not compare:",
        "  60.3 s on Quick 9",
        "  12.0 s on Slow 1",
    ]
