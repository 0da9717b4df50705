#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "bindings.h"
#include "report.h"
#include "tick.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace rearview::bindings {
namespace {

std::optional<BestBoard> best_board(const Board& board, const std::optional<BestState>& best) {
  if (!best) return std::nullopt;
  BestBoard drawn{{}, board.coordinates(best->state.player), best->value, best->round};
  for (const Square s : best->state.boxes) drawn.boxes.push_back(board.coordinates(s));
  const auto walled = board.walled_boxes();
  drawn.boxes.insert(drawn.boxes.end(), walled.begin(), walled.end());
  return drawn;
}

Report report(const Board& board, const Solver& solver) {
  return {solver.progress(), best_board(board, solver.best_state(Motion::pull)),
          best_board(board, solver.best_state(Motion::push))};
}

SearchResult solve(const Board& board, const SolverOptions& options, double max_seconds,
                   std::size_t max_bytes, const nb::object& on_progress,
                   double seconds_between_reports) {
  check_names(options.detectors);
  check_targets(board);
  if (!(options.growth >= 1 && options.growth <= 1000))
    throw std::invalid_argument("growth must be from 1 to 1000");
  if (!(options.share_of_new_trees > 0 && options.share_of_new_trees <= 1))
    throw std::invalid_argument("the share of new trees must be over 0 and at most 1");
  Tick tick;
  SearchResult result;
  {
    const UnlockedGil unlocked;
    Watch watch(max_seconds, max_bytes);
    Solver solver(board, options, watch);
    watch.set_tick(
        [&] { return tick(on_progress, [&] { return nb::make_tuple(report(board, solver)); }); },
        seconds_between_reports);
    result = solver.solve();
  }
  tick.rethrow();
  return result;
}

}  // namespace

