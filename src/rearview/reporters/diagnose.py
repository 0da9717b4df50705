"""The output of `rearview diagnose`: a verdict, the reason, and the boxes that prove it."""

from __future__ import annotations

from rearview.diagnosing import Diagnosis, Verdict
from rearview.levels import Level
from rearview.output.counting import counted
from rearview.reporters.pointing import Pointer

_BESIDE = {
    "matching": "the targets that it is about",
    "packing": "the targets that are left to fill",
    "corral": "what they shut off",
    "validation": "the targets that it is about",
}


def headline(name: str, diagnosis: Diagnosis) -> str:
    """The verdict in one line."""
    if diagnosis.verdict is Verdict.ALIVE:
        left = counted(sum(map(str.isupper, diagnosis.solution)), "push")
        how = f"{left} to the end" if diagnosis.solution else "it is solved"
        return f"{name}  alive: {how}"
    if diagnosis.verdict is Verdict.DEAD:
        return f"{name}  dead: {diagnosis.reason}"
    return f"{name}  unknown: neither a solution nor a proof was found within the limit"


def pointers(diagnosis: Diagnosis) -> list[Pointer]:
    """The boxes that prove it, and squares beside them."""
    boxes = "the box that shows it" if len(diagnosis.boxes) == 1 else "the boxes that show it"
    beside = _BESIDE.get(diagnosis.detector or "", "squares that it is about")
    return [
        Pointer(diagnosis.boxes, "X", "red", f"{boxes}: no other is needed"),
        Pointer(diagnosis.squares, "o", "magenta", beside),
    ]


def advice(diagnosis: Diagnosis, move_count: int) -> str:
    """How far to go back; empty if unknown or not needed."""
    if diagnosis.alive_moves is None:
        return ""
    back = counted(move_count - diagnosis.alive_moves, "move")
    return f"Take back {back}: after {diagnosis.alive_moves:,} it was not yet proven dead."


def diagnosis_fields(name: str, level: Level, diagnosis: Diagnosis) -> dict[str, object]:
    """The stable JSON fields; what a diagnosis does not have is null."""
    return {
        "level": name,
        "index": level.index,
        "verdict": diagnosis.verdict.value,
        "detector": diagnosis.detector,
        "reason": diagnosis.reason or None,
        "boxes": diagnosis.boxes,
        "squares": diagnosis.squares,
        "alive_moves": diagnosis.alive_moves,
        "solution": diagnosis.solution if diagnosis.verdict is Verdict.ALIVE else None,
    }
