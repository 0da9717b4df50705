"""`rearview.train`: the paper's course, the same every time, and the shipped model is its child."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

import rearview
from drawn_levels import INVALID, UNSOLVABLE_AT_SIGHT
from rearview import (
    CancelledError,
    LevelError,
    Model,
    ModelError,
    OptionError,
    Schedule,
    Strategy,
    Ties,
    TrainingProgress,
    evaluate,
    load_levels,
    train,
)
from rearview._core import Board, Motion, features, grow_tree
from rearview.levels import read_level
from rearview.model import BACKWARD_FEATURES, FEATURES
from rearview.search import Search
from rearview.solving import make_options

TINY = Schedule(iterations=3)
SHIPPED = Path(rearview.__file__).parent / "model" / "shipped.json"


def train_tiny(**options: object) -> Model:
    arguments: dict[str, object] = {"schedule": TINY, **options}
    return train(load_levels("microban:1-12"), **arguments)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def trained() -> Model:
    """The whole of the paper's training, once: about ten seconds."""
    return train(load_levels("microban"), seed=0)


def test_training_again_gives_the_shipped_model_byte_for_byte(trained: Model) -> None:
    assert trained.to_json() == SHIPPED.read_text(encoding="utf-8"), (
        "train it anew: rearview train --levels microban --seed 0 "
        "-o src/rearview/model/shipped.json"
    )


def test_weights_have_the_signs_of_the_papers_figure(trained: Model) -> None:
    assert trained.forward["perm"] > 0
    assert trained.forward["overlap"] > 0
    assert trained.forward["connectivity"] < 0
    assert trained.forward["targets"] < 0


def test_most_levels_reward_the_agents_in_the_end(trained: Model) -> None:
    assert trained.provenance is not None
    first, last = trained.provenance.forward[0], trained.provenance.forward[-1]
    assert first.rewards < last.rewards
    assert last.rewards > 80


@pytest.mark.parametrize("name", ["a\x1b[31m\nb.xsb", "\udcff.xsb", "x/" * 2_000 + "b.xsb"])
def test_a_model_can_be_read_whatever_its_levels_are_called(name: str) -> None:
    levels = replace(load_levels("microban:1"), name=name)
    model = train(levels, schedule=Schedule(iterations=1))
    again = Model.from_json(model.to_json())
    assert again == model
    assert again.provenance is not None
    assert again.provenance.levels.endswith(name[-4:])


def test_the_default_schedule_is_the_papers() -> None:
    paper = Schedule()
    assert (paper.iterations, paper.backward_nodes, paper.forward_nodes) == (100, 50, 100)
    assert (paper.rate, paper.rate_decay, paper.discount) == (0.01, 0.98, 0.95)


@pytest.mark.parametrize("discount", [0.95, 0.5, 1.0])
def test_the_discount_is_that_of_the_features_too(discount: float) -> None:
    """One gamma, as in the paper: here the first step earns the reward, so that all is known."""
    level = read_level("######\n#@$ .#\n######")
    once = Schedule(iterations=1, discount=discount)
    model = train([level], features=["gamma1"], schedule=once)
    for weights in (model.backward, model.forward):
        assert weights["gamma1"] == pytest.approx(once.rate * discount)
    assert model.discount == discount


def test_a_model_is_searched_with_the_discount_that_it_was_trained_with() -> None:
    model = train_tiny(schedule=replace(TINY, discount=0.5))
    options = make_options(Search(model=model))
    assert options.discount == Model.from_json(model.to_json()).discount == 0.5
    assert Model(model.backward, model.forward).discount == Model.shipped().discount == 0.95
    level = load_levels("microban:2")[0]
    board = Board(level.rows)
    tree = grow_tree(board, Motion.push, options.forward_weights, [], [], 5, discount=0.5)
    named = features(board, board.start(), Motion.push, discount=0.5)
    value = sum(model.forward[name] * named[name] for name in FEATURES)
    assert tree.node(0).raw_value == pytest.approx(value)
    assert named["gamma1"] == 0.5**board.box_count
    assert evaluate(level, model=model).forward.value == pytest.approx(value)
    assert rearview.grow_tree(level, 1, model=model)[0].raw_value == pytest.approx(value)


