// Trajectories: what one search leaves to the other.
#pragma once

#include <vector>

#include "rearview/search/tree.h"

namespace rearview {

inline constexpr double default_cut = 0.02;

// The live expanded node with the best raw value; no_node when there is none.
NodeId best_node(const SearchTree& tree);

// The path to `end`, cut back to its earliest node whose raw value is within `cut` of the last
// one's: what comes after that gains next to nothing and only ties the hint down.
std::vector<State> trajectory_to(const SearchTree& tree, NodeId end, double cut);

}  // namespace rearview
