// Inference (the paper, "Inference"): search backward from the goal, use the trajectory as a hint,
// search forward.
//
// Beyond the paper, each with a switch: the meeting of the searches (a state in both trees solves
// the level), alternation (when a forward pass fails, the path to its best state becomes a hint for
// a new backward pass, and so on until a limit), persistence (if trees are narrow, every second
// round continues those of the first), variation (every second round has another rule of ties,
// another epsilon, other forward weights and passes of another size, as levels that one misses the
// other often solves at once), cells (see cells.h) and the backward beam (see backward_beam.h),
// which takes turns with the rounds on small boards.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rearview/search/backward_beam.h"
#include "rearview/search/growth.h"
#include "rearview/search/planner.h"
#include "rearview/search/trajectory.h"
#include "rearview/support/watch.h"

namespace rearview {

struct SolverOptions {
  Weights backward_weights{};
  Weights forward_weights{};
  // Of varied rounds: to be set with the others.
  Weights varied_forward_weights{};
  double discount = FeatureScale::papers_gamma;  // with which the weights were learned
  std::vector<std::string> detectors;
  bool use_hints = true;
  bool use_meeting = true;
  bool use_alternation = true;
  bool use_cells = true;
  bool use_persistence = true;
  bool use_variation = true;
  // Not only every second round varies, but each one: for a search beside one that does not vary.
  bool varies_always = false;
  bool use_beam = true;
  // Expansions of all passes together, those of the beam too. Without alternation each agent has
  // one pass.
  static constexpr std::uint64_t unlimited = unlimited_nodes;
  std::uint64_t max_backward_nodes = unlimited;
  std::uint64_t max_forward_nodes = unlimited;
  // Expansions of the first pass, and how they grow from one round of the alternation to the next.
  // Small first passes solve most levels, and growth by one half leaves a third of all effort to
  // the largest trees. It matters little: `benchmarks/compare_settings.py growth=1.5 growth=2
  // --seeds 0 1` solves 178 and 178 levels of 190, doubling 177 and 180; in 60 s with seed 0,
  // doubling misses grigr 2.
  std::uint64_t backward_nodes = 2'000;
  std::uint64_t forward_nodes = 5'000;
  // Those of varied rounds. A backward expansion takes about a third of the time of a forward one,
  // so here the backward agent has most of the time; docs/search-trials.md has the measurements
  // ("Balance").
  std::uint64_t varied_backward_nodes = 15'000;
  std::uint64_t varied_forward_nodes = 3'000;
  double growth = 1.5;
  // Persistence is for levels whose first forward tree has fewer states per expansion than this:
  // their trees can be searched far. Rounds with new trees then get this share of the nodes.
  // docs/search-trials.md has the measurements that chose both.
  double max_narrow = 10;
  double share_of_new_trees = 1.0 / 3;
  // The beam is next when it has expanded less than this many times the nodes of the rounds, of
  // which backward ones count a third. Twelve times as many take about as long: its nodes are
  // single pulls, with no value and few detectors. With an infinite share all rounds but the first
  // wait until the beam has come to its end.
  double beam_share = 12;
  std::uint64_t seed = 0;  // which child has its turn first; 0: the first
  Ties backward_ties = Ties::nearest;
  Ties forward_ties = Ties::nearest;
  double backward_epsilon_scale = 1;
  double forward_epsilon_scale = 1;
  // Those of varied rounds. docs/search-trials.md has the measurements.
  static constexpr Ties varied_ties = Ties::nearest;
  static constexpr double varied_epsilon_scale = 1;
  // The first backward pass spends all its nodes, with or without the reward, and leads to the
  // leaf with the highest value. Otherwise it ends as soon as the targets are empty.
  bool use_whole_look_back = false;
  double cut = default_cut;
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

// The best state that an agent has expanded in its newest pass.
struct BestState {
  State state;
  double value = 0;
  int round = 0;
};

enum class Outcome : std::uint8_t { solved, unsolved, unsolvable };

struct SearchResult {
  Outcome outcome = Outcome::unsolved;
  StopReason reason = StopReason::none;
  std::vector<Move> moves;  // pushes from the start; empty unless solved
  // Expansions and states, the beam's included, and leaves that were found dead instead of
  // expanded.
  std::uint64_t backward_nodes = 0;
  std::uint64_t forward_nodes = 0;
  std::uint64_t backward_states = 0;
  std::uint64_t forward_states = 0;
  std::uint64_t backward_dead = 0;
  std::uint64_t forward_dead = 0;
  int rounds = 0;
  bool met = false;               // both searches have found a part of the moves
  bool cleared = false;           // the first backward pass took all boxes off the targets
  int most_home = 0;              // the most boxes on targets in any state seen going forward
  std::vector<State> trajectory;  // the hint of the last forward pass, from the goal
  double backward_seconds = 0;
  double forward_seconds = 0;
};

class Solver {
 public:
  Solver(const Board& board, const SolverOptions& options, Watch& watch);

