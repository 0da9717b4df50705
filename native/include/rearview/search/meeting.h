// The meeting of the searches: one state in both trees is a solution of the level.
#pragma once

#include <vector>

#include "rearview/search/tree.h"

namespace rearview {

// Whether two nodes of two trees are the same state, compared box by box.
bool is_same_state(const Board& board, const SearchTree& a, NodeId node_a, const SearchTree& b,
                   NodeId node_b);

// The pushes from the start to a node of the forward tree.
std::vector<Move> pushes_to(const SearchTree& forward, NodeId node);

// The pushes from a node of the backward tree to the goal: its pulls, undone from the last to the
// first.
std::vector<Move> pushes_from(const SearchTree& backward, NodeId node);

}  // namespace rearview
