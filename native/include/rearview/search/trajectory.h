// Trajectories: what one search leaves to the other.
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

// The path to `end`, cut back to its earliest node whose raw value is within `cut` of the last
// one's: what comes after that gains next to nothing and only ties the hint down.
std::vector<State> trajectory_to(const SearchTree& tree, NodeId end, double cut);

}  // namespace rearview
