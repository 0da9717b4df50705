// Trajectories: the path of one search that guides the other.
#pragma once

#include <vector>

#include "rearview/search/tree.h"

namespace rearview {

inline constexpr double default_cut = 0.02;

// The live expanded node with the best raw value; no_node when there is none.
NodeId best_node(const SearchTree& tree);

// The live leaf with the highest value; no_node when the tree was searched to the end.
NodeId best_leaf(const SearchTree& tree);

// The path to `end`, cut at its earliest node whose raw value is within `cut` of the last one's:
// the rest gains almost nothing and only makes the hint too specific.
std::vector<State> trajectory_to(const SearchTree& tree, NodeId end, double cut);

// What a look back leaves to the forward agent. `cleared` is the first node without a box on a
// target; no_node for none. A whole look back ends as the paper says, at the best leaf, or at
// `cleared` when the tree was searched to the end and has no leaf; any other there or, without
// that, at the best node, with a cut.
std::vector<State> trajectory_of_look_back(const SearchTree& tree, NodeId cleared, bool is_whole,
                                           double cut);

}  // namespace rearview
