#include "rearview/search/planner.h"

#include <algorithm>
#include <cmath>

namespace rearview {
namespace {

// One in this many visits of a node does not take the best child (epsilon-greedy).
std::uint32_t period_of(int boxes, double epsilon_scale) {
  constexpr double never = 4e9;
  return static_cast<std::uint32_t>(
      std::clamp(std::round((boxes + 1) / epsilon_scale), 1.0, never));
}

}  // namespace

Planner::Planner(Agent& agent, const PlannerOptions& options)
    : agent_(&agent),
      tree_(agent.board(), options.seed, options.ties),
      position_(agent.board()),
      period_(period_of(agent.board().box_count(), options.epsilon_scale)),
      use_cells_(options.use_cells),
      ties_(options.ties),
      knows_reward_(options.knows_reward) {
  for (const State& root : agent.roots()) {
    position_.set(root);
    const double value = agent.value(agent.count(position_));
    tree_.add_root(root, static_cast<float>(value));
  }
  root_visits_.assign(tree_.roots().size(), 0);
}

Seen Planner::step(const IsOver& is_over, const SearchTree* other) {
  const NodeId leaf = choose_leaf();
  if (leaf == no_node) return {.what = Seen::What::exhausted};
  const Seen seen = expand(leaf, is_over, other);
  tree_.back_up(leaf);
  return seen;
}

NodeId Planner::choose_leaf() {
  const bool ask_cells = use_cells_ && is_turn_of_cells_;
  is_turn_of_cells_ = !is_turn_of_cells_;
  const NodeId leaf = ask_cells ? cells_.take(tree_) : no_node;
  return leaf == no_node ? descend() : leaf;
}

NodeId Planner::descend() {
  std::size_t root = tree_.roots().size();
  for (std::size_t i = 0; i < tree_.roots().size(); ++i) {
    if (tree_.node(tree_.roots()[i]).is_dead) continue;
    if (root == tree_.roots().size() || root_visits_[i] < root_visits_[root]) root = i;
  }
  if (root == tree_.roots().size()) return no_node;
  ++root_visits_[root];
  NodeId node = tree_.roots()[root];
  while (tree_.is_expanded(node)) {
    const auto visits = ++tree_.expansion(node).visits;
    node = visits % period_ == 0 ? tree_.next_in_turn(node) : tree_.expansion(node).best_child;
  }
  return node;
}

Seen Planner::expand(NodeId leaf, const IsOver& is_over, const SearchTree* other) {
  tree_.load(leaf, position_);
  const bool is_root = tree_.node(leaf).parent == no_node;
  if (agent_->is_dead(position_, is_root)) {
    tree_.kill(leaf);
    return {.what = Seen::What::dead, .leaf = leaf};
  }
  Seen seen{.what = Seen::What::dead, .leaf = leaf};
  tree_.begin_expansion(leaf, position_);
  agent_->expand(
      position_, [&](std::span<const CountedChild> children) { enter_all(children, other, seen); },
      is_over);
  tree_.end_expansion(leaf);
  return seen;
}

// Enters the children of one box. They are ordered by distance, the nearest first.
void Planner::enter_all(std::span<const CountedChild> children, const SearchTree* other,
                        Seen& seen) {
  for (const CountedChild& child : children) {
    tree_.prefetch(child.child.key);
    if (other != nullptr) other->prefetch(child.child.key);
  }
  if (ties_ == Ties::farthest)
    for (auto child = children.rbegin(); child != children.rend(); ++child)
      enter(*child, other, seen);
  else
    for (const CountedChild& child : children) enter(child, other, seen);
}

void Planner::enter(const CountedChild& counted, const SearchTree* other, Seen& seen) {
  const auto& [child, counts] = counted;
  const bool is_met = other != nullptr && other->find(child.key) != no_node;
  const bool is_done = agent_->is_done(counts);
  const bool is_won = is_met || (is_done && knows_reward_);
  const double value = is_won ? 1.0 : agent_->value(counts);
  if (seen.what == Seen::What::dead || value > seen.best_value) {
    seen.best_value = value;
    seen.best_on_targets = counts.on_targets;
  }
  const auto what = is_met ? Seen::What::met : is_done ? Seen::What::done : Seen::What::expanded;
  if (seen.what == Seen::What::dead) seen.what = Seen::What::expanded;
  const NodeId id = tree_.add_child(seen.leaf, child, static_cast<float>(value));
  if (id == no_node) return;
  if (use_cells_) cells_.add(counts, id, static_cast<float>(value));
  if (what <= seen.what) return;
  seen.what = what;
  seen.child = id;
}

}  // namespace rearview
