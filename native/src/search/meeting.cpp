#include "rearview/search/meeting.h"

#include "rearview/board/regions.h"

namespace rearview {

bool is_same_state(const Board& board, const SearchTree& a, NodeId node_a, const SearchTree& b,
                   NodeId node_b) {
  Position position_a(board);
  Position position_b(board);
  a.load(node_a, position_a);
  b.load(node_b, position_b);
  return state_of(position_a) == state_of(position_b);
}

std::vector<Move> pushes_to(const SearchTree& forward, NodeId node) {
  std::vector<Move> moves;
  for (const NodeId id : forward.path_to(node))
    if (forward.node(id).parent != no_node) moves.push_back(forward.node(id).move);
  return moves;
}

std::vector<Move> pushes_from(const SearchTree& backward, NodeId node) {
  std::vector<Move> moves;
  for (NodeId id = node; backward.node(id).parent != no_node; id = backward.node(id).parent) {
    const Move& pull = backward.node(id).move;
    const Square player_before = backward.node(backward.node(id).parent).move.player;
    moves.push_back({pull.destination, pull.source, player_before});
  }
  return moves;
}

}  // namespace rearview
