#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "rearview/board/lurd.h"
#include "rearview/optimise/best_search.h"
#include "report.h"
#include "tick.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace rearview::bindings {
namespace {

struct BestSolution {
  bool is_found = false;
  std::string lurd;
  std::optional<std::uint32_t> lower_bound;
  StopReason reason = StopReason::none;
  std::uint64_t nodes = 0;
};

BestSolution find_best(const Board& board, Objective objective,
                       const std::vector<std::string>& detectors, double max_seconds,
                       std::size_t max_bytes,
                       const std::optional<std::pair<std::uint32_t, std::uint32_t>>& known,
                       const nb::object& on_progress, bool backwards) {
  check_names(detectors);
  check_targets(board);
  Tick tick;
  BestSolution solution;
  {
    const UnlockedGil unlocked;
    Watch watch(max_seconds, max_bytes);
    BestSearch search(board, detectors);
    watch.set_tick([&] {
      return tick(on_progress, [&] {
        Report progress;
        progress.is_forward = true;
        progress.forward_nodes = search.nodes();
        progress.seconds = watch.seconds();
        return nb::make_tuple(progress);
      });
    });
    const Length limit =
        known ? make_length(objective, known->first, known->second) : no_length_limit;
    Stretch stretch = whole_level(board, objective);
    stretch.limit = limit;
    if (backwards) stretch.motion = Motion::pull;
    const BestWay way = search.run(stretch, watch);
    solution.is_found = way.is_found;
    if (way.is_found) solution.lurd = to_lurd(board, way.pushes);
    if (way.lower_bound != no_length_limit) solution.lower_bound = way.lower_bound.first;
    solution.reason = way.reason;
    solution.nodes = way.nodes;
  }
  tick.rethrow();
  return solution;
}

}  // namespace

void register_best_search(nb::module_& m) {
  nb::enum_<Objective>(m, "Objective", "What is minimised first: moves or pushes.")
      .value("moves", Objective::moves)
      .value("pushes", Objective::pushes);

  nb::class_<BestSolution>(m, "BestSolution", "The result of an exact search.")
      .def_ro("is_found", &BestSolution::is_found, "There is a solution, and it is optimal.")
      .def_ro("lurd", &BestSolution::lurd, "The solution.")
      .def_ro("lower_bound", &BestSolution::lower_bound,
              "No solution is shorter; None where there is no solution at all.")
      .def_ro("reason", &BestSolution::reason, "The limit that ended the search, if one did.")
      .def_ro("nodes", &BestSolution::nodes, "States that were expanded.");

  m.def("find_best", find_best, "board"_a, "objective"_a, "detectors"_a, "max_seconds"_a,
        "max_bytes"_a, "known"_a = nb::none(), "on_progress"_a = nb::none(), "backwards"_a = false,
        nb::sig("def find_best(board: Board, objective: Objective, detectors: "
                "collections.abc.Sequence[str], max_seconds: float, max_bytes: int, known: "
                "tuple[int, int] | None = None, on_progress: "
                "collections.abc.Callable[[Progress], object] | None = None, backwards: bool = "
                "False) -> BestSolution"),
        "The best solution, if it is better than one with the known moves and pushes, by pushes "
        "from the start or by pulls from the end. Releases the GIL; answers Ctrl-C.");
}

}  // namespace rearview::bindings
