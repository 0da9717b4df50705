#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "bindings.h"
#include "gil.h"
#include "rearview/search/expander.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace rearview::bindings {
namespace {

const std::vector<State>& checked(const Board& board, const std::vector<std::string>& detectors,
                                  const std::vector<State>& trajectory) {
  check_names(detectors);
  for (const State& state : trajectory) check(board, state);
  return trajectory;
}

// An expander with the hint and the position that it works on.
class LoneExpander {
 public:
  LoneExpander(const Board& board, Motion motion, const std::vector<std::string>& detectors,
               const std::vector<State>& trajectory)
      : board_(board),
        motion_(motion),
        hint_(board, checked(board, detectors, trajectory)),
        scale_(board.box_count(), FrozenBoards(board, Motion::push).empty().largest_nearest()),
        expander_(board, motion, detectors),
        position_(board) {}

  std::vector<std::tuple<Move, std::vector<double>>> expand(const State& state) {
    check(board_, state);
    position_.set(state);
    std::vector<std::tuple<Move, std::vector<double>>> result;
    const auto take = [&](std::span<const CountedChild> of_box) {
      for (const auto& [child, counts] : of_box) {
        const FeatureVector values = scale_.features(motion_, counts);
        result.emplace_back(child.move, std::vector<double>(values.begin(), values.end()));
      }
    };
    expander_.expand(position_, hint_, take, [] { return false; });
    return result;
  }

  std::size_t expand_all(const std::vector<State>& states) {
    std::size_t children = 0;
    for (const State& state : states) {
      check(board_, state);
      position_.set(state);
      expander_.expand(
          position_, hint_, [&](auto of_box) { children += of_box.size(); }, [] { return false; });
    }
    return children;
  }

 private:
  const Board& board_;
  Motion motion_;
  Hint hint_;
  FeatureScale scale_;
  Expander expander_;
  Position position_;
};

}  // namespace

void register_expander(nb::module_& testing) {
  nb::class_<LoneExpander>(
      testing, "Expander",
      "All children of a state, checked by cheap detectors, hashed, with features.")
      .def(nb::init<const Board&, Motion, const std::vector<std::string>&,
                    const std::vector<State>&>(),
           "board"_a, "motion"_a, "detectors"_a, "trajectory"_a, nb::keep_alive<1, 2>())
      .def("expand", &LoneExpander::expand, "state"_a,
           "Moves that no cheap detector calls dead, each with its features in order.")
      .def("expand_all", &LoneExpander::expand_all, "states"_a, nb::call_guard<UnlockedGil>(),
           "Expands many states and returns the number of children: for benchmarks.");
}

}  // namespace rearview::bindings
