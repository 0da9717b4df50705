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

NodeId end_of_look_back(const SearchTree& tree, NodeId cleared, bool is_whole) {
  if (cleared != no_node && !is_whole) return cleared;
  const NodeId best = best_node(tree);
  return best != no_node ? best : cleared;
}

std::vector<State> trajectory_to(const SearchTree& tree, NodeId end, double cut) {
  if (end == no_node) return {};
  const auto path = tree.path_to(end);
  std::size_t last = 0;
  while (raw_value(tree, path[last]) < raw_value(tree, end) - cut) ++last;
  return tree.states_to(path[last]);
}

}  // namespace rearview
