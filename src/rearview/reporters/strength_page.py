"""The page of strength: what is solved in how much time, and what failed in the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rearview.counting import counted
from rearview.experiments.failures import (
    BRANCHING_STEPS,
    DEAD_NODES,
    MOST_INVERTED,
    SLOW,
    WIDE,
    Failure,
)
from rearview.experiments.strength import Failed, SetTotals, Strength
from rearview.reporters.tables import to_markdown

_RULES = {
    Failure.BACKWARD: "the first look back leaves boxes on targets",
    Failure.DEADLOCK: "the live state that the forward agent values most is dead: a search of its "
    f"own, {DEAD_NODES:,} nodes at most for each agent, comes to its end",
    Failure.HINT: f"of the targets that the known solution fills for good one after the other, the "
    f"hint has more than {MOST_INVERTED:.0%} the other way round; only levels whose file has a "
    "`Solution:` are judged",
    Failure.BRANCHING: f"the first {BRANCHING_STEPS} expansions have on average more than {WIDE:g} "
    "times the children of the median solved level",
    Failure.SLOW: f"fewer than {SLOW:g} times the expansions per second of the median solved level",
    Failure.GUIDANCE: "none of these",
}


def strength_page(found: Strength, facts: Mapping[str, Any]) -> str:
    """The page; the same findings give the same page."""
    sections = [
        ["# Strength"],
        [
            "How many levels are solved in how much time, and what failed where none was found. "
            "`rearview experiment strength` writes this page; no number is typed."
        ],
        [_provenance(facts)],
        ["## Solved"],
        _solved(found.sets, found.setup.shown_seconds),
        ["## Not solved"],
        *_not_solved(found),
    ]
    return "\n\n".join("\n".join(lines) for lines in sections) + "\n"


def _provenance(facts: Mapping[str, Any]) -> str:
    limit = facts["limit"]
    limits = [f"{limit['seconds']:g} s"]
    limits += [
        f"{limit[name]:,} {name.replace('_', ' ')}"
        for name in ("backward_nodes", "forward_nodes")
        if limit[name] is not None
    ]
    began, ended = facts["began"][:10], facts["ended"][:10]
    seeds = f"{counted(len(facts['seeds']), 'seed')}: {', '.join(map(str, facts['seeds']))}"
    return (
        f"`{facts['command']}`, {began if began == ended else f'{began} to {ended}'}, "
        f"rearview {facts['rearview']} (engine {facts['engine'][:8]}), model {facts['model'][:8]}; "
        f"{', '.join(limits)} a level, one core each; {seeds}. "
        "Data: [strength.csv](strength.csv)."
    )


def _solved(sets: Sequence[SetTotals], times: Sequence[float]) -> list[str]:
    return to_markdown(
        ["set", "seed", "levels", *(f"{s:g} s" for s in times), "total", "slowest solved", "nodes"],
        (
            [
                one.name, str(one.seed), str(one.levels), *map(str, one.solved),
                f"{one.seconds:,.1f} s", _slowest(one), f"{one.nodes:,}",
            ]
            for one in sets
        ),
    )  # fmt: skip


def _slowest(totals: SetTotals) -> str:
    one = totals.slowest
    return "" if one is None else f"{one.name}, {one.result.seconds:.1f} s"


def _not_solved(found: Strength) -> Iterator[list[str]]:
    if not found.failed:
        yield ["None."]
        return
    yield [
        "What failed in a level that is valid and not proven unsolvable is what the first of these "
        "rules says that holds. All but rounds and speed is seen in the first round of the search, "
        "done over again."
    ]
    yield [
        f"{number}. **{failure.value}**: {rule}."
        for number, (failure, rule) in enumerate(_RULES.items(), 1)
    ]
    yield _counts(found)
    yield _levels(found.failed)


def _counts(found: Strength) -> list[str]:
    counts = found.failures
    seen = [failure for failure in Failure if any(failure is one for _, one in counts)]
    sets = dict.fromkeys(one.searched.set_name for one in found.failed)
    return to_markdown(
        ["set", *(failure.value for failure in seen)],
        ([name, *(str(counts[name, failure]) for failure in seen)] for name in sets),
    )


def _levels(failed: Sequence[Failed]) -> list[str]:
    return to_markdown(
        [
            "level", "seed", "what failed", "evidence", "boxes", "left by the backward agent",
            "most home", "rounds", "expansions/s", "children",
        ],
        ([*_words(one), *_numbers(one)] for one in failed),
    )  # fmt: skip


def _words(failed: Failed) -> list[str]:
    searched = failed.searched
    return [searched.name, str(searched.search.seed), failed.failure.value, failed.evidence]


def _numbers(failed: Failed) -> list[str]:
    look, searched = failed.look, failed.searched
    seen = [look.boxes, look.boxes_left, look.most_home] if look is not None else ["", "", ""]
    return [
        *map(str, seen),
        str(searched.result.rounds),
        f"{searched.expansions_per_second:,.0f}",
        "" if look is None else f"{look.children:.1f}",
    ]
