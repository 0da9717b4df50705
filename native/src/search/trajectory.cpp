#include "rearview/search/trajectory.h"

namespace rearview {
namespace {

float raw_value(const SearchTree& tree, NodeId node) {
  return tree.is_expanded(node) ? tree.expansion(node).raw_value : tree.node(node).value;
}

}  // namespace

NodeId best_node(const SearchTree& tree) {
  NodeId best = no_node;
  for (std::size_t i = 0; i < tree.expansion_count(); ++i) {
    const NodeId node = tree.expanded_node(i);
    if (tree.node(node).is_dead) continue;
    if (best == no_node || raw_value(tree, node) > raw_value(tree, best)) best = node;
  }
  return best;
}

NodeId best_leaf(const SearchTree& tree) {
  NodeId best = no_node;
  for (const NodeId root : tree.roots()) {
    if (tree.node(root).is_dead) continue;
    if (best == no_node || tree.node(root).value > tree.node(best).value) best = root;
  }
  while (best != no_node && tree.is_expanded(best)) best = tree.expansion(best).best_child;
  return best;
}

std::vector<State> trajectory_to(const SearchTree& tree, NodeId end, double cut) {
  if (end == no_node) return {};
  const auto path = tree.path_to(end);
  std::size_t last = 0;
  while (raw_value(tree, path[last]) < raw_value(tree, end) - cut) ++last;
  return tree.states_to(path[last]);
}

std::vector<State> trajectory_of_look_back(const SearchTree& tree, NodeId cleared, bool is_whole,
                                           double cut) {
  if (is_whole) {
    const NodeId leaf = best_leaf(tree);
    if (leaf != no_node) return tree.states_to(leaf);
    if (cleared != no_node) return tree.states_to(cleared);
  }
  return trajectory_to(tree, cleared != no_node ? cleared : best_node(tree), cut);
}

}  // namespace rearview
