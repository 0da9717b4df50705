// The best way from one position to another: A* over single pushes, with the player's real walks.
//
// A state is the boxes and the square on which the player stands after a push: walks depend on it.
// Lengths compare by the objective first (see length.h). What is left of a way is bounded from
// below by `PushBound`, for pushes and for moves alike, as every push is a move. That bound is
// consistent, so a state that was expanded has been reached in the best way, and the first goal
// that is taken from the queue is the best there is. States are compared box by box, never by their
// hash alone: nothing here is probable.
//
// Dead states are dropped by detectors that promise that no solution passes through them, which
// keeps every solution, the best ones too. Pruners of moves promise only that some solution is
// left, and have no place here.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rearview/board/moves.h"
#include "rearview/board/walks.h"
#include "rearview/deadlock/catalogue.h"
#include "rearview/optimise/length.h"
#include "rearview/optimise/push_bound.h"
#include "rearview/support/chunked_array.h"
#include "rearview/support/watch.h"

namespace rearview {

struct BestWay {
  bool is_found = false;
  std::vector<Push> pushes;
  Length length;
  // No way is shorter. When a way was found, or everything better was ruled out, it is exact.
  Length lower_bound;
  StopReason reason = StopReason::none;  // what ended the search, where it did not come to its end
  std::uint64_t nodes = 0;
};

class BestSearch {
 public:
  // From the level's start to all boxes on targets. `detectors` are names of the catalogue.
  BestSearch(const Board& board, Objective objective, const std::vector<std::string>& detectors);

  // Finds the best way among those shorter than `limit`, if there is any.
  BestWay run(Length limit, Watch& watch);

  std::uint64_t nodes() const { return nodes_expanded_; }
  Length lower_bound() const { return lower_bound_; }

 private:
  using NodeId = std::uint32_t;
  static constexpr NodeId no_node = 0xFFFFFFFF;

  struct Node {
    NodeId parent;
    std::uint32_t first;  // the length so far
    std::uint32_t second;
    std::uint32_t bound;  // the least pushes that are left
    Square player;
    Direction direction;  // of the push that led here
    bool is_expanded;
  };

  void add_start();
  void expand(NodeId id);
  void reach(NodeId parent, std::size_t box, Direction direction, int walk);
  bool is_dead(NodeId id);
  void load(NodeId id);
  NodeId find_or_add(bool& is_new);
  bool is_loaded_state(NodeId id) const;
  void grow_table();
  void wait(NodeId id);
  Length length_of(const Node& node) const { return {node.first, node.second}; }
  Length estimate(const Node& node) const {
    return length_of(node) + Length{node.bound, node.bound};
  }
  std::vector<Push> pushes_to(NodeId id) const;
  std::size_t bytes() const;

  const Board* board_;
  Objective objective_;
  Position position_;
  Walks walks_;
  PushBound bound_;
  FrozenBoards boards_;
  std::vector<std::unique_ptr<DeadlockDetector>> detectors_;
  std::size_t words_;
  std::vector<std::uint64_t> packed_;  // the boxes of the state that is looked up
  ChunkedArray<Node> nodes_;
  ChunkedArray<std::uint64_t> boxes_;  // `words_` for each node
  std::vector<NodeId> table_;          // open addressing; no_node is an empty slot
  // The queue: nodes by their estimates, the last one added first, which goes deep.
  std::map<Length, std::vector<NodeId>> waiting_;
  std::size_t waiting_count_ = 0;
  Length limit_;
  Length lower_bound_;
  std::uint64_t nodes_expanded_ = 0;
};

}  // namespace rearview
