"""How many random dead states each deadlock detector finds, and at what cost.

    python benchmarks/deadlock_power.py                          prints the tables
    python benchmarks/deadlock_power.py --into docs/deadlocks.md puts them between its markers

Two kinds of states, kept apart. On random small levels exhaustive search knows every dead state:
a share of 100 % would be perfect. On bundled levels nobody knows; there, random play goes on until
some detector calls the state dead, and the shares are of those states.

The counts depend on the seeds alone. The times are medians over single calls, each state shown
once to a detector that has seen the other states of its level: detectors remember.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter_ns

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from rearview._core import Detector, Motion, State, detector_names
from reference.audit import Space, in_some_order, space_of
from reference.exhaustive import TooManyStatesError
from reference.known_levels import NAMES, known_levels
from reference.level import State as NaiveState
from reference.small_levels import random_levels
from reference.translate import MOTIONS, Both

BEGIN, END = "<!-- deadlock_power: begin -->", "<!-- deadlock_power: end -->"
TOGETHER = "all together"
MAX_STATES = 1500
DEAD_PER_LEVEL = 20
GAMES_PER_LEVEL = 20
MOVES_PER_GAME = 30

Choice = Callable[[Space, Motion], set[NaiveState]]


@dataclass
class Tally:
    """What the detectors said about dead states, and how long they took."""

    dead_states: int = 0
    found: Counter[str] = field(default_factory=Counter)
    found_alone: Counter[str] = field(default_factory=Counter)
    dead_times: dict[str, list[int]] = field(default_factory=dict)
    other_times: dict[str, list[int]] = field(default_factory=dict)


class Jury:
    """All detectors of one level. The last line, together, asks in order until one says dead."""

    def __init__(self, both: Both, motion: Motion) -> None:
        every = [Detector(both.board, name, motion) for name in detector_names(motion)]
        self.detectors = [detector for detector in every if detector.promise == "dead"]

    def judge(self, state: State) -> tuple[list[str], dict[str, int]]:
        """Who calls the state dead, and the nanoseconds of each and of all together."""
        finders: list[str] = []
        times: dict[str, int] = {TOGETHER: 0}
        for detector in self.detectors:
            begin = perf_counter_ns()
            dead = detector.is_dead(state)
            times[detector.name] = perf_counter_ns() - begin
            if not finders:
                times[TOGETHER] += times[detector.name]
            if dead:
                finders.append(detector.name)
        return finders, times

    def count(self, state: State, is_dead: bool, tally: Tally) -> bool:
        """Judge a state into the tally; True when anyone called it dead."""
        finders, times = self.judge(state)
        for name, nanoseconds in times.items():
            log = tally.dead_times if is_dead or finders else tally.other_times
            log.setdefault(name, []).append(nanoseconds)
        if is_dead or finders:
            tally.dead_states += 1
            tally.found.update([*finders, TOGETHER] if finders else [])
            tally.found_alone.update(finders if len(finders) == 1 else [])
        return bool(finders)


def small_spaces(seed: int, count: int) -> Iterator[Space]:
    """Random levels that have a solution and are small enough for exhaustive search."""
    for rows, level in random_levels(seed, 100 * count):
        try:
            space = space_of(rows, level, MAX_STATES)
        except TooManyStatesError:
            continue
        if len(space.on_a_solution()) >= 2:
            yield space
            count -= 1
        if count == 0:
            return


def any_dead(space: Space, motion: Motion) -> set[NaiveState]:
    return set(space.met(motion)) - space.on_a_solution()


def first_mistakes(space: Space, motion: Motion) -> set[NaiveState]:
    """Dead states that are one step away from a state that is alive."""
    alive, graph = space.on_a_solution(), space.met(motion)
    return {after for state in alive for after in graph[state]} - alive


def tally_small(motion: Motion, levels: int, choose: Choice) -> Tally:
    """Some dead and as many alive states of each level, in random order."""
    tally = Tally()
    for number, space in enumerate(small_spaces(seed=1, count=levels)):
        rng = Random(number)
        dead = in_some_order(choose(space, motion), rng)[:DEAD_PER_LEVEL]
        alive = in_some_order(space.on_a_solution(), rng)[:DEAD_PER_LEVEL]
        jury = Jury(space.both, motion)
        for state in in_some_order([*dead, *alive], rng):
            jury.count(space.both.to_core(state), state not in space.on_a_solution(), tally)
    return tally


def tally_bundled(motion: Motion, stride: int) -> Tally:
    """Random moves until a detector calls the state dead, or the game has gone on long enough."""
    tally = Tally()
    for known in (known for name in NAMES for known in known_levels(name)[::stride]):
        rng = Random(known.title)
        both = Both(known.rows)
        jury = Jury(both, motion)
        for _ in range(GAMES_PER_LEVEL):
            roots = [both.board.start()] if motion == Motion.push else both.board.goals()
            state = rng.choice(roots)
            for _ in range(MOVES_PER_GAME):
                moves = both.board.moves(state, motion)
                if not moves:
                    break
                state = both.board.apply(state, rng.choice(moves))
                if jury.count(state, False, tally):
                    break
    return tally


def microseconds(times: list[int] | None) -> str:
    return f"{median(times) / 1000:.1f}" if times else "-"


def table(tally: Tally, motion: Motion) -> str:
    """One line per detector: the share of the dead states that it finds, and that only it finds."""
    lines = [
        "| detector | finds | no other does | µs, dead | µs, not found dead |",
        "|---|---:|---:|---:|---:|",
    ]
    names = [name for name in detector_names(motion) if name in tally.dead_times]
    for name in [*names, TOGETHER]:
        share = f"{tally.found[name] / tally.dead_states:.1%}"
        alone = "" if name == TOGETHER else f"{tally.found_alone[name] / tally.dead_states:.1%}"
        lines.append(
            f"| {name} | {share} | {alone} | {microseconds(tally.dead_times.get(name))} "
            f"| {microseconds(tally.other_times.get(name))} |"
        )
    return "\n".join(lines)


def report(levels: int, stride: int) -> str:
    parts = []
    for motion in MOTIONS:
        for title, tally in (
            ("any dead state of random small levels", tally_small(motion, levels, any_dead)),
            (
                "first mistakes on random small levels (one step after a state that is alive)",
                tally_small(motion, levels, first_mistakes),
            ),
            (
                "random play on bundled levels, the first state that any detector finds",
                tally_bundled(motion, stride),
            ),
        ):
            heading = f"**{motion.name}: {title}** ({tally.dead_states:,} states)"
            parts.append(f"{heading}\n\n{table(tally, motion)}")
    parts.append(f"A call that does nothing takes {empty_call()} µs, which every time includes.")
    return "\n\n".join(parts) + "\n"


def empty_call() -> str:
    board = Both(("#####", "#@$.#", "#####")).board
    times = []
    for _ in range(1000):
        begin = perf_counter_ns()
        board.square_at(0, 0)
        times.append(perf_counter_ns() - begin)
    return microseconds(times)


def write_into(path: Path, text: str) -> None:
    """Replace what is between the markers, or add them at the end."""
    page = path.read_text(encoding="utf-8") if path.exists() else ""
    if BEGIN not in page:
        page = f"{page.rstrip()}\n\n{BEGIN}\n{END}\n".lstrip()
    before, rest = page.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    path.write_text(f"{before}{BEGIN}\n{text}{END}{after}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--levels", type=int, default=500, help="random small levels")
    parser.add_argument("--stride", type=int, default=5, help="every how many bundled levels")
    parser.add_argument("--into", type=Path, help="a Markdown file with markers for the tables")
    arguments = parser.parse_args()
    text = report(arguments.levels, arguments.stride)
    if arguments.into:
        write_into(arguments.into, text)
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
