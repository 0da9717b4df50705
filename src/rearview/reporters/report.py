"""A run as text: its log, its solved levels over time, and the comparison of two runs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence

from rearview.bench.record import Record
from rearview.bench.statistics import (
    BestKnown,
    Pair,
    Totals,
    seconds_by_processor,
    solved_over_time,
    total,
)
from rearview.bench.store import Run
from rearview.model import AGENTS
from rearview.reporters.bench import record_fields
from rearview.reporters.statistics_log import HEADER, log_line, result_word, total_line
from rearview.strategy import DEFAULT_EPSILON_SCALE, DEFAULT_TIES, LATER_ROUNDS, SWITCHES

_COUNTS = ("nodes", "states", "dead")


def describe_run(run: Run) -> str:
    """One line: `run 2, 2026-01-31 12:00 UTC: seed 0, 600 s, model 1234abcd, no meeting`."""
    asked = run.configuration
    at = run.started_at[:16].replace("T", " ")
    if asked.command is not None:
        return f"run {run.number}, {at} UTC, {asked.limit.seconds:g} s: {asked.command}"
    parts = [f"seed {asked.seed}", f"{asked.limit.seconds:g} s"]
    if asked.limit.has_nodes:
        nodes = (asked.limit.backward_nodes, asked.limit.forward_nodes)
        parts.append("/".join("-" if count is None else f"{count:,}" for count in nodes) + " nodes")
    parts.append(f"model {asked.model[:8]}")
    without_effect = () if asked.alternation else LATER_ROUNDS
    switches = [name for name in SWITCHES if name not in without_effect]
    parts += [f"no {name}" for name in switches if not getattr(asked, name)]
    if asked.ties is not DEFAULT_TIES:
        parts.append(f"{asked.ties.value} ties")
    if asked.forward_epsilon_scale != DEFAULT_EPSILON_SCALE:
        parts.append(f"epsilon x{asked.forward_epsilon_scale:g}")
    if asked.whole_look_back:
        parts.append("whole look back")
    if asked.optimise_seconds is not None:
        parts.append(f"{asked.optimise_seconds:g} s to optimise {asked.objective}")
    elif asked.objective is not None:
        parts.append(f"optimal in {asked.objective}")
    if run.continues is not None:
        parts.append(f"goes on from run {run.continues}")
    return f"run {run.number}, {at} UTC, {asked.solver}: {', '.join(parts)}"


def statistics_log(run: Run, records: Sequence[Record]) -> Iterator[str]:
    """The statistics log of a whole run."""
    yield HEADER
    for number, record in enumerate(records, 1):
        yield log_line(number, record, run.configuration.solver)
    totals = total(records)
    yield ""
    yield total_line(totals.solved, totals.failed)


def describe_taken(records: Sequence[Record]) -> Iterator[str]:
    """How many results were copied from which run with lower limits."""
    taken = Counter(record.taken_from for record in records if record.taken_from is not None)
    for run, count in sorted(taken.items()):
        yield f"{count} of these taken from run {run}, which had smaller limits"


def describe_times(records: Sequence[Record]) -> Iterator[str]:
    """How many levels are solved within how many seconds."""
    totals = total(records)
    yield f"{totals.seconds:,.1f} s in all, {totals.solved_seconds:,.1f} s of it for solved levels"
    yield from describe_processors(records)
    for agent in AGENTS:
        yield _describe_counts(agent, totals)
    yield ""
    yield "within    solved"
    for seconds, solved in solved_over_time(records):
        yield f"{seconds:6g} s  {solved:6}"


def _describe_counts(agent: str, totals: Totals) -> str:
    """All three counts of one agent's searches; older stores have only one."""
    nodes, states, dead = (getattr(totals, f"{agent}_{what}") for what in _COUNTS)
    line = f"{agent}: {nodes:,} nodes expanded"
    return line if nodes and not states else f"{line}, {states:,} states, {dead:,} dead leaves"


def describe_best(records: Sequence[Record], best: BestKnown) -> Iterator[str]:
    """Moves and pushes of solved levels, compared with the best known."""
    solved = [one for one in records if one.result]
    known = [(one, best[one.key.level_hash]) for one in solved if one.key.level_hash in best]
    yield ""
    yield f"{'moves':>9}{'best':>9}{'pushes':>9}{'best':>9}  Level"
    rows = [(one.result.moves, moves, one.result.pushes, pushes) for one, (moves, pushes) in known]
    for row, (record, _) in zip(rows, known, strict=True):
        yield f"{_beside(row)}  {record.key.shown}"
    totals = tuple(map(sum, zip(*rows, strict=True))) or (0, 0, 0, 0)
    left_out = len(solved) - len(known)
    yield f"{_beside(totals)}  in all{f', without {left_out} that are not known' * bool(left_out)}"


