// Inference (the paper, "Inference"): look back from the goal, take the trajectory as a hint, go
// forward.
//
// Beyond the paper, each switchable: the meeting of the searches (a forward state that the backward
// tree holds solves the level, and the other way round), alternation (when a forward pass fails,
// the path to its best state becomes a hint for a new backward pass, and so on until a limit ends
// it), and cells (see there).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rearview/search/planner.h"
#include "rearview/support/watch.h"

namespace rearview {

struct SolverOptions {
  Weights backward_weights{};
  Weights forward_weights{};
  std::vector<std::string> detectors;
  bool use_hints = true;
  bool use_meeting = true;
  bool use_alternation = true;
  bool use_cells = true;
  // What all passes together may expand. Without alternation each agent has one pass of them.
  static constexpr std::uint64_t unlimited = 1'000'000'000'000'000'000;
  std::uint64_t max_backward_nodes = unlimited;
  std::uint64_t max_forward_nodes = unlimited;
  // Expansions of the first pass, and how they grow from one round of the alternation to the next.
  // Small first passes solve most levels, and growth by one half leaves a third of all effort to
  // the largest trees. It matters little: `benchmarks/compare_settings.py growth=1.5 growth=2
  // --seeds 0 1` solves 178 and 178 levels of 190, doubling 177 and 180; in 60 s with seed 0,
  // doubling misses grigr 2.
  std::uint64_t backward_nodes = 2'000;
  std::uint64_t forward_nodes = 5'000;
  double growth = 1.5;
  std::uint64_t seed = 0;  // which child has its turn first; 0: the first
  double cut = 0.02;
  double overlap_weight = 1.0;  // of the forward hint in a backward pass of the alternation
};

struct Progress {
  bool is_forward = false;
  int round = 0;
  std::uint64_t backward_nodes = 0;
  std::uint64_t forward_nodes = 0;
  double best_value = 0;  // of the root of the pass that runs
  int boxes_done = 0;     // the most boxes brought home (forward) or off the targets (backward)
  double seconds = 0;
};

struct Outcome {
  enum class Verdict : std::uint8_t { solved, unsolved, unsolvable };
  Verdict verdict = Verdict::unsolved;
  StopReason reason = StopReason::none;
  std::vector<Move> moves;  // pushes from the start; empty unless solved
  std::uint64_t backward_nodes = 0;
  std::uint64_t forward_nodes = 0;
  int rounds = 0;
  bool met = false;               // the searches met
  bool cleared = false;           // the first backward pass took all boxes off the targets
  std::vector<State> trajectory;  // the hint of the last forward pass, from the goal
  double backward_seconds = 0;
  double forward_seconds = 0;
};

class Solver {
 public:
  Solver(const Board& board, const SolverOptions& options, Watch& watch);

  Outcome solve();
  // What is going on; may be read from the watch's tick.
  const Progress& progress() const { return progress_; }

 private:
  void look_back();
  void go_forward();
  // How many nodes each agent has in a round, and whether it is the last.
  struct Round {
    std::uint64_t backward_nodes;
    std::uint64_t forward_nodes;
    bool is_last;
  };
  Round plan_round() const;
  void run(Planner& planner, const Planner& other, std::uint64_t max_nodes);
  void note(const Planner& planner, const Seen& seen);
  bool is_over() const { return is_decided_ || stopped_ != StopReason::none; }
  void decide(Outcome::Verdict verdict);
  void try_meeting(const SearchTree& tree, NodeId node, const SearchTree& other);

  const Board* board_;
  SolverOptions options_;
  Watch* watch_;
  Progress progress_;
  Round round_{};
  Outcome outcome_;
  bool is_decided_ = false;
  StopReason stopped_ = StopReason::none;
  ClearTargets clear_targets_;
  FillTargets fill_targets_;
  std::unique_ptr<Planner> backward_;
  std::unique_ptr<Planner> forward_;
  NodeId cleared_ = no_node;  // in the backward tree: no box is on a target
};

}  // namespace rearview
