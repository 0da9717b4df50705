"""`train`: train a model on levels (the paper, algorithms 1 and 2).

The backward agent is trained first, alone. Then it searches every level once, and its trajectories
become the hints for training the forward agent.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Final

from rearview import _core
from rearview._core import Board, Motion
from rearview.arguments import check_callable, check_kind, check_kinds, check_switch, shown
from rearview.errors import LevelError, OptionError
from rearview.levels.bundled import load_bundled
from rearview.levels.collection import Collection as LevelCollection
from rearview.levels.level import Level
from rearview.levels.validation import Severity, validate
from rearview.model.model import (
    AGENTS,
    BACKWARD_FEATURES,
    FEATURES,
    HINTS,
    MAX_NAME_LENGTH,
    Agent,
    Iteration,
    Model,
    Provenance,
)
from rearview.model.schedule import Schedule
from rearview.output.text import printable
from rearview.progress import SECONDS_BETWEEN_REPORTS, OnProgress, cancel_if_requested
from rearview.search import check_seed
from rearview.strategy import Strategy
from rearview.version import __version__

DEFAULT_SCHEDULE: Final = Schedule()
_UNTRAINED: Final = Model(dict.fromkeys(BACKWARD_FEATURES, 0.0), dict.fromkeys(FEATURES, 0.0))


@dataclass(frozen=True, slots=True)
class TrainingProgress:
    """The progress of training: one agent after its last iteration."""

    agent: Agent
    iteration: int
    """From 1; 0 until the first has ended."""
    iterations: int
    """Per agent."""
    weights: dict[str, float]
    rewards: int
    """Levels that gave a reward in this iteration."""
    level_count: int
    """Searches of an iteration: the levels, and their easier starts if there are any."""


def train(
    levels: Sequence[Level] | None = None,
    *,
    seed: int = 0,
    strategy: Strategy | None = None,
    features: Collection[str] | None = None,
    hints: bool = True,
    schedule: Schedule = DEFAULT_SCHEDULE,
    curriculum: bool = False,
    start: Model | None = None,
    only: Agent | None = None,
    on_progress: OnProgress[TrainingProgress] | None = None,
) -> Model:
    """Train both agents, on Microban unless other levels are given.

    `features` names the features to use (all by default); without `hints` the forward agent uses no
    hint features. With `curriculum` it is also trained from easier starts on the same boards, with
    half of the boxes still on their targets: the paper's reverse-curriculum baseline. Of the
    strategy only the detectors matter.

    Weights start at 0, or with those of `start`, for the features in use. With `only`, one agent is
    trained, and the other is copied from `start`, which is required for the forward agent: its
    hints come from there.

    The same arguments give the same model. `on_progress` is called after each iteration, and about
    20 times a second. If it returns False there is no model, and CancelledError is raised.
    """
    seed = check_seed(seed)
    hints, curriculum = check_switch("hints", hints), check_switch("curriculum", curriculum)
    check_kind("schedule", schedule, Schedule)
    check_kind("strategy", strategy, Strategy, type(None))
    check_callable("on_progress", on_progress)
    _check_start(start, only)
    if levels is None:
        levels = load_bundled("microban")
    check_kind("levels", levels, Sequence)
    check_kinds("levels", levels, Level)
    enabled = _enabled_features(features, hints)
    detectors = (strategy or Strategy()).detectors_used
    boards = _make_boards(levels)
    course = _Course(schedule, detectors, seed, on_progress)
    model = start or _UNTRAINED
    backward: tuple[Iteration, ...] = ()
    forward: tuple[Iteration, ...] = ()
    if only != "forward":
        known = [name for name in enabled if name in BACKWARD_FEATURES]
        backward = course.learn("backward", known, [_Lesson(board) for board in boards], model)
        model = replace(model, backward=backward[-1].weights)
    if only != "backward":
        lessons = course.forward_lessons(boards, enabled, curriculum, model)
        forward = course.learn("forward", enabled, lessons, model)
        model = replace(model, forward=forward[-1].weights)

    return replace(
        model,
        provenance=Provenance(
            levels=_name(levels),
            level_count=len(levels),
            levels_hash=hash_drawings(levels),
            seed=seed,
            schedule=schedule,
            features=enabled,
            detectors=detectors,
            version=__version__,
            backward=backward,
            forward=forward,
            curriculum=curriculum,
            start=start.content_hash if start else "",
            only=only,
        ),
    )


@dataclass(frozen=True)
class _Lesson:
    """The inputs of one search of an iteration."""

    board: Board
    trajectory: Sequence[_core.State] = ()
    """The backward agent's trajectory, for the forward agent's hint features."""
    start: _core.State | None = None
    """Where the forward agent starts; None is the start of the level."""

    def easier(self) -> _Lesson | None:
        """The same with half of the boxes home: the first state of the trajectory with at least
        half of the boxes off the targets; None if there is none ("Experimental Setup")."""
        targets = set(self.board.targets)
        for state in self.trajectory:
            if 2 * len(set(state.boxes) - targets) >= len(state.boxes):
                return replace(self, start=state)
        return None


class _Course:
    """What stays the same while both agents are trained."""

    def __init__(
        self,
        schedule: Schedule,
        detectors: tuple[str, ...],
        seed: int,
        on_progress: OnProgress[TrainingProgress] | None,
    ) -> None:
        self._schedule = schedule
        self._detectors = detectors
        self._seed = seed
        self._report = cancel_if_requested(on_progress)

    def learn(
        self, agent: Agent, features: Sequence[str], lessons: Sequence[_Lesson], model: Model
    ) -> tuple[Iteration, ...]:
        """One agent's weights after each iteration."""

        def report(iteration: int, weights: list[float], rewards: int) -> None:
            assert self._report is not None
            named = _name_weights(agent, weights)
            total = self._schedule.iterations
            self._report(TrainingProgress(agent, iteration, total, named, rewards, len(lessons)))

        is_forward = agent == "forward"
        uses_hints = any(name in features for name in HINTS)
        history = _core.train_agent(
            [lesson.board for lesson in lessons],
            Motion.push if is_forward else Motion.pull,
            [lesson.trajectory for lesson in lessons] if uses_hints else [],
            [lesson.start or lesson.board.start() for lesson in lessons] if is_forward else [],
            self._native_schedule(agent, features, model),
            features,
            self._detectors,
            self._seed,
            report if self._report is not None else None,
        )
        return tuple(
            Iteration(_name_weights(agent, weights), rewards) for weights, rewards in history
        )

    def forward_lessons(
        self, boards: Sequence[Board], features: Sequence[str], curriculum: bool, model: Model
    ) -> list[_Lesson]:
        """The training inputs of the forward agent: with hints from the model's backward agent, if
        needed."""
        if not curriculum and not any(name in features for name in HINTS):
            return [_Lesson(board) for board in boards]
        trajectories = self._look_back(boards, model)
        lessons = [_Lesson(*one) for one in zip(boards, trajectories, strict=True)]
        if curriculum:
            lessons += [easier for lesson in lessons if (easier := lesson.easier()) is not None]
        return lessons

    def _look_back(self, boards: Sequence[Board], model: Model) -> list[list[_core.State]]:
        """The trained backward agent's trajectory on each level: the forward agent's hints."""
        weights = [model.backward.get(name, 0.0) for name in FEATURES]
        known = dict(model.forward)
        begun = TrainingProgress("forward", 0, self._schedule.iterations, known, 0, len(boards))
        trajectories = []
        reported = perf_counter()
        for board in boards:
            trajectories.append(self._look_back_on(board, weights))
            if self._report is not None and perf_counter() - reported > SECONDS_BETWEEN_REPORTS:
                reported = perf_counter()
                self._report(begun)
        return trajectories

    def _look_back_on(self, board: Board, weights: Sequence[float]) -> list[_core.State]:
        if board.starts == board.targets:
            return []  # The forward agent has no use for hints.
        how = self._schedule
        back = _core.look_back(
            board,
            weights,
            self._detectors,
            how.trajectory_nodes,
            discount=how.discount,
            ties=how.ties.native,
        )
        return back.trajectory

    def _native_schedule(
        self, agent: Agent, features: Sequence[str], model: Model
    ) -> _core.Schedule:
        mine = self._schedule
        known = model.backward if agent == "backward" else model.forward
        schedule = _core.Schedule()
        schedule.iterations = mine.iterations
        schedule.max_nodes = mine.backward_nodes if agent == "backward" else mine.forward_nodes
        schedule.rate = mine.rate
        schedule.rate_decay = mine.rate_decay
        schedule.dead_weight = mine.dead_weight
        schedule.discount = mine.discount
        schedule.ties = mine.ties.native
        schedule.epsilon_scale = 1 if agent == "backward" else mine.forward_epsilon_scale
        schedule.start = [known[name] if name in features else 0.0 for name in FEATURES]
        return schedule