def test_a_search_in_another_process_has_the_discount_of_its_model() -> None:
    model = train_tiny(schedule=replace(TINY, discount=0.5))
    sent = Search(model=model).shared_among(2).model
    assert sent.discount == 0.5
    assert (sent.backward, sent.forward) == (model.backward, model.forward)
    assert len(sent.to_json()) < len(model.to_json()) / 2


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others() -> None:
    first = train_tiny(seed=4)
    assert first.to_json() == train_tiny(seed=4).to_json()
    assert first.forward != train_tiny(seed=5).forward


def test_records_where_the_model_comes_from() -> None:
    levels = load_levels("microban:1-12")
    provenance = train_tiny(seed=9).provenance
    assert provenance is not None
    drawings = "\n\n".join(map(str, levels))
    assert provenance.levels_hash == hashlib.sha256(drawings.encode()).hexdigest()
    assert (provenance.levels, provenance.level_count) == ("microban", 12)
    assert (provenance.seed, provenance.schedule) == (9, TINY)
    assert provenance.features == FEATURES
    assert provenance.detectors == Strategy().detectors_used
    assert provenance.version == rearview.__version__
    assert len(provenance.backward) == len(provenance.forward) == 3


def test_the_last_recorded_weights_are_the_models() -> None:
    model = train_tiny()
    assert model.provenance is not None
    assert model.provenance.backward[-1].weights == model.backward
    assert model.provenance.forward[-1].weights == model.forward
    assert set(model.backward) == set(BACKWARD_FEATURES)


@pytest.mark.parametrize("name", FEATURES)
def test_a_feature_that_is_switched_off_learns_nothing(name: str) -> None:
    model = train_tiny(features=[feature for feature in FEATURES if feature != name])
    assert model.forward[name] == model.backward.get(name, 0.0) == 0.0
    assert all(model.forward[other] for other in ("gamma1", "gamma2") if other != name)


def test_without_hints_the_forward_agent_learns_alone() -> None:
    model = train_tiny(hints=False)
    assert model.forward["overlap"] == model.forward["perm"] == 0.0
    assert not model.uses_hints
    assert model.provenance is not None
    assert "perm" not in model.provenance.features


def test_reports_every_iteration_of_both_agents() -> None:
    seen: list[TrainingProgress] = []
    model = train_tiny(on_progress=seen.append)
    # What was told last may be told again, and before the first iteration there is none.
    ended = {(one.agent, one.iteration): one for one in seen if one.iteration}
    assert list(ended) == [
        (agent, iteration) for agent in ("backward", "forward") for iteration in (1, 2, 3)
    ]
    assert ended["backward", 3].weights == model.backward
    assert seen[-1].weights == model.forward
    assert (seen[0].iterations, seen[0].level_count) == (3, 12)