def _beside(row: tuple[int, ...]) -> str:
    return "".join(f"{number:9,}" for number in row)


def describe_processors(records: Sequence[Record], whose: str = "") -> Iterator[str]:
    """A warning that times of different processors were added up, with the time of each; else
    empty."""
    spent = seconds_by_processor(records)
    if len(spent) < 2:
        return
    yield f"{whose}added up over {len(spent)} unlike processors, whose times do not compare:"
    for name, seconds in spent.items():
        yield f"  {seconds:,.1f} s on {name or 'one that was not noted'}"


def describe_comparison(first: Run, second: Run, pairs: Sequence[Pair]) -> Iterator[str]:
    """Levels that only one of two runs solved, then the totals."""
    common = [
        (pair.first, pair.second)
        for pair in pairs
        if pair.first is not None and pair.second is not None
    ]
    yield f"A: {describe_run(first)}"
    yield f"B: {describe_run(second)}"
    yield ""
    yield f"{'A':>12}  {'B':>12}  Level, where only one solved it"
    for one, other in common:
        if bool(one.result) != bool(other.result):
            yield f"{_cell(one):>12}  {_cell(other):>12}  {one.key.shown}"
    counts = Counter((bool(one.result), bool(other.result)) for one, other in common)
    yield ""
    yield f"both      {counts[True, True]:6}"
    yield f"only A    {counts[True, False]:6}"
    yield f"only B    {counts[False, True]:6}"
    yield f"neither   {counts[False, False]:6}"
    same = sum(
        (one.taken_from or first.number) == (other.taken_from or second.number)
        for one, other in common
    )
    if same and first != second:
        yield f"{same} of these are one search, taken from the run with smaller limits"
    if len(common) < len(pairs):
        yield f"not in A  {sum(pair.first is None for pair in pairs):6}"
        yield f"not in B  {sum(pair.second is None for pair in pairs):6}"
    yield from _describe_totals(common)


def _describe_totals(pairs: Sequence[tuple[Record, Record]]) -> Iterator[str]:
    """Over all levels that both have searched, and over those that both have solved."""
    if not pairs:
        return
    both = [(one, other) for one, other in pairs if one.result and other.result]
    counts = (f"{agent}_{what}" for what in _COUNTS for agent in AGENTS)
    yield from _beside_each_other("of all", pairs, ["solved", "seconds"])
    names = ["seconds", *counts, "moves", "pushes"]
    yield from _beside_each_other("of what both solved", both, names)
    yield from _describe_mixed_processors(*zip(*pairs, strict=True))


def _beside_each_other(
    what: str, pairs: Sequence[tuple[Record, Record]], names: Sequence[str]
) -> Iterator[str]:
    """Totals by name; those that are zero in both runs are left out."""
    if not pairs:
        return
    first, second = map(total, zip(*pairs, strict=True))
    yield ""
    yield f"{what:22}{'A':>14}{'B':>14}{'B/A':>8}"
    for name in names:
        before, after = getattr(first, name), getattr(second, name)
        if not before and not after:
            continue
        ratio = f"{after / before:8.2f}" if before else f"{'-':>8}"
        digits = 1 if name == "seconds" else 0
        yield f"{name.replace('_', ' '):22}{before:14,.{digits}f}{after:14,.{digits}f}{ratio}"


def _describe_mixed_processors(before: Sequence[Record], after: Sequence[Record]) -> Iterator[str]:
    """Why two sums of seconds should not be compared, if so."""
    yield from describe_processors(before, "seconds of A: ")
    yield from describe_processors(after, "seconds of B: ")
    if seconds_by_processor(before).keys() != seconds_by_processor(after).keys():
        yield "A and B were searched on unlike processors: their seconds do not compare"


def _cell(record: Record) -> str:
    return f"{record.result.seconds:.2f} s" if record.result else result_word(record.result)


def run_as_json(run: Run, records: Sequence[Record]) -> str:
    """A whole run as JSON: its configuration, its totals and every record."""
    totals = total(records)
    fields = {
        "run": run.number,
        "started_at": run.started_at,
        "continues": run.continues,
        "configuration": run.configuration.fields(),
        "totals": {name: getattr(totals, name) for name in Totals.__dataclass_fields__},
        "seconds_by_processor": seconds_by_processor(records),
        "results": [record_fields(record) for record in records],
    }
    return json.dumps(fields, indent=1)