  SearchResult solve();
  // What is going on; may be read from the watch's tick.
  Progress progress() const;
  // Of the agent of a motion, if it has expanded any; may be read from the tick as well.
  std::optional<BestState> best_state(Motion motion) const;

 private:
  std::shared_ptr<Planner> make_forward();
  std::shared_ptr<Planner> make_backward();
  bool looks_back_wholly() const { return options_.use_whole_look_back && progress_.round == 0; }
  // The new trees of this round, whose agent has this rule and this scale in other rounds.
  PlannerOptions planner_options(Ties ties, double epsilon_scale) const;
  bool is_varied() const { return is_varied(progress_.round); }
  bool is_varied(int round) const {
    return options_.use_variation && (options_.varies_always || round % 2 == 1);
  }
  const Weights& forward_weights(int round) const {
    return is_varied(round) ? options_.varied_forward_weights : options_.forward_weights;
  }
  // Whether this round goes on with the trees of the first one.
  bool goes_on() const;
  void keep_first_trees();
  void return_to_first_trees();
  void look_back();
  // Lets a later backward pass follow what the forward agent has found.
  void hint_backward();
  void go_forward();
  // The passes of the beam that are due after a round.
  void beam();
  // How many nodes each agent has in a round, and whether it is the last.
  struct Round {
    std::uint64_t backward_nodes;
    std::uint64_t forward_nodes;
    bool is_last;
  };
  Round plan_round() const;
  void run(Planner& planner, const Planner& other, std::uint64_t max_nodes);
  void note(const Planner& planner, const Seen& seen);
  std::size_t bytes() const;
  bool is_over() const { return is_decided_ || stopped_ != StopReason::none; }
  void decide(Outcome outcome);
  void try_meeting(const SearchTree& tree, NodeId node, const SearchTree& other);

  // Where the newest pass of an agent has been best.
  struct Best {
    NodeId node = no_node;
    float value = 0;
    int round = 0;
  };
  Best& best_of_pass() { return progress_.is_forward ? forward_best_ : backward_best_; }

  const Board* board_;
  SolverOptions options_;
  Watch* watch_;
  Progress progress_;
  Growth growth_;
  Round round_{};
  SearchResult result_;
  bool is_decided_ = false;
  StopReason stopped_ = StopReason::none;
  BackwardAgent backward_agent_;
  ForwardAgent forward_agent_;
  std::shared_ptr<Planner> backward_;
  std::shared_ptr<Planner> forward_;
  std::shared_ptr<Planner> first_backward_;  // those of the first round, if they are to go on
  std::shared_ptr<Planner> first_forward_;
  std::vector<State> first_trajectory_;
  BackwardBeam beam_;
  NodeId cleared_ = no_node;  // in the backward tree: no box is on a target
  Best backward_best_;
  Best forward_best_;
};

}  // namespace rearview
