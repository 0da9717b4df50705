#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <limits>
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

std::vector<Lesson> make_lessons(const std::vector<const Board*>& boards, Motion motion,
                                 const std::vector<std::vector<State>>& trajectories,
                                 const std::vector<State>& starts) {
  if (!trajectories.empty() && trajectories.size() != boards.size())
    throw std::invalid_argument("one trajectory is needed for each board");
  if (!starts.empty() && (starts.size() != boards.size() || motion == Motion::pull))
    throw std::invalid_argument("starts are for pushes, one for each board");
  std::vector<Lesson> lessons;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    Lesson lesson{boards[i], {}, std::nullopt};
    if (!trajectories.empty()) lesson.trajectory = trajectories[i];
    if (!starts.empty()) lesson.start = starts[i];
    for (const State& state : lesson.trajectory) check(*boards[i], state);
    if (lesson.start) check(*boards[i], *lesson.start);
    lessons.push_back(std::move(lesson));
  }
  return lessons;
}

History train_agent(const std::vector<const Board*>& boards, Motion motion,
                    const std::vector<std::vector<State>>& trajectories,
                    const std::vector<State>& starts, const Schedule& schedule,
                    const std::vector<std::string>& features,
                    const std::vector<std::string>& detectors, std::uint64_t seed,
                    const nb::object& on_progress) {
  const auto enabled = enabled_features(features);
  check_names(detectors);
  const auto lessons = make_lessons(boards, motion, trajectories, starts);
  History history;
  Tick tick;
  {
    const UnlockedGil unlocked;
    Trainer trainer(motion, lessons, detectors, schedule, enabled, seed);
    Watch watch(Watch::no_limit, std::numeric_limits<std::size_t>::max());
    int iteration = 0;
    Iteration last;
    const auto report = [&] {
      return tick(on_progress,
                  [&] { return nb::make_tuple(iteration, last.weights, last.rewards); });
    };
    watch.set_tick(report);
    const auto goes_on = [&](int number, const Iteration& ended) {
      iteration = number;
      last = ended;
      return report();
    };
    for (const auto& [weights, rewards] : trainer.run(watch, goes_on))
      history.emplace_back(weights, rewards);
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

  nb::class_<Schedule>(m, "Schedule", "Training parameters of an agent.")
      .def(nb::init<>())
      .def_rw("iterations", &Schedule::iterations, "Each goes over all levels.")
      .def_rw("max_nodes", &Schedule::max_nodes, "Of one search tree.")
      .def_rw("rate", &Schedule::rate, "Of the first iteration.")
      .def_rw("rate_decay", &Schedule::rate_decay, "The rate's factor from one to the next.")
      .def_rw("dead_weight", &Schedule::dead_weight, "Of a dead state, against 1 of a step.")
      .def_rw("discount", &Schedule::discount, "Gamma of TD(0) and of the features.")
      .def_rw("ties", &Schedule::ties, "How to break ties between children of equal value.")
      .def_rw("epsilon_scale", &Schedule::epsilon_scale,
              "Of epsilon, 1 / (boxes + 1): the share of visits that do not take the best child.")
      .def_rw("rewarded_only", &Schedule::rewarded_only,
              "Learn only from searches that earn the reward, from all their steps at the end.")
      .def_rw("start", &Schedule::start, "The weights before the first iteration.");

  m.def("train_agent", train_agent, "boards"_a, "motion"_a, "trajectories"_a, "starts"_a,
        "schedule"_a, "features"_a, "detectors"_a, "seed"_a, "on_progress"_a = nb::none(),
        nb::sig("def train_agent(boards: collections.abc.Sequence[Board], motion: Motion, "
                "trajectories: collections.abc.Sequence[collections.abc.Sequence[State]], "
                "starts: collections.abc.Sequence[State], schedule: Schedule, features: "
                "collections.abc.Sequence[str], "
                "detectors: collections.abc.Sequence[str], seed: int, "
                "on_progress: collections.abc.Callable[[int, list[float], int], object] | None "
                "= None) -> list[tuple[list[float], int]]"),
        "Learns one agent's weights; returns them after each iteration, with its rewards. "
        "Progress is the last iteration that has ended, from 1, with its weights and rewards: told "
        "when it ends, and about 20 times a second. "
        "Trajectories and starts may be empty: no hints, and the levels' own starts.");
}

}  // namespace rearview::bindings
