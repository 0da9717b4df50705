// The epsilon-greedy planner of the paper: descend to the best child, sometimes to another one,
// expand the leaf, back up its value.
//
// Epsilon is scale / (boxes + 1) and made deterministic: with the scale 1, every (boxes + 1)-th
// visit of a node takes its next live child in turn, all others the best one. Of several roots the
// one with the fewest visits is next.
//
// With cells, every second step expands the state that they choose instead.
#pragma once

#include <functional>
#include <vector>

#include "rearview/search/agents.h"
#include "rearview/search/cells.h"
#include "rearview/search/tree.h"

namespace rearview {

// The outcome of one step, with what training needs.
struct Seen {
  enum class What : std::uint8_t {
    dead,       // no solution passes through the leaf
    expanded,   // the leaf has children
    done,       // a child of the leaf earns the reward
    met,        // a child of the leaf is in the tree of the other search
    exhausted,  // there was no leaf: the tree is searched to the end
  };
  What what = What::dead;
  NodeId leaf = no_node;
  NodeId child = no_node;   // the child that is done or met
  double best_value = 0;    // of the leaf's best child, whether it is new to the tree or not
  int best_on_targets = 0;  // of that child
};

struct PlannerOptions {
  std::uint64_t seed = 0;  // which child of a node has its turn first, and wins a random tie
  bool use_cells = false;
  Ties ties = Ties::nearest;
  double epsilon_scale = 1;  // 0: always the best child
  // Whether a state that earns the reward is worth 1, or what the agent thinks of it as of others.
  bool knows_reward = true;
};

class Planner {
 public:
  // Called within long expansions: true ends them early. The search must end then.
  using IsOver = std::function<bool()>;

  // The agent must outlive the planner.
  explicit Planner(Agent& agent, const PlannerOptions& options = {});

  // `other` is the tree of the search from the other end, to be met; null for none. Neither is
  // kept.
  Seen step(const IsOver& is_over, const SearchTree* other = nullptr);

  const SearchTree& tree() const { return tree_; }
  std::size_t bytes() const { return tree_.bytes() + cells_.bytes(); }
  const Agent& agent() const { return *agent_; }
  // The counts of the leaf of the last step.
  StateCounts leaf_counts() { return agent_->count(position_); }

 private:
  NodeId choose_leaf();
  NodeId descend();
  Seen expand(NodeId leaf, const IsOver& is_over, const SearchTree* other);
  void enter_all(std::span<const CountedChild> children, const SearchTree* other, Seen& seen);
  void enter(const CountedChild& child, const SearchTree* other, Seen& seen);

  Agent* agent_;
  SearchTree tree_;
  Position position_;
  std::uint32_t period_;  // of the visits that do not take the best child
  std::vector<std::uint32_t> root_visits_;
  bool use_cells_;
  Ties ties_;
  bool knows_reward_;
  bool is_turn_of_cells_ = false;
  Cells cells_;
};

}  // namespace rearview