void register_solver(nb::module_& m) {
  nb::enum_<Ties>(m, "Ties", "How to break ties between children of equal value.")
      .value("nearest", Ties::nearest, "The first box that can move, to its nearest square.")
      .value("farthest", Ties::farthest, "The first box that can move, to its farthest square.")
      .value("random", Ties::random, "At random, by the seed.");

  nb::class_<SolverOptions>(m, "SolverOptions", "Options of a search.")
      .def(nb::init<>())
      .def_rw("backward_weights", &SolverOptions::backward_weights, "In the order of the features.")
      .def_rw("forward_weights", &SolverOptions::forward_weights, "In the order of the features.")
      .def_rw("varied_forward_weights", &SolverOptions::varied_forward_weights,
              "The weights of the forward agent in rounds that vary.")
      .def_rw("discount", &SolverOptions::discount,
              "Gamma of the features: the one that the weights were learned with.")
      .def_rw("detectors", &SolverOptions::detectors, "Names of detectors, for both motions.")
      .def_rw("use_hints", &SolverOptions::use_hints, "Hint features from the backward agent.")
      .def_rw("use_meeting", &SolverOptions::use_meeting, "A state in both trees solves the level.")
      .def_rw("use_alternation", &SolverOptions::use_alternation,
              "Repeat backward and forward passes when a forward pass fails.")
      .def_rw("use_cells", &SolverOptions::use_cells,
              "Every second expansion is taken from the cells in turn.")
      .def_rw("use_persistence", &SolverOptions::use_persistence,
              "If trees are narrow, every second round continues those of the first.")
      .def_rw("use_variation", &SolverOptions::use_variation,
              "Every second round has other ties, forward weights, passes and another epsilon.")
      .def_rw("varies_always", &SolverOptions::varies_always,
              "With variation, all rounds vary and not only every second one.")
      .def_rw("use_beam", &SolverOptions::use_beam,
              "On small boards, a backward beam search takes turns with the rounds.")
      .def_rw("beam_share", &SolverOptions::beam_share,
              "Nodes of the beam for each forward node of the rounds, or three backward ones; "
              "infinite: after the first round the beam goes on to its end.")
      .def_rw("max_narrow", &SolverOptions::max_narrow,
              "A forward tree with fewer states per expansion is narrow.")
      .def_rw("share_of_new_trees", &SolverOptions::share_of_new_trees,
              "Share of the nodes for rounds with new trees.")
      .def_rw("max_backward_nodes", &SolverOptions::max_backward_nodes,
              "Maximum expansions of all backward passes and of the beam together.")
      .def_rw("max_forward_nodes", &SolverOptions::max_forward_nodes,
              "Maximum expansions of all forward passes together.")
      .def_rw("backward_nodes", &SolverOptions::backward_nodes,
              "Expansions of the first backward pass of the alternation.")
      .def_rw("forward_nodes", &SolverOptions::forward_nodes,
              "Expansions of the first forward pass of the alternation.")
      .def_rw("varied_backward_nodes", &SolverOptions::varied_backward_nodes,
              "Those of the first backward pass if its round is varied.")
      .def_rw("varied_forward_nodes", &SolverOptions::varied_forward_nodes,
              "Those of the first forward pass if its round is varied.")
      .def_rw("seed", &SolverOptions::seed, "Random seed: with which child the turns begin.")
      .def_rw("backward_ties", &SolverOptions::backward_ties,
              "How the backward agent breaks ties between children of equal value.")
      .def_rw("forward_ties", &SolverOptions::forward_ties,
              "How the forward agent breaks ties between children of equal value.")
      .def_rw(
          "backward_epsilon_scale", &SolverOptions::backward_epsilon_scale,
          "Scale of the backward agent's epsilon, 1 / (boxes + 1); 0 always takes the best child.")
      .def_rw(
          "forward_epsilon_scale", &SolverOptions::forward_epsilon_scale,
          "Scale of the forward agent's epsilon, 1 / (boxes + 1); 0 always takes the best child.")
      .def_rw("use_whole_look_back", &SolverOptions::use_whole_look_back,
              "The first backward pass spends all its nodes, and leads to the best leaf.")
      .def_rw("growth", &SolverOptions::growth, "Of the expansions of a pass, each round.")
      .def_rw("cut", &SolverOptions::cut,
              "A trajectory ends at its first state within this of its best value.")
      .def_rw("overlap_weight", &SolverOptions::overlap_weight,
              "Weight of the forward hint in a later backward pass.");

  nb::class_<BestBoard>(m, "BestBoard", "The best state found by an agent in a pass.")
      .def_ro("boxes", &BestBoard::boxes, "Column and row of every box, from 0.")
      .def_ro("player", &BestBoard::player, "A square of the player's region.")
      .def_ro("value", &BestBoard::value, "The agent's value of it.")
      .def_ro("round", &BestBoard::round, "Of the pass.");

  nb::class_<Report>(m, "Progress", "What a search is doing.")
      .def_ro("is_forward", &Progress::is_forward, "Which of the two searches runs.")
      .def_ro("round", &Progress::round, "How often the two have alternated.")
      .def_ro("backward_nodes", &Progress::backward_nodes, "Expansions so far.")
      .def_ro("forward_nodes", &Progress::forward_nodes, "Expansions so far.")
      .def_ro("best_value", &Progress::best_value, "The value of the root.")
      .def_ro("boxes_done", &Progress::boxes_done,
              "The most boxes home, or off the targets, in this pass.")
      .def_ro("seconds", &Progress::seconds, "Since the search began.")
      .def_ro("backward_best", &Report::backward_best,
              "The best state of the newest backward pass; None before it has one.")
      .def_ro("forward_best", &Report::forward_best,
              "The best state of the newest forward pass; None before it has one.");

  nb::enum_<Outcome>(m, "Outcome", "How a search ended.")
      .value("solved", Outcome::solved)
      .value("unsolved", Outcome::unsolved)
      .value("unsolvable", Outcome::unsolvable);
  nb::enum_<StopReason>(m, "StopReason", "The limit that ended an unsolved search.")
      .value("none", StopReason::none)
      .value("nodes", StopReason::nodes)
      .value("time", StopReason::time)
      .value("memory", StopReason::memory)
      .value("cancelled", StopReason::cancelled);

  nb::class_<SearchResult>(m, "SearchResult", "What a search has found.")
      .def_ro("outcome", &SearchResult::outcome, "Solved, unsolved, or proven unsolvable.")
      .def_ro("reason", &SearchResult::reason, "The limit that ended an unsolved search.")
      .def_ro("moves", &SearchResult::moves, "Pushes from the start.")
      .def_ro("backward_nodes", &SearchResult::backward_nodes,
              "Expansions of all backward passes and of the beam.")
      .def_ro("forward_nodes", &SearchResult::forward_nodes, "Expansions of all forward passes.")
      .def_ro("backward_states", &SearchResult::backward_states,
              "In the trees of all backward passes.")
      .def_ro("forward_states", &SearchResult::forward_states,
              "In the trees of all forward passes.")
      .def_ro("backward_dead", &SearchResult::backward_dead,
              "Leaves that a costly detector found dead, backward.")
      .def_ro("forward_dead", &SearchResult::forward_dead,
              "Leaves that a costly detector found dead, forward.")
      .def_ro("rounds", &SearchResult::rounds, "How often the agents looked back and went forward.")
      .def_ro("met", &SearchResult::met, "Both searches have found a part of the moves.")
      .def_ro("cleared", &SearchResult::cleared,
              "The first backward pass removed all boxes from the targets.")
      .def_ro("most_home", &SearchResult::most_home,
              "The most boxes on targets in any state of the forward passes.")
      .def_ro("trajectory", &SearchResult::trajectory, "The last hint, from the goal backwards.")
      .def_ro("backward_seconds", &SearchResult::backward_seconds, "Spent looking back.")
      .def_ro("forward_seconds", &SearchResult::forward_seconds, "Spent going forward.");

  m.def("solve", solve, "board"_a, "options"_a, "max_seconds"_a, "max_bytes"_a,
        "on_progress"_a = nb::none(),
        "seconds_between_reports"_a = Watch::usual_seconds_between_ticks,
        nb::sig("def solve(board: Board, options: SolverOptions, max_seconds: float, "
                "max_bytes: int, on_progress: collections.abc.Callable[[Progress], object] | None "
                "= None, seconds_between_reports: float = 0.05) -> SearchResult"),
        "Searches for a solution. Releases the GIL; stops on Ctrl-C.");
}

}  // namespace rearview::bindings
