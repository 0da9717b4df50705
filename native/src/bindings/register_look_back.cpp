#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <limits>

#include "bindings.h"
#include "rearview/deadlock/catalogue.h"
#include "rearview/search/look_back.h"
#include "tick.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace rearview::bindings {
namespace {

constexpr std::size_t unlimited_bytes = std::numeric_limits<std::size_t>::max();

LookBack look_back_from(const Board& board, const Weights& weights,
                        const std::vector<std::string>& detectors, std::uint64_t max_nodes,
                        std::uint64_t seed, bool use_cells, double cut, double max_seconds,
                        std::size_t max_bytes, double discount, Ties ties, bool is_whole) {
  check_names(detectors);
  Tick tick;
  LookBack back;
  {
    const UnlockedGil unlocked;
    Watch watch(max_seconds, max_bytes);
    watch.set_tick([&] { return tick(); });
    back = look_back(
        board, {weights, detectors, max_nodes, seed, use_cells, cut, discount, ties, is_whole},
        watch);
  }
  tick.rethrow();
  return back;
}

}  // namespace

void register_look_back(nb::module_& m) {
  nb::class_<LookBack>(m, "LookBack", "The result of a backward pass.")
      .def_ro("trajectory", &LookBack::trajectory,
              "From the goal to where the targets are clear or, where they never are, to the best "
              "expanded state; if the pass is whole, to the best leaf.")
      .def_ro("cleared", &LookBack::cleared, "No box was left on a target.")
      .def_ro("nodes", &LookBack::nodes, "Expansions.")
      .def_ro("reason", &LookBack::reason, "The limit that ended it, or none.");

  m.def("look_back", look_back_from, "board"_a, "weights"_a, "detectors"_a, "max_nodes"_a,
        "seed"_a = 0, "use_cells"_a = false, "cut"_a = default_cut,
        "max_seconds"_a = Watch::no_limit, "max_bytes"_a = unlimited_bytes,
        "discount"_a = FeatureScale::papers_gamma, "ties"_a = Ties::nearest, "is_whole"_a = false,
        nb::sig("def look_back(board: Board, weights: collections.abc.Sequence[float], detectors: "
                "collections.abc.Sequence[str], max_nodes: int, seed: int = 0, "
                "use_cells: bool = False, cut: float = 0.02, max_seconds: float = ..., "
                "max_bytes: int = ..., discount: float = 0.95, ties: Ties = ..., "
                "is_whole: bool = False) -> LookBack"),
        R"(One backward pass by itself: its trajectory is a hint for the forward agent.

The weights are those of the backward agent, in the order of feature_names(). The pass ends when the
targets are clear (unless it is whole), when the tree is searched to the end, or at a limit; there
is none of time or memory unless it is given. The trajectory stops at the first state within `cut`
of its best value; that of a whole pass leads to the leaf with the highest value. The discount is
gamma of the features; ties say which of the children of equal value is best. Releases the GIL; answers Ctrl-C.)");
}

}  // namespace rearview::bindings
