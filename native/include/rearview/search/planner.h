// The epsilon-greedy planner of the paper: descend to the best child, now and then to another,
// expand the leaf, back its value up.
//
// Epsilon is 1 / (boxes + 1) and made deterministic: every (boxes + 1)-th visit of a node takes its
// next live child in turn, all others the best one. Of several roots the one with the fewest visits
// is next.
//
// With cells, every second step expands the state that they choose instead.
#pragma once

#include <functional>
#include <vector>

#include "rearview/search/cells.h"
#include "rearview/search/problem.h"
#include "rearview/search/tree.h"

namespace rearview {

// What one step has seen: enough to learn from.
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

class Planner {
 public:
  // The seed says which child of a node has its turn first.
  explicit Planner(Problem& problem, std::uint64_t seed = 0, bool use_cells = false);

  Seen step();

  // Asked within long expansions: true cuts them short. The search must end then.
  void set_is_over(std::function<bool()> is_over) { is_over_ = std::move(is_over); }

  // The tree of the search from the other end, to be met; null for none.
  void set_other(const SearchTree* other) { other_ = other; }

  const SearchTree& tree() const { return tree_; }
  std::size_t bytes() const { return tree_.bytes() + cells_.bytes(); }
  const Problem& problem() const { return *problem_; }
  // The counts of the leaf of the last step.
  StateCounts leaf_counts() { return problem_->expander().count(position_); }

 private:
  NodeId choose_leaf();
  NodeId descend();
  Seen expand(NodeId leaf);
  void enter(const CountedChild& child, Seen& seen);

  Problem* problem_;
  SearchTree tree_;
  Position position_;
  std::uint32_t period_;  // of the visits that do not take the best child
  std::vector<std::uint32_t> root_visits_;
  bool use_cells_;
  bool is_turn_of_cells_ = false;
  Cells cells_;
  const SearchTree* other_ = nullptr;
  std::function<bool()> is_over_ = [] { return false; };
};

}  // namespace rearview
