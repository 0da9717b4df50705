// Exhaustion: an exhaustive search whether all boxes of a position can reach targets.
//
// Meant for some boxes of a level with the others removed: there may be spare targets, and the
// search is limited to a small number of states. Lost and frozen boxes are pruned; the open state
// with the fewest boxes off the targets is next.
#pragma once

#include <cstdint>
#include <vector>

#include "rearview/board/moves.h"
#include "rearview/deadlock/freeze.h"
#include "rearview/deadlock/frozen_boards.h"
#include "rearview/support/key_table.h"

namespace rearview {

class Exhaustion {
 public:
  enum class Answer : std::uint8_t { alive, dead, undecided };

  explicit Exhaustion(const Board& board);
  // Undecided when it gives up after `max_states`, with `states` as many as it took.
  Answer decide(const State& state, int max_states);
  int states() const { return states_; }

 private:
  struct Open {
    int boxes_left;  // off the targets
    std::uint32_t order;
    State state;
    bool operator<(const Open& other) const {
      if (boxes_left != other.boxes_left) return boxes_left > other.boxes_left;
      return order < other.order;
    }
  };

  // Enters the state of the position; true when it is solved.
  bool reach(std::uint64_t key, Square player);
  // True when one of the children is solved.
  bool expand(const State& state);

  FrozenBoards boards_;
  Freeze freeze_;
  Position position_;
  MoveGenerator generator_;
  std::vector<Child> moves_;
  std::vector<Open> open_;  // a heap
  std::uint32_t order_ = 0;
  KeySet seen_;
  int states_ = 0;
};

}  // namespace rearview
