#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "rearview/board/regions.h"
#include "rearview/deadlock/frozen_boards.h"
#include "rearview/value/counter.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace rearview::bindings {
namespace {

nb::dict features(const Board& board, const State& state, Motion motion,
                  const std::vector<State>& trajectory, double discount) {
  check(board, state);
  for (const State& s : trajectory) check(board, s);
  const FrozenBoards boards(board, Motion::push);
  const Hint hint(board, trajectory);
  const FeatureCounter counter(board, boards.empty());
  Position position(board);
  position.set(state);
  Regions regions(board);
  regions.label_all(position);
  const FeatureScale scale(board.box_count(), boards.empty().largest_nearest(), discount);
  const FeatureVector values =
      scale.features(motion, counter.count(position, regions.count(), hint));
  nb::dict named;
  for (std::size_t i = 0; i < feature_count; ++i) {
    if (motion == Motion::pull && is_hint(static_cast<Feature>(i))) continue;
    named[nb::str(feature_names[i].data(), feature_names[i].size())] = values[i];
  }
  return named;
}

std::vector<int> packing_order(const Board& board, const std::vector<State>& trajectory) {
  for (const State& s : trajectory) check(board, s);
  const Hint hint(board, trajectory);
  return {hint.packing_order().begin(), hint.packing_order().end()};
}

}  // namespace

void register_features(nb::module_& m) {
  m.def(
      "features", features, "board"_a, "state"_a, "motion"_a, "trajectory"_a = std::vector<State>{},
      "discount"_a = FeatureScale::papers_gamma,
      nb::sig("def features(board: Board, state: State, motion: Motion, "
              "trajectory: collections.abc.Sequence[State] = (), discount: float = 0.95) "
              "-> dict[str, float]"),
      "The features of a state by name. The trajectory of the backward agent begins at the goal.");
  m.def("packing_order", packing_order, "board"_a, "trajectory"_a,
        "The targets in the packing order of a trajectory.");
}

}  // namespace rearview::bindings