def _check_start(start: object, only: object) -> None:
    check_kind("start", start, Model, type(None))
    if only is not None and only not in AGENTS:
        raise OptionError(f"only must be {' or '.join(AGENTS)}, not {shown(only)}")
    if only == "forward" and start is None:
        raise OptionError(
            "only='forward' needs start: its hints come from a trained backward agent"
        )


def _enabled_features(names: Iterable[str] | None, hints: bool) -> tuple[str, ...]:
    """The features to use, in the order of the native core."""
    if names is not None:
        check_kinds("features", names, str)
    wanted = set(FEATURES if names is None else names)
    if unknown := sorted(wanted - set(FEATURES)):
        raise OptionError(f"unknown feature {shown(unknown[0])}; known: {', '.join(FEATURES)}")
    if not hints:
        wanted -= set(HINTS)
    if not wanted & set(BACKWARD_FEATURES):
        raise OptionError("no feature is left for the backward agent")
    return tuple(name for name in FEATURES if name in wanted)


def _make_boards(levels: Sequence[Level]) -> list[Board]:
    if not levels:
        raise LevelError("no level to train on")
    for level in levels:
        for problem in validate(level):
            if problem.severity is not Severity.WARNING:
                raise LevelError(f"level {level.index} cannot be trained on: {problem}")
    return [Board(level.rows) for level in levels]


def _name(levels: Sequence[Level]) -> str:
    """The name of the levels, shortened to what a model file can hold."""
    name = levels.name if isinstance(levels, LevelCollection) else ""
    return printable(name)[-MAX_NAME_LENGTH:]


def hash_drawings(levels: Sequence[Level]) -> str:
    """The hash by which a model identifies its levels."""
    text = "\n\n".join(map(str, levels))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _name_weights(agent: Agent, weights: Sequence[float]) -> dict[str, float]:
    names = BACKWARD_FEATURES if agent == "backward" else FEATURES
    return {name: weight for name, weight in zip(FEATURES, weights, strict=True) if name in names}
