#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "bindings.h"
#include "rearview/board/lurd.h"
#include "rearview/optimise/optimiser.h"
#include "tick.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace rearview::bindings {
namespace {

// What the optimiser is doing, and how it ended.
struct Optimised {
  std::string lurd;
  std::uint32_t moves = 0;
  std::uint32_t pushes = 0;
  Method method = Method::walks;
  std::pair<std::size_t, std::size_t> part;
  std::uint32_t lower_bound = 0;
  bool is_optimal = false;
  std::uint64_t nodes = 0;
  double seconds = 0;
  StopReason reason = StopReason::none;
};

// The letters of a solution are written only when it is another one than before.
class Reporter {
 public:
  Reporter(const Board& board, const Optimiser& optimiser, const Watch& watch)
      : board_(board), optimiser_(optimiser), watch_(watch) {}

  const Optimised& report() {
    const Trail& best = optimiser_.best();
    if (is_first_ || best.length() != length_) {
      is_first_ = false;
      length_ = best.length();
      now_.lurd = to_lurd(board_, best.pushes());
      now_.moves = best.moves();
      now_.pushes = static_cast<std::uint32_t>(best.size());
    }
    now_.method = optimiser_.method();
    now_.part = optimiser_.part();
    now_.lower_bound = optimiser_.lower_bound().first;
    now_.is_optimal = optimiser_.is_optimal();
    now_.nodes = optimiser_.nodes();
    now_.seconds = watch_.seconds();
    now_.reason = optimiser_.reason();
    return now_;
  }

 private:
  const Board& board_;
  const Optimiser& optimiser_;
  const Watch& watch_;
  bool is_first_ = true;
  Length length_;
  Optimised now_;
};

// Whatever has ended the work, nothing that was found is lost: it is reported before the exception
// that ended it is raised, and what the listener says to it is not heard any more.
void report_last(const nb::object& on_progress, const Optimised& result, bool is_heard) {
  if (on_progress.is_none()) return;
  try {
    on_progress(result);
  } catch (const nb::python_error&) {
    if (is_heard) throw;
  }
}

Optimised optimise(const Board& board, const OptimiserOptions& options,
                   const std::vector<std::string>& solutions, double max_seconds,
                   std::size_t max_bytes, const nb::object& on_progress) {
  check_names(options.detectors);
  check_targets(board);
  if (solutions.empty()) throw std::invalid_argument("there is no solution to optimise");
  Tick tick;
  Optimised result;
  {
    const UnlockedGil unlocked;
    Watch watch(max_seconds, max_bytes);
    std::vector<std::vector<Push>> trails;
    for (const std::string& lurd : solutions) trails.push_back(read_pushes(board, lurd));
    Optimiser optimiser(board, options, trails, watch);
    Reporter reporter(board, optimiser, watch);
    watch.set_tick(
        [&] { return tick(on_progress, [&] { return nb::make_tuple(reporter.report()); }); });
    optimiser.run();
    result = reporter.report();
  }
  report_last(on_progress, result, !tick.has_failed());
  tick.rethrow();
  return result;
}

}  // namespace

void register_optimiser(nb::module_& m) {
  nb::enum_<Method>(m, "Method", "A method of making solutions shorter.")
      .value("walks", Method::walks, "Shortest walks between the pushes; always used.")
      .value("loops", Method::loops, "Cuts out loops between equal states.")
      .value("excursions", Method::excursions, "Removes pushes of a box that undo each other.")
      .value("merge", Method::merge, "Finds the best path through the states of several solutions.")
      .value("reorder", Method::reorder, "Moves pushes of one box to an earlier or later time.")
      .value("windows", Method::windows, "Finds the best path between two states of the solution.")
      .value("vicinity", Method::vicinity, "The same, among states near those of the solution.")
      .value("beam", Method::beam, "Joins far states by a beam search.")
      .value("exact", Method::exact, "Finds an optimal solution of a small level.");

  nb::class_<OptimiserOptions>(m, "OptimiserOptions", "Options of the optimiser.")
      .def(nb::init<>())
      .def_rw("objective", &OptimiserOptions::objective, "What counts first.")
      .def_rw("methods", &OptimiserOptions::methods, "Those that are used.")
      .def_rw("detectors", &OptimiserOptions::detectors, "Names of detectors.")
      .def_rw("max_nodes", &OptimiserOptions::max_nodes,
              "Maximum states expanded and changes tried, of all methods together.");

  nb::class_<Optimised>(m, "Optimised", "The result of the optimiser.")
      .def_ro("lurd", &Optimised::lurd, "The best solution so far.")
      .def_ro("moves", &Optimised::moves, "Its moves, pushes included.")
      .def_ro("pushes", &Optimised::pushes, "Its pushes.")
      .def_ro("method", &Optimised::method, "The method at work.")
      .def_ro("part", &Optimised::part, "The pushes that it works on: from and to.")
      .def_ro("lower_bound", &Optimised::lower_bound, "No solution is shorter, by the objective.")
      .def_ro("is_optimal", &Optimised::is_optimal, "Proven: no solution is better.")
      .def_ro("nodes", &Optimised::nodes, "States expanded and changes tried so far.")
      .def_ro("seconds", &Optimised::seconds, "Since it began.")
      .def_ro("reason", &Optimised::reason,
              "The limit that ended it; none when nothing more could be gained.");

  m.def("optimise", optimise, "board"_a, "options"_a, "solutions"_a, "max_seconds"_a, "max_bytes"_a,
        "on_progress"_a = nb::none(),
        nb::sig("def optimise(board: Board, options: OptimiserOptions, solutions: "
                "collections.abc.Sequence[str], max_seconds: float, max_bytes: int, on_progress: "
                "collections.abc.Callable[[Optimised], object] | None = None) -> Optimised"),
        "Makes solutions shorter. Releases the GIL; stops on Ctrl-C.");
}

}  // namespace rearview::bindings
