"""The JSON sent to the page. Squares are `[column, row]` from 0, as in Python."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from rearview._core import BestBoard, Progress
from rearview.diagnosing import Diagnosis
from rearview.difficulty import Difficulty
from rearview.explaining import Explanation, Step
from rearview.hinting import Hint
from rearview.levels import Collection, Level, Problem, level_hash
from rearview.optimising import OptimisingProgress
from rearview.result import Result
from rearview.state import Square, State

Json = dict[str, Any]

_MAX_IMPROVEMENTS_TOLD = 200
_MAX_BOXES_TOLD = 100_000
"""The limit for all states of a trajectory together; longer ones are thinned out."""


def about_collection(collection: Collection, name: str, most: int) -> Json:
    """A collection with its levels; only the first ones if there are too many."""
    return {
        "name": name,
        "title": collection.title or name,
        "author": collection.author,
        "count": len(collection),
        "levels": [about_level(level) for level in collection.levels[:most]],
    }


def about_level(level: Level) -> Json:
    """A level as it is drawn, with the hash that is the key of saved progress."""
    return {
        "rows": level.rows,
        "title": level.title,
        "author": level.author,
        "comment": level.comment,
        "solutions": level.solutions[:1],
        "index": level.index,
        "hash": level_hash(level),
    }


def about_problem(problem: Problem) -> Json:
    return {
        "kind": problem.kind.value,
        "severity": problem.severity.value,
        "message": problem.message,
        "squares": problem.squares,
    }


def about_progress(progress: Progress) -> Json:
    """The progress of both agents, with their best boards so far."""
    return {
        "forward": progress.is_forward,
        "round": progress.round + 1,
        "backward_nodes": progress.backward_nodes,
        "forward_nodes": progress.forward_nodes,
        "value": round(progress.best_value, 4),
        "boxes_done": progress.boxes_done,
        "seconds": round(progress.seconds, 2),
        "backward_best": _about_best(progress.backward_best),
        "forward_best": _about_best(progress.forward_best),
    }


def _about_best(best: BestBoard | None) -> Json | None:
    if best is None:
        return None
    return {"boxes": best.boxes, "player": best.player, "value": round(best.value, 4)}


def about_diagnosis(found: Diagnosis) -> Json:
    return {
        "verdict": found.verdict.value,
        "detector": found.detector,
        "why": found.reason,
        "boxes": found.boxes,
        "squares": found.squares,
        "alive_moves": found.alive_moves,
    }


def about_hint(hint: Hint) -> Json:
    return {
        "kind": hint.kind.value,
        "text": hint.text,
        "box": hint.box,
        "destination": hint.destination,
        "push": hint.push,
        "walk": hint.walk,
        "lurd": hint.lurd,
    }


def about_difficulty(difficulty: Difficulty) -> Json | None:
    """The score and its parts; None if no solution is known."""
    if difficulty.score is None or difficulty.parts is None:
        return None
    return {"score": round(difficulty.score, 2), "parts": asdict(difficulty.parts)}


def about_improvements(found: Sequence[tuple[int, int]]) -> Json:
    """The improvements of a solution as (moves, pushes); only the last ones if there are many."""
    return {"improvements": found[-_MAX_IMPROVEMENTS_TOLD:]}


def about_optimising(progress: OptimisingProgress) -> Json:
    """The progress of an optimisation."""
    return {
        "method": progress.method,
        "lower_bound": progress.lower_bound,
        "seconds": round(progress.seconds, 2),
    }


def about_result(result: Result) -> Json:
    """The result of a search, without its explanation."""
    return {
        "outcome": result.outcome.value,
        "reason": result.reason.value if result.reason else None,
        "lurd": result.lurd,
        "moves": result.moves,
        "pushes": result.pushes,
        "seconds": round(result.seconds, 3),
        "backward_nodes": result.backward_nodes,
        "forward_nodes": result.forward_nodes,
        "rounds": result.rounds,
        "met": result.met,
        "problem": result.error,
        "optimal": result.is_optimal,
        "lower_bound": result.lower_bound,
    }


def about_explanation(explanation: Explanation) -> Json:
    """The explanation of a result: the backward agent's trajectory, and values along the way."""
    return {
        "trajectory": [about_state(state) for state in _thinned(explanation.trajectory)],
        "trajectory_length": len(explanation.trajectory),
        "packing_order": explanation.packing_order,
        "packing_begins": explanation.packing_begins,
        "steps": [_about_step(step) for step in explanation.steps],
        "problems": [about_problem(one) for one in explanation.problems],
        "deadlocks": explanation.deadlocks,
    }


def about_state(state: State) -> Json:
    return {"boxes": sorted(state.boxes), "player": state.player}


def about_squares(squares: Iterable[Square]) -> list[Square]:
    return sorted(squares)


def _about_step(step: Step) -> Json:
    features = {name: round(value, 4) for name, value in step.features.items()}
    return {"pushes": step.pushes, "value": round(step.value, 4), "features": features}


def _thinned(states: Sequence[State]) -> Sequence[State]:
    if not states:
        return states
    step = 1 + len(states) * len(states[0].boxes) // _MAX_BOXES_TOLD
    return states if step == 1 else [*states[::step], states[-1]]
