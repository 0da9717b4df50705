#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <stdexcept>
#include <tuple>

#include "bindings.h"
#include "rearview/learning/trainer.h"
#include "tick.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace rearview::bindings {
namespace {

// The weights after each iteration, and how many levels were rewarded in it.
using History = std::vector<std::tuple<Weights, int>>;

std::array<bool, feature_count> enabled_features(const std::vector<std::string>& names) {
  std::array<bool, feature_count> enabled{};
  for (const auto& name : names) {
    const auto found = std::ranges::find(feature_names, name);
    if (found == feature_names.end())
      throw std::invalid_argument("there is no feature '" + name + "'");
    enabled[static_cast<std::size_t>(found - feature_names.begin())] = true;
  }
  return enabled;
}

History train(const std::vector<const Board*>& boards, Motion motion,
              const std::vector<std::vector<State>>& trajectories, const std::vector<State>& starts,
              const Schedule& schedule, const std::vector<std::string>& features,
              const std::vector<std::string>& detectors, std::uint64_t seed,
              const nb::object& on_iteration) {
  const auto enabled = enabled_features(features);
  check_names(detectors);
  if (!trajectories.empty() && trajectories.size() != boards.size())
    throw std::invalid_argument("one trajectory is needed for each board");
  if (!starts.empty() && (starts.size() != boards.size() || motion == Motion::pull))
    throw std::invalid_argument("starts are for pushes, one for each board");
  for (std::size_t i = 0; i < boards.size(); ++i) {
    if (!starts.empty()) check(*boards[i], starts[i]);
    if (!trajectories.empty())
      for (const State& state : trajectories[i]) check(*boards[i], state);
  }
  History history;
  Tick tick;
  {
    nb::gil_scoped_release release;
    std::vector<std::unique_ptr<Problem>> problems;
    std::vector<Problem*> pointers;
    for (std::size_t i = 0; i < boards.size(); ++i) {
      if (motion == Motion::pull) {
        problems.push_back(std::make_unique<ClearTargets>(*boards[i], detectors, Weights{}));
      } else {
        auto problem = std::make_unique<FillTargets>(*boards[i], detectors, Weights{});
        if (!starts.empty()) problem->set_start(starts[i]);
        problems.push_back(std::move(problem));
      }
      if (!trajectories.empty()) problems.back()->set_hint(trajectories[i]);
      pointers.push_back(problems.back().get());
    }
    Trainer trainer(pointers, schedule, enabled, seed);
    Watch watch(Watch::no_limit, std::numeric_limits<std::size_t>::max());
    watch.set_tick([&] { return tick([] {}); });
    bool goes_on = true;
    for (int i = 0; goes_on && i < schedule.iterations && trainer.iterate(watch); ++i) {
      history.emplace_back(trainer.weights(), trainer.rewards());
      goes_on = on_iteration.is_none() ||
                tick([&] { on_iteration(i + 1, trainer.weights(), trainer.rewards()); });
    }
  }
  tick.rethrow();
  return history;
}

}  // namespace

void register_trainer(nb::module_& m) {
  m.def(
      "feature_names",
      [] { return std::vector<std::string>(feature_names.begin(), feature_names.end()); },
      "The features in the order of all weights.");

  nb::class_<Schedule>(m, "Schedule", "How long and how fast an agent learns.")
      .def(nb::init<>())
      .def_rw("iterations", &Schedule::iterations, "Each goes over all levels.")
      .def_rw("max_nodes", &Schedule::max_nodes, "Of one search tree.")
      .def_rw("rate", &Schedule::rate, "Of the first iteration.")
      .def_rw("rate_decay", &Schedule::rate_decay, "The rate's factor from one to the next.")
      .def_rw("dead_weight", &Schedule::dead_weight, "Of a dead state, against 1 of a step.")
      .def_rw("discount", &Schedule::discount, "Of the value of the next state.");

  m.def("train", train, "boards"_a, "motion"_a, "trajectories"_a, "starts"_a, "schedule"_a,
        "features"_a, "detectors"_a, "seed"_a, "on_iteration"_a = nb::none(),
        nb::sig("def train(boards: collections.abc.Sequence[Board], motion: Motion, "
                "trajectories: collections.abc.Sequence[collections.abc.Sequence[State]], "
                "starts: collections.abc.Sequence[State], schedule: Schedule, features: "
                "collections.abc.Sequence[str], "
                "detectors: collections.abc.Sequence[str], seed: int, "
                "on_iteration: collections.abc.Callable[[int, list[float], int], object] | None "
                "= None) -> list[tuple[list[float], int]]"),
        "Learns one agent's weights; returns them after each iteration, with its rewards. "
        "Trajectories and starts may be empty: no hints, and the levels' own starts.");
  m.def("td_error", td_error, "reward"_a, "discount"_a, "next_value"_a, "value"_a,
        "How far the value of a state is from what the step out of it promises.");
}

}  // namespace rearview::bindings
