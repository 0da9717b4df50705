// Trajectories: the path of one search that guides the other.
#pragma once

#include <vector>

#include "rearview/search/tree.h"

namespace rearview {

inline constexpr double default_cut = 0.02;

// The live expanded node with the best raw value; no_node when there is none.
NodeId best_node(const SearchTree& tree);

// Where the trajectory of a look back ends: at the first node without a box on a target, if there
// is one, or else at the best one. A whole look back has them the other way round: it has no best
// node only if its tree was searched to the end.
NodeId end_of_look_back(const SearchTree& tree, NodeId cleared, bool is_whole);

// The path to `end`, cut at its earliest node whose raw value is within `cut` of the last one's:
// the rest gains almost nothing and only makes the hint too specific.
std::vector<State> trajectory_to(const SearchTree& tree, NodeId end, double cut);

}  // namespace rearview