def test_a_callback_can_end_it() -> None:
    def stop(_: TrainingProgress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_tiny(on_progress=stop)


def test_progress_that_returns_false_ends_it_without_a_model() -> None:
    seen: list[TrainingProgress] = []

    def stop_at_the_second(progress: TrainingProgress) -> bool:
        seen.append(progress)
        return len(seen) < 2

    with pytest.raises(CancelledError):
        train_tiny(on_progress=stop_at_the_second)
    assert len(seen) == 2


def test_progress_is_told_while_an_iteration_runs() -> None:
    """The first iteration would take very long: it is ended by what is told during it."""
    endless = Schedule(iterations=1, backward_nodes=1_000_000, forward_nodes=1_000_000)
    with pytest.raises(CancelledError):
        train(load_levels("sasquatch1"), schedule=endless, on_progress=lambda _: False)


@pytest.mark.parametrize("drawing", [INVALID, UNSOLVABLE_AT_SIGHT])
def test_refuses_a_level_that_nobody_can_learn_from(drawing: str) -> None:
    with pytest.raises(LevelError, match="level 1 cannot be trained on"):
        train([read_level(drawing)])


def test_refuses_no_levels_and_unknown_or_no_features() -> None:
    with pytest.raises(LevelError, match="no level to train on"):
        train([])
    with pytest.raises(OptionError, match=r"unknown feature 'magic'; known: targets, "):
        train_tiny(features=["magic"])
    with pytest.raises(OptionError, match="no feature is left"):
        train_tiny(features=["perm"])


def test_a_model_records_its_rule_of_ties_and_is_read_back_with_it() -> None:
    model = train_tiny()
    assert '"ties": "farthest"' in model.to_json()
    assert Model.from_json(model.to_json()) == model
    nearest = train_tiny(schedule=replace(TINY, ties=Ties.NEAREST))
    assert model.forward != nearest.forward
    # Models from before there was a choice say nothing, and are read and written as they are.
    assert "ties" not in nearest.to_json()
    assert Model.from_json(nearest.to_json()) == nearest
    odd = model.to_json().replace('"farthest"', '"sideways"')
    with pytest.raises(ModelError, match="'schedule': ties must be one of nearest, farthest"):
        Model.from_json(odd)


def test_a_model_records_its_scale_of_epsilon_and_is_read_back_with_it() -> None:
    model = train_tiny(schedule=replace(TINY, forward_epsilon_scale=0))
    assert '"forward_epsilon_scale": 0.0' in model.to_json()
    assert Model.from_json(model.to_json()) == model
    assert (model.backward, model.forward) != (train_tiny().backward, train_tiny().forward)
    whole = train_tiny(schedule=replace(TINY, forward_epsilon_scale=1))
    assert "epsilon" not in whole.to_json()
    assert Model.from_json(whole.to_json()) == whole
    odd = model.to_json().replace('"forward_epsilon_scale": 0.0', '"forward_epsilon_scale": 11')
    with pytest.raises(ModelError, match="'schedule': forward_epsilon_scale must be from 0 to 10"):
        Model.from_json(odd)


def test_random_ties_go_by_the_seed() -> None:
    schedule = replace(TINY, ties=Ties.RANDOM)
    one, other = (train_tiny(schedule=schedule, seed=seed) for seed in (1, 2))
    assert one == train_tiny(schedule=schedule, seed=1)
    assert one.forward != other.forward


def test_training_goes_on_from_a_start() -> None:
    first = train_tiny()
    more = train_tiny(start=first)
    assert more.forward["perm"] > first.forward["perm"] > 0
    assert more.provenance is not None
    assert more.provenance.start == first.content_hash
    assert Model.from_json(more.to_json()) == more
    # Nothing is learned of a feature that is off, and so nothing is taken over.
    assert train_tiny(start=first, features=["gamma2"]).forward["perm"] == 0


def test_one_agent_learns_alone_and_the_other_stays() -> None:
    first = train_tiny()
    forward, backward = (train_tiny(start=first, only=one) for one in ("forward", "backward"))
    assert forward.backward == first.backward
    assert forward.forward != first.forward
    assert (backward.forward, backward.backward != first.backward) == (first.forward, True)
    assert forward.provenance is not None
    assert (forward.provenance.only, forward.provenance.backward) == ("forward", ())
    assert len(forward.provenance.forward) == TINY.iterations
    assert Model.from_json(forward.to_json()) == forward
    assert set(train_tiny(only="backward").forward.values()) == {0.0}


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"only": "sideways"}, "only must be backward or forward, not 'sideways'"),
        ({"only": "forward"}, "only='forward' needs start"),
    ],
)
def test_refuses_an_agent_that_cannot_learn_alone(asked: dict[str, str], why: str) -> None:
    with pytest.raises(OptionError, match=why):
        train_tiny(**asked)
